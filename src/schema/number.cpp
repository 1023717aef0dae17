// SPDX-License-Identifier: MIT
#include "schema/number.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace pintle::schema {

namespace {

using nlohmann::json;

std::weak_ordering order(bool less, bool greater) {
  if (less) return std::weak_ordering::less;
  return greater ? std::weak_ordering::greater : std::weak_ordering::equivalent;
}

// Doubles up to 2^64 are compared as integers with a fraction, since not every integer
// has its own double.
std::weak_ordering compare_exactly(double a, std::uint64_t b) {
  constexpr double beyond = 18446744073709551616.0;
  if (a < 0) return std::weak_ordering::less;
  if (a >= beyond) return std::weak_ordering::greater;
  const auto whole = static_cast<std::uint64_t>(a);
  if (whole != b) return order(whole<b, whole> b);
  return order(false, a > std::trunc(a));
}

bool is_negative(const json& number) {
  return number.is_number_integer() && !number.is_number_unsigned() &&
         number.get<std::int64_t>() < 0;
}

// Of an integer below zero too.
std::uint64_t magnitude(const json& number) {
  if (number.is_number_unsigned()) return number.get<std::uint64_t>();
  const auto value = number.get<std::int64_t>();
  return value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value)
                   : static_cast<std::uint64_t>(value);
}

std::weak_ordering reversed(std::weak_ordering order) {
  return 0 <=> order;
}

std::weak_ordering compare_float(double a, const json& b) {
  if (b.is_number_float()) return order(a<b.get<double>(), a> b.get<double>());
  if (is_negative(b)) return reversed(compare_exactly(-a, magnitude(b)));
  return compare_exactly(a, magnitude(b));
}

std::weak_ordering compare_numbers(const json& a, const json& b) {
  if (a.is_number_float()) return compare_float(a.get<double>(), b);
  if (b.is_number_float()) return reversed(compare_float(b.get<double>(), a));
  if (is_negative(a) != is_negative(b)) return order(is_negative(a), is_negative(b));
  const std::weak_ordering by_size = magnitude(a) <=> magnitude(b);
  return is_negative(a) ? reversed(by_size) : by_size;
}

std::weak_ordering compare_arrays(const json& a, const json& b) {
  if (a.size() != b.size()) return a.size() <=> b.size();
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (const auto found = schema::compare(a[i], b[i]); found != 0) return found;
  }
  return std::weak_ordering::equivalent;
}

std::weak_ordering compare_objects(const json& a, const json& b) {
  if (a.size() != b.size()) return a.size() <=> b.size();
  for (auto x = a.begin(), y = b.begin(); x != a.end(); ++x, ++y) {
    if (const int by_key = x.key().compare(y.key()); by_key != 0) return by_key <=> 0;
    if (const auto found = schema::compare(*x, *y); found != 0) return found;
  }
  return std::weak_ordering::equivalent;
}

// digits * 10^exponent, without zeros at the end of the digits; `digits` 0 is 0.
struct Decimal {
  std::uint64_t digits = 0;
  int exponent = 0;
};

Decimal decimal(const json& number) {
  Decimal out;
  if (!number.is_number_float()) {
    out.digits = magnitude(number);
  } else {
    std::array<char, 40> text{};
    const double value = std::abs(number.get<double>());
    const char* const end =
        std::to_chars(
            text.data(), text.data() + text.size(), value, std::chars_format::scientific)
            .ptr;
    const char* at = text.data();
    bool fraction = false;
    for (; at != end && *at != 'e'; ++at) {
      if (*at == '.') {
        fraction = true;
        continue;
      }
      out.digits = out.digits * 10 + static_cast<std::uint64_t>(*at - '0');
      if (fraction) --out.exponent;
    }
    int exponent = 0;
    at += at != end && at[1] == '+' ? 2 : 1;  // from_chars takes no plus sign
    std::from_chars(at, end, exponent);
    out.exponent += exponent;
  }
  while (out.digits != 0 && out.digits % 10 == 0) {
    out.digits /= 10;
    ++out.exponent;
  }
  return out;
}

// value * 10 mod divisor, where the product may need more than 64 bits.
std::uint64_t times_ten(std::uint64_t value, std::uint64_t divisor) {
  std::uint64_t out = 0;
  for (int i = 0; i < 10; ++i) {
    out = out >= divisor - value ? out - (divisor - value) : out + value;
  }
  return out;
}

int rank(const json& value) {
  return value.is_number() ? 0 : 1 + static_cast<int>(value.type());
}

}  // namespace

std::weak_ordering compare(const json& a, const json& b) {
  if (rank(a) != rank(b)) return rank(a) <=> rank(b);
  if (a.is_number()) return compare_numbers(a, b);
  if (a.is_array()) return compare_arrays(a, b);
  if (a.is_object()) return compare_objects(a, b);
  if (a.is_string()) {
    return a.get_ref<const std::string&>() <=> b.get_ref<const std::string&>();
  }
  return a.is_boolean() ? a.get<bool>() <=> b.get<bool>()
                        : std::weak_ordering::equivalent;
}

bool is_multiple(const json& value, const json& divisor) {
  Decimal a = decimal(value);
  const Decimal b = decimal(divisor);
  if (a.digits == 0) return true;
  // As `a.digits` ends in no zero, a smaller exponent leaves a fraction.
  if (a.exponent < b.exponent) return false;
  std::uint64_t rest = a.digits % b.digits;
  for (; a.exponent > b.exponent && rest != 0; --a.exponent) {
    rest = times_ten(rest, b.digits);
  }
  return rest == 0;
}

}  // namespace pintle::schema

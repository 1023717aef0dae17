// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "wire/codec.hpp"
#include "wire/error_text.hpp"
#include "wire/http_date.hpp"
#include "wire/response.hpp"

namespace pintle::wire {

namespace {

using Millis = std::optional<std::int64_t>;

// Longer than any provider asks to wait; keeps the arithmetic in range.
constexpr double wait_ms_max = 1e12;

// Takes a decimal number off the front of `text`.
std::optional<double> take_number(std::string_view& text) {
  const std::size_t size = std::min(text.find_first_not_of("0123456789."), text.size());
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + size, value);
  if (size == 0 || fault != std::errc()) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

// Takes a unit; ms first, for it begins like m.
std::optional<double> take_unit(std::string_view& text) {
  struct Unit {
    std::string_view name;
    double ms;
  };
  constexpr std::array<Unit, 11> units = {{{"milliseconds", 1},
                                           {"minutes", 60'000},
                                           {"minute", 60'000},
                                           {"seconds", 1'000},
                                           {"second", 1'000},
                                           {"hours", 3'600'000},
                                           {"ms", 1},
                                           {"s", 1'000},
                                           {"m", 60'000},
                                           {"h", 3'600'000},
                                           {"d", 86'400'000}}};
  for (const Unit& unit : units) {
    if (text.substr(0, unit.name.size()) != unit.name) continue;
    text.remove_prefix(unit.name.size());
    return unit.ms;
  }
  return {};
}

// A duration at the front of `text`, as "1m3s", "20ms", "7 seconds".
Millis duration(std::string_view text) {
  std::optional<double> total;
  while (const auto number = take_number(text)) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto unit = take_unit(text);
    if (!unit) break;
    total = total.value_or(0) + *number * *unit;
  }
  if (!total || *total > wait_ms_max) return {};
  return static_cast<std::int64_t>(std::ceil(*total - 1e-6));
}

// All of `text` is a number of `unit_ms`.
Millis whole_number(std::string_view text, double unit_ms) {
  const std::optional<double> number = take_number(text);
  if (!number || !text.empty() || *number * unit_ms > wait_ms_max) return {};
  return static_cast<std::int64_t>(std::ceil(*number * unit_ms));
}

Millis until(Millis date_ms, std::int64_t wall_ms) {
  if (!date_ms) return {};
  return std::max<std::int64_t>(0, *date_ms - wall_ms);
}

Millis from_retry_after(const Headers& headers, std::int64_t wall_ms) {
  if (const Millis ms = whole_number(header_value(headers, "retry-after-ms"), 1))
    return ms;
  const std::string_view value = header_value(headers, "retry-after");
  if (const Millis seconds = whole_number(value, 1'000)) return seconds;
  return until(parse_http_date(value), wall_ms);
}

// A reset time: a duration, a date, or an instant since 1970 in s or ms.
Millis reset_time(std::string_view value, std::int64_t wall_ms) {
  constexpr std::int64_t seconds_max = 100'000'000'000;
  if (const Millis instant = whole_number(value, 1)) {
    if (*instant < 1'000'000'000) return *instant * 1'000;
    return until(*instant < seconds_max ? *instant * 1'000 : *instant, wall_ms);
  }
  if (const Millis date = parse_rfc3339(value)) return until(date, wall_ms);
  return duration(value);
}

// The latest reset of the limits that are used up, or that do not say so.
Millis from_limits(const Headers& headers, std::int64_t wall_ms) {
  Millis latest;
  const auto look = [&](const std::string& reset, const std::string& remaining) {
    const std::string_view left = header_value(headers, remaining);
    const Millis wait = reset_time(header_value(headers, reset), wall_ms);
    if (wait && (left.empty() || left == "0")) latest = std::max(latest, wait);
  };
  for (const std::string what : {"requests", "tokens", "input-tokens", "output-tokens"}) {
    look("x-ratelimit-reset-" + what, "x-ratelimit-remaining-" + what);
    look("anthropic-ratelimit-" + what + "-reset",
         "anthropic-ratelimit-" + what + "-remaining");
  }
  look("x-ratelimit-reset", "x-ratelimit-remaining");
  return latest;
}

// What the words of the body say.
Millis from_body(std::string_view body) {
  struct Hint {
    std::string_view words;
    bool seconds;  // a bare number of seconds follows
  };
  constexpr std::array<Hint, 7> hints = {{{"\"retrydelay\":\"", false},
                                          {"\"resets_in_seconds\":", true},
                                          {"try again in ", false},
                                          {"retry after ", false},
                                          {"retry in ", false},
                                          {"reset after ", false},
                                          {"\"retry_after\":", true}}};
  const std::string lower = lower_case(body);
  for (const Hint& hint : hints) {
    const std::size_t at = lower.find(hint.words);
    if (at == std::string::npos) continue;
    std::string_view rest = std::string_view(lower).substr(at + hint.words.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (hint.seconds) rest = rest.substr(0, rest.find_first_not_of("0123456789."));
    const Millis wait = hint.seconds ? whole_number(rest, 1'000) : duration(rest);
    if (wait) return wait;
  }
  return {};
}

}  // namespace

Millis retry_after_ms(const Headers& headers,
                      std::string_view body,
                      std::int64_t wall_ms) {
  if (const Millis asked = from_retry_after(headers, wall_ms)) return asked;
  if (const Millis reset = from_limits(headers, wall_ms)) return reset;
  return from_body(body);
}

}  // namespace pintle::wire

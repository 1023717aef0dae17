// SPDX-License-Identifier: MIT
#include "wire/json_writer.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "pintle/json_text.hpp"

namespace pintle::wire {

void JsonWriter::separate() {
  if (comma_) out_ += ',';
  comma_ = true;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  out_ += bracket;
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  out_ += '"';
  out_ += name;
  out_ += "\":";
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view value) {
  return raw(json_quote(value));
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

JsonWriter& JsonWriter::number(std::int64_t value) {
  return raw(std::to_string(value));
}

JsonWriter& JsonWriter::number(double value) {
  if (!std::isfinite(value)) return null();
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return raw(
      std::string_view(digits.data(), static_cast<std::size_t>(end.ptr - digits.data())));
}

}  // namespace pintle::wire

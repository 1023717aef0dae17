// SPDX-License-Identifier: MIT
#include "core/json_kind.hpp"

#include <cmath>

#include "pintle/json_text.hpp"

#include "core/excerpt.hpp"

namespace pintle {

namespace {
constexpr std::size_t shown_bytes = 60;
}  // namespace

std::string_view kind_of(const nlohmann::json& value) {
  if (value.is_object()) return "object";
  if (value.is_array()) return "array";
  if (value.is_string()) return "string";
  if (value.is_boolean()) return "boolean";
  if (value.is_null()) return "null";
  return is_whole(value) ? "integer" : "number";
}

bool is_whole(const nlohmann::json& value) {
  if (value.is_number_integer()) return true;
  if (!value.is_number_float()) return false;
  const double number = value.get<double>();
  return std::isfinite(number) && std::trunc(number) == number;
}

std::string shown(const nlohmann::json& value) {
  std::string out(kind_of(value));
  if (value.is_object() || value.is_array() || value.is_null()) return out;
  out += ' ';
  if (!value.is_string()) return out + value.dump();
  const auto& text = value.get_ref<const std::string&>();
  return out + json_quote(excerpt(text, shown_bytes));
}

std::string pointer_step(std::string_view segment) {
  std::string out = "/";
  for (const char c : segment) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

std::string at_pointer(std::string_view pointer) {
  return "at " + std::string(pointer.empty() ? "/" : pointer) + ": ";
}

}  // namespace pintle

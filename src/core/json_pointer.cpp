// SPDX-License-Identifier: MIT
#include "core/json_pointer.hpp"

#include <charconv>
#include <string>

#include <nlohmann/json.hpp>

namespace pintle {

namespace {

using nlohmann::json;

// The step as its key: "~1" is "/", "~0" is "~".
std::string unescaped(std::string_view step) {
  std::string out;
  for (std::size_t i = 0; i < step.size(); ++i) {
    const bool escape = step[i] == '~' && i + 1 < step.size();
    if (escape && (step[i + 1] == '0' || step[i + 1] == '1')) {
      out += step[++i] == '0' ? '~' : '/';
    } else {
      out += step[i];
    }
  }
  return out;
}

}  // namespace

bool is_json_pointer(std::string_view text) {
  if (!text.empty() && text.front() != '/') return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '~') continue;
    if (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1')) return false;
  }
  return true;
}

const json* json_child(const json& value, std::string_view step) {
  if (value.is_object()) {
    const auto found = value.find(unescaped(step));
    return found == value.end() ? nullptr : &*found;
  }
  if (!value.is_array()) return nullptr;
  std::size_t index = 0;
  const char* const end = step.data() + step.size();
  const auto read = std::from_chars(step.data(), end, index);
  if (step.empty() || read.ptr != end || read.ec != std::errc{}) return nullptr;
  return index < value.size() ? &value[index] : nullptr;
}

const json* json_at(const json& value, std::string_view pointer) {
  const json* at = &value;
  while (at != nullptr && !pointer.empty()) {
    pointer.remove_prefix(1);
    const std::string_view step = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(step.size());
    at = json_child(*at, step);
  }
  return at;
}

}  // namespace pintle

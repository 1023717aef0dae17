// SPDX-License-Identifier: MIT
#include "wire/json_input.hpp"

#include <algorithm>
#include <cmath>

#include "pintle/json_text.hpp"

namespace pintle::wire {

namespace {

using simdjson::error_code;
using simdjson::ondemand::json_type;

constexpr std::string_view blanks = " \t\r\n";

enum class Surrogate { none, high, low };

// What the escape at the front of `text` stands for.
Surrogate surrogate_of(std::string_view text) {
  const bool candidate = text.size() >= 6 && text.substr(0, 2) == "\\u" &&
                         (text[2] == 'd' || text[2] == 'D');
  if (!candidate) return Surrogate::none;
  const char nibble = text[3];
  if (std::string_view("89abAB").find(nibble) != std::string_view::npos) {
    return Surrogate::high;
  }
  const bool low = std::string_view("cdefCDEF").find(nibble) != std::string_view::npos;
  return low ? Surrogate::low : Surrogate::none;
}

bool has_surrogate_escape(std::string_view json) {
  std::size_t at = json.find('\\');
  while (at != std::string_view::npos && at + 1 < json.size()) {
    if (surrogate_of(json.substr(at)) != Surrogate::none) return true;
    at = json.find('\\', at + 2);
  }
  return false;
}

// Appends the escape at the front of `text`, mended; returns its length.
std::size_t append_escape(std::string& out, std::string_view text) {
  const Surrogate kind = surrogate_of(text);
  if (kind == Surrogate::none) {
    out += text.substr(0, 2);
    return std::min<std::size_t>(2, text.size());
  }
  const bool pair =
      kind == Surrogate::high && surrogate_of(text.substr(6)) == Surrogate::low;
  if (pair) {
    out += text.substr(0, 12);
    return 12;
  }
  out += "\\ufffd";
  return 6;
}

void append_control(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(c);
  out += "\\u00";
  out += digits[code >> 4U];
  out += digits[code & 15U];
}

}  // namespace

std::string repair_json(std::string_view json) {
  const std::string text = valid_utf8(json);
  std::string out;
  out.reserve(text.size() + simdjson::SIMDJSON_PADDING);
  bool in_string = false;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (in_string && c == '\\') {
      i += append_escape(out, std::string_view(text).substr(i));
      continue;
    }
    if (c == '"') in_string = !in_string;
    if (in_string && static_cast<unsigned char>(c) < 0x20) {
      append_control(out, c);
    } else {
      out += c;
    }
    ++i;
  }
  return out;
}

// Room for a usual event at once. Where memory lacks, the first reading reports it.
JsonInput::JsonInput() {
  constexpr std::size_t usual_event = 4'096;
  broken_ = parser_.allocate(usual_event, json_depth_max) != error_code::SUCCESS;
}

// Reading on demand takes braces on trust: simdjson's search for a member leaves the text
// when there is one too many. So the grammar is checked first.
error_code JsonInput::iterate(std::string_view json) {
  const simdjson::padded_string_view padded(
      json.data(), json.size(), json.size() + simdjson::SIMDJSON_PADDING);
  const error_code code = parser_.iterate(padded).get(document_);
  const bool wrong = code == error_code::SUCCESS && !is_json(json, json.size());
  return wrong ? error_code::TAPE_ERROR : code;
}

std::optional<JsonObject> JsonInput::read(std::string_view json) {
  broken_ = false;
  const bool suspicious = has_surrogate_escape(json);
  error_code code = suspicious ? error_code::UNESCAPED_CHARS : iterate(json);
  if (code == error_code::UTF8_ERROR || code == error_code::UNESCAPED_CHARS) {
    repaired_ = repair_json(json);
    repaired_.reserve(repaired_.size() + simdjson::SIMDJSON_PADDING);
    code = iterate(repaired_);
  }
  JsonObject object;
  if (code == error_code::SUCCESS) code = document_.get_object().get(object);
  broken_ = code != error_code::SUCCESS;
  return broken_ ? std::nullopt : std::optional(object);
}

// Another type and a missing member are answers; anything else is broken text.
bool JsonInput::failed(error_code code) noexcept {
  const bool answer = code == error_code::SUCCESS || code == error_code::INCORRECT_TYPE ||
                      code == error_code::NO_SUCH_FIELD;
  broken_ = broken_ || !answer;
  return code != error_code::SUCCESS;
}

json_type JsonInput::type(JsonValue value) {
  json_type type = json_type::null;
  return value.type().get(type) == error_code::SUCCESS ? type : json_type::null;
}

std::string_view JsonInput::text(JsonValue value) {
  std::string_view view;
  if (type(value) == json_type::string) failed(value.get_string().get(view));
  return view;
}

std::optional<double> JsonInput::number(JsonValue value) {
  double out = 0;
  if (type(value) != json_type::number || failed(value.get_double().get(out))) return {};
  return std::isfinite(out) ? std::optional(out) : std::nullopt;
}

std::optional<std::int64_t> JsonInput::integer(JsonValue value) {
  constexpr double exact = 9'007'199'254'740'992.0;
  std::int64_t out = 0;
  if (type(value) != json_type::number) return {};
  if (value.get_int64().get(out) == error_code::SUCCESS) return out;
  const std::optional<double> real = number(value);
  const bool whole = real && std::abs(*real) < exact && std::trunc(*real) == *real;
  return whole ? std::optional(static_cast<std::int64_t>(*real)) : std::nullopt;
}

std::string_view JsonInput::raw(JsonValue value) {
  std::string_view json;
  if (failed(simdjson::to_json_string(value).get(json))) return {};
  return json.substr(0, json.find_last_not_of(blanks) + 1);
}

std::string_view JsonInput::raw(JsonObject& object) {
  std::string_view json;
  return failed(object.raw_json().get(json)) ? std::string_view() : json;
}

std::optional<JsonValue> JsonInput::find(JsonObject& object, std::string_view key) {
  JsonValue value;
  if (broken_ || failed(object.find_field_unordered(key).get(value))) return std::nullopt;
  return value;
}

bool JsonInput::rewind(JsonObject& object) {
  return !broken_ && !failed(object.reset().error());
}

std::string_view JsonInput::text(JsonObject& object, std::string_view key) {
  const std::optional<JsonValue> value = find(object, key);
  return value ? text(*value) : std::string_view();
}

std::optional<JsonObject> JsonInput::object(JsonValue value) {
  JsonObject members;
  return failed(value.get(members)) ? std::nullopt : std::optional(members);
}

std::optional<JsonObject> JsonInput::object(JsonObject& object, std::string_view key) {
  const std::optional<JsonValue> value = find(object, key);
  return value ? this->object(*value) : std::nullopt;
}

}  // namespace pintle::wire

// SPDX-License-Identifier: MIT
#include <charconv>
#include <cmath>

#include "pintle/json_io.hpp"
#include "pintle/json_schema.hpp"

namespace pintle {

namespace {

template <class T>
void append_number(JsonText& out, T value) {
  char digits[32];
  const auto written = std::to_chars(digits, digits + sizeof digits, value);
  out.append(digits, written.ptr);
}

}  // namespace

// A value follows: it needs a comma unless it is the first here or stands after its key.
void JsonWriter::separate() {
  if (text_.empty()) return;
  const char last = text_.back();
  if (last != '{' && last != '[' && last != ':') text_ += ',';
}

void JsonWriter::begin_object() {
  separate();
  text_ += '{';
}
void JsonWriter::end_object() {
  text_ += '}';
}
void JsonWriter::begin_array() {
  separate();
  text_ += '[';
}
void JsonWriter::end_array() {
  text_ += ']';
}

void JsonWriter::key(std::string_view name) {
  separate();
  text_ += json_quote(name);
  text_ += ':';
}
void JsonWriter::string(std::string_view value) {
  separate();
  text_ += json_quote(value);
}
void JsonWriter::boolean(bool value) {
  separate();
  text_ += value ? "true" : "false";
}
void JsonWriter::number(double value) {
  if (!std::isfinite(value)) return null();
  separate();
  append_number(text_, value);
}
void JsonWriter::integer(long long value) {
  separate();
  append_number(text_, value);
}
void JsonWriter::natural(unsigned long long value) {
  separate();
  append_number(text_, value);
}
void JsonWriter::null() {
  separate();
  text_ += "null";
}

namespace detail {

void write_schema_type(JsonWriter& writer, const char* type, bool nullable) {
  writer.key("type");
  if (!nullable) return writer.string(type);
  writer.begin_array();
  writer.string(type);
  writer.string("null");
  writer.end_array();
}

void write_schema_strings(JsonWriter& writer,
                          const char* key,
                          const std::vector<std::string>& list,
                          bool nullable) {
  writer.key(key);
  writer.begin_array();
  for (const std::string& one : list) writer.string(one);
  if (nullable) writer.null();
  writer.end_array();
}

void write_schema_null(JsonWriter& writer) {
  writer.begin_object();
  write_schema_type(writer, "null", false);
  writer.end_object();
}

void write_schema_rules(JsonWriter& writer, const FieldRules& rules) {
  const auto number = [&writer](const char* key, const std::optional<double>& value) {
    if (!value) return;
    writer.key(key);
    writer.number(*value);
  };
  const auto count = [&writer](const char* key, const std::optional<std::size_t>& value) {
    if (!value) return;
    writer.key(key);
    writer.natural(*value);
  };
  const auto text = [&writer](const char* key, const char* value) {
    if (value == nullptr) return;
    writer.key(key);
    writer.string(value);
  };
  number("minimum", rules.minimum);
  number("maximum", rules.maximum);
  count("minLength", rules.min_length);
  count("maxLength", rules.max_length);
  text("pattern", rules.pattern);
  text("format", rules.format);
  count("minItems", rules.min_items);
  count("maxItems", rules.max_items);
}

void write_schema_description(JsonWriter& writer,
                              const std::string& description,
                              const std::string& values) {
  std::string text = description;
  if (!values.empty()) text += text.empty() ? values : " (" + values + ")";
  if (text.empty()) return;
  writer.key("description");
  writer.string(text);
}

}  // namespace detail

}  // namespace pintle

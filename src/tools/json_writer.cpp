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

}  // namespace detail

}  // namespace pintle

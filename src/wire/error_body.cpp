// SPDX-License-Identifier: MIT
#include "wire/error_body.hpp"

#include <cstddef>
#include <cstdint>

#include <simdjson.h>

#include "pintle/json_text.hpp"

#include "wire/error_text.hpp"

namespace pintle::wire {

namespace {

using simdjson::dom::element;
using simdjson::dom::object;

constexpr std::size_t body_bytes_max = 65'536;
constexpr int depth_max = 8;

bool is_http_error(std::int64_t number) noexcept {
  return number >= 400 && number < 600;
}

void add_word(ErrorBody& out, std::string_view word) {
  out.words += ' ';
  out.words += lower_case(word);
  out.words += ' ';
}

void read_status(ErrorBody& out, const object& error) {
  for (const char* key : {"status_code", "code", "status"}) {
    std::int64_t number = 0;
    if (error[key].get(number) || !is_http_error(number) || out.status != 0) continue;
    out.status = static_cast<int>(number);
  }
}

void read_words(ErrorBody& out, const object& error) {
  for (const char* key : {"type", "code", "status", "__type", "error_type", "reason"}) {
    std::string_view word;
    if (!error[key].get(word)) add_word(out, word);
  }
}

void read_message(ErrorBody& out, const object& error) {
  for (const char* key : {"message", "error", "detail"}) {
    std::string_view text;
    if (out.message.empty() && !error[key].get(text)) out.message = text;
  }
}

// Objects inside the error, in which types and codes may stand.
void read_object(ErrorBody& out, const object& error, int depth);

void read_element(ErrorBody& out, const element& value, int depth) {
  object inner;
  simdjson::dom::array list;
  if (!value.get(inner)) read_object(out, inner, depth);
  if (value.get(list)) return;
  for (const element item : list) {
    if (!item.get(inner)) read_object(out, inner, depth);
  }
}

// NOLINTNEXTLINE(misc-no-recursion): bounded by depth_max
void read_object(ErrorBody& out, const object& error, int depth) {
  read_status(out, error);
  read_words(out, error);
  read_message(out, error);
  if (depth == depth_max) return;
  for (const char* key : {"error", "metadata", "innererror", "details", "detail"}) {
    element inner;
    if (!error[key].get(inner)) read_element(out, inner, depth + 1);
  }
}

}  // namespace

ErrorBody read_error_body(std::string_view body) {
  ErrorBody out;
  const std::string text = valid_utf8(body.substr(0, body_bytes_max));
  out.text = lower_case(text);
  simdjson::dom::parser parser;
  element root;
  object error;
  std::string_view plain = text;
  const bool is_json = !parser.parse(text).get(root);
  if (!is_json || root.get(error)) {
    if (is_json && root.is_string()) plain = root.get_string().value_unsafe();
    out.message = plain;
    return out;
  }
  std::string_view detail;
  out.only_detail = error.size() == 1 && !error["detail"].get(detail);
  read_object(out, error, 0);
  if (out.message.empty()) out.message = text;
  return out;
}

}  // namespace pintle::wire

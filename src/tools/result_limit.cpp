// SPDX-License-Identifier: MIT
#include "tools/result_limit.hpp"

#include <algorithm>

#include "pintle/json_text.hpp"

namespace pintle {

namespace {

constexpr std::size_t marker_bytes = 100;  // room for the line in the middle

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// A character has at most three bytes behind its first.
std::string_view head_of(std::string_view text, std::size_t bytes) {
  std::size_t end = bytes;
  for (int i = 0; i < 3 && end > 0 && end < text.size() && continues(text[end]); ++i)
    --end;
  return text.substr(0, end);
}

std::string_view tail_of(std::string_view text, std::size_t bytes) {
  std::size_t begin = text.size() - bytes;
  for (int i = 0; i < 3 && begin < text.size() && continues(text[begin]); ++i) ++begin;
  return text.substr(begin);
}

}  // namespace

std::string limited_result(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) {
    std::string whole = valid_utf8(text);
    // A broken byte becomes three.
    return whole.size() <= bytes_max ? whole : limited_result(whole, bytes_max);
  }
  const std::size_t half = bytes_max > marker_bytes ? (bytes_max - marker_bytes) / 2 : 0;
  const std::string head = valid_utf8(head_of(text, half));
  const std::string tail = valid_utf8(tail_of(text, half));
  const std::string_view first = head_of(head, std::min(half, head.size()));
  const std::string_view last = tail_of(tail, std::min(half, tail.size()));
  const std::size_t kept = std::min(first.size() + last.size(), text.size());
  return std::string(first) + "\n[… " + std::to_string(text.size() - kept) + " of " +
         std::to_string(text.size()) + " bytes left out …]\n" + std::string(last);
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
// A journal's text as lines, and with its checksums made anew.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/hash.hpp"

#include "core/hex.hpp"

namespace pintle {

using Lines = std::vector<std::string>;

inline constexpr std::size_t sum_bytes = 26;  // `,"sum":"…"}`

inline Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

inline std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// What somebody writes who knows how the checksums are made.
inline std::string resealed(const Lines& lines) {
  std::string text;
  std::uint64_t sum = 0;
  for (const std::string& line : lines) {
    const std::string body = line.substr(0, line.size() - sum_bytes);
    Hasher hasher;
    hasher.number(sum);
    hasher.text(body);
    sum = hasher.digest();
    text += body + R"(,"sum":")" + hex64(sum) + "\"}\n";
  }
  return text;
}

}  // namespace pintle

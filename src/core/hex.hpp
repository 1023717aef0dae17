// SPDX-License-Identifier: MIT
// Bytes and numbers as lower-case hexadecimal digits. Pure functions. Private.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pintle {

[[nodiscard]] inline std::string to_hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += digits[byte >> 4];
    out += digits[byte & 0x0F];
  }
  return out;
}

[[nodiscard]] inline std::optional<std::string> from_hex(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  if (text.size() % 2 != 0) return std::nullopt;
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += 2) {
    const std::size_t high = digits.find(text[at]);
    const std::size_t low = digits.find(text[at + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) {
      return std::nullopt;
    }
    out += static_cast<char>(high * 16 + low);
  }
  return out;
}

/// 16 digits.
[[nodiscard]] inline std::string hex64(std::uint64_t value) {
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8) {
    bytes += static_cast<char>((value >> shift) & 0xFFU);
  }
  return to_hex(bytes);
}

/// Empty when it is not 16 lower-case digits.
[[nodiscard]] inline std::optional<std::uint64_t> hex64_of(std::string_view text) {
  const std::optional<std::string> bytes = from_hex(text);
  if (!bytes || bytes->size() != 8) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : *bytes) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

}  // namespace pintle

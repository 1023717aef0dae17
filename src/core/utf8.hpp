// SPDX-License-Identifier: MIT
// UTF-8, one sequence at a time. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pintle {

/// The first sequence of a text. When it is invalid, `length` is that of the longest
/// prefix that could have become valid (at least 1), as the Unicode Standard advises for
/// replacement.
struct Utf8Sequence {
  std::size_t length = 0;
  bool valid = false;
};
/// Requires: `text` is not empty.
[[nodiscard]] Utf8Sequence first_utf8_sequence(std::string_view text) noexcept;

/// Requires: `code_point` is a Unicode scalar value.
void append_utf8(std::string& out, std::uint32_t code_point);

/// What stands for bytes that are no UTF-8: U+FFFD.
inline constexpr std::string_view replacement_utf8 = "\xEF\xBF\xBD";

}  // namespace pintle

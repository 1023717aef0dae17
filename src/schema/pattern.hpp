// SPDX-License-Identifier: MIT
// Pattern: a regular expression of ECMA-262 with the "u" flag, as JSON Schema's `pattern`
// has it, run by PCRE2 under limits. Immutable; usable from any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace pintle::schema {

enum class Search : std::uint8_t { found, absent, over_limit };

class Pattern {
 public:
  /// On failure `error` says what is wrong and the result matches nothing.
  [[nodiscard]] static Pattern compile(std::string_view ecma, std::string& error);

  /// Does it occur anywhere in `subject`? Requires: `subject` is valid UTF-8.
  [[nodiscard]] Search search(std::string_view subject, std::uint32_t steps) const;

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
  std::shared_ptr<const void> code_;
};

/// `ecma` in the syntax of PCRE2 (`PCRE2_UTF`, without `PCRE2_UCP`); where ECMA-262 has
/// no such escape or group, `error` says so.
[[nodiscard]] std::string pcre_pattern(std::string_view ecma, std::string& error);

}  // namespace pintle::schema

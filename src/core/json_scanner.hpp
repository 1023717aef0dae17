// SPDX-License-Identifier: MIT
// JsonScanner: strict JSON (RFC 8259) as a row of tokens, without recursion and without
// changing a byte. It validates as it goes: grammar, UTF-8, depth. Escapes that are half
// of a surrogate pair are refused, as most parsers refuse them.
// Lifetime: the text outlives the scanner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "pintle/json_text.hpp"

namespace pintle {

class JsonScanner {
 public:
  enum class Token : std::uint8_t {
    object,
    object_end,
    array,
    array_end,
    key,     ///< With its colon; a value follows.
    string,  ///< `lexeme` has the quotes, here and for keys.
    number,
    literal,  ///< true, false or null.
    end,      ///< The text was one value, and nothing is left but blanks.
    invalid   ///< It was not; every later token is this one too.
  };

  explicit JsonScanner(std::string_view text, std::size_t depth_max = json_depth_max)
      : text_(text), depth_max_(depth_max) {}

  Token next();
  /// The token as it stands in the text.
  [[nodiscard]] std::string_view lexeme() const noexcept {
    return text_.substr(begin_, end_ - begin_);
  }

 private:
  enum class Expect : std::uint8_t {
    value,
    value_or_end,  ///< After `[`.
    key,           ///< After a comma in an object.
    key_or_end,    ///< After `{`.
    comma_or_end,  ///< After a member or an element.
    nothing,       ///< After the one value.
    failure
  };

  [[nodiscard]] bool at_end() const noexcept { return at_ == text_.size(); }
  [[nodiscard]] char peek() const noexcept { return at_end() ? '\0' : text_[at_]; }
  [[nodiscard]] Expect after_value() const noexcept {
    return open_.empty() ? Expect::nothing : Expect::comma_or_end;
  }
  bool take(char c) noexcept;
  void skip_blanks() noexcept;
  Token expected();
  Token fail() noexcept;
  Token open(char bracket);
  Token close(char bracket);
  Token value();
  Token key();
  Token string_value();
  bool string();
  bool escape();
  bool hex4(std::uint32_t& unit);
  bool number();
  bool digits() noexcept;
  bool word(std::string_view expected) noexcept;

  std::string_view text_;
  std::size_t depth_max_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::string open_;  // the brackets that are open, innermost last
  Expect expect_ = Expect::value;
};

/// The text that a JSON string literal stands for. Requires: `lexeme` is valid.
[[nodiscard]] std::string json_unquote(std::string_view lexeme);

}  // namespace pintle

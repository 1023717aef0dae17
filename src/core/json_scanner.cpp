// SPDX-License-Identifier: MIT
#include "core/json_scanner.hpp"

#include "core/utf8.hpp"

namespace pintle {

namespace {

constexpr std::uint32_t high_surrogate = 0xD800;
constexpr std::uint32_t low_surrogate = 0xDC00;
constexpr std::uint32_t surrogate_end = 0xE000;

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

// -1: no hexadecimal digit.
int hex_value(char c) noexcept {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::uint32_t hex_unit(std::string_view four) noexcept {
  std::uint32_t unit = 0;
  for (const char c : four) unit = unit * 16 + static_cast<std::uint32_t>(hex_value(c));
  return unit;
}

// What a one-letter escape stands for; 0: no such escape.
char escaped(char letter) noexcept {
  switch (letter) {
    case '"':
    case '\\':
    case '/': return letter;
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
  }
  return '\0';
}

}  // namespace

JsonScanner::Token JsonScanner::next() {
  skip_blanks();
  begin_ = at_;
  const Token token = expected();
  end_ = at_;
  if (token != Token::key) return token;
  skip_blanks();
  return take(':') ? token : fail();
}

JsonScanner::Token JsonScanner::expected() {
  switch (expect_) {
    case Expect::value: return value();
    case Expect::value_or_end: return peek() == ']' ? close(']') : value();
    case Expect::key: return key();
    case Expect::key_or_end: return peek() == '}' ? close('}') : key();
    case Expect::comma_or_end: {
      const bool in_object = open_.back() == '{';
      if (!take(',')) return close(in_object ? '}' : ']');
      skip_blanks();
      begin_ = at_;
      return in_object ? key() : value();
    }
    case Expect::nothing: return at_end() ? Token::end : fail();
    case Expect::failure: return Token::invalid;
  }
  return fail();
}

bool JsonScanner::take(char c) noexcept {
  if (at_end() || text_[at_] != c) return false;
  ++at_;
  return true;
}

void JsonScanner::skip_blanks() noexcept {
  at_ = text_.find_first_not_of(" \t\r\n", at_);
  if (at_ == std::string_view::npos) at_ = text_.size();
}

JsonScanner::Token JsonScanner::fail() noexcept {
  expect_ = Expect::failure;
  return Token::invalid;
}

JsonScanner::Token JsonScanner::open(char bracket) {
  if (open_.size() >= depth_max_) return fail();
  open_ += bracket;
  ++at_;
  expect_ = bracket == '{' ? Expect::key_or_end : Expect::value_or_end;
  return bracket == '{' ? Token::object : Token::array;
}

JsonScanner::Token JsonScanner::close(char bracket) {
  if (!take(bracket)) return fail();
  open_.pop_back();
  expect_ = after_value();
  return bracket == '}' ? Token::object_end : Token::array_end;
}

JsonScanner::Token JsonScanner::value() {
  const char c = peek();
  if (c == '{' || c == '[') return open(c);
  if (c == '"') return string_value();
  const bool numeric = c == '-' || is_digit(c);
  const bool valid = numeric ? number() : word("true") || word("false") || word("null");
  if (!valid) return fail();
  expect_ = after_value();
  return numeric ? Token::number : Token::literal;
}

JsonScanner::Token JsonScanner::string_value() {
  if (!string()) return fail();
  expect_ = after_value();
  return Token::string;
}

JsonScanner::Token JsonScanner::key() {
  if (!string()) return fail();
  expect_ = Expect::value;
  return Token::key;
}

bool JsonScanner::string() {
  if (!take('"')) return false;
  while (!at_end()) {
    const char c = text_[at_];
    if (c == '"') return take('"');
    if (c == '\\') {
      if (!escape()) return false;
      continue;
    }
    const Utf8Sequence sequence = first_utf8_sequence(text_.substr(at_));
    if (static_cast<unsigned char>(c) < 0x20 || !sequence.valid) return false;
    at_ += sequence.length;
  }
  return false;
}

bool JsonScanner::escape() {
  ++at_;
  if (escaped(peek()) != '\0') {
    ++at_;
    return true;
  }
  std::uint32_t unit = 0;
  if (!hex4(unit)) return false;
  if (unit < high_surrogate || unit >= surrogate_end) return true;
  std::uint32_t low = 0;
  return unit < low_surrogate && take('\\') && hex4(low) && low >= low_surrogate &&
         low < surrogate_end;
}

bool JsonScanner::hex4(std::uint32_t& unit) {
  if (!take('u') || text_.size() - at_ < 4) return false;
  const std::string_view four = text_.substr(at_, 4);
  for (const char c : four) {
    if (hex_value(c) < 0) return false;
  }
  unit = hex_unit(four);
  at_ += 4;
  return true;
}

bool JsonScanner::number() {
  take('-');
  if (!take('0') && !digits()) return false;
  if (take('.') && !digits()) return false;
  if (!take('e') && !take('E')) return true;
  if (!take('+')) take('-');
  return digits();
}

bool JsonScanner::digits() noexcept {
  const std::size_t first = at_;
  while (is_digit(peek())) ++at_;
  return at_ > first;
}

bool JsonScanner::word(std::string_view expected) noexcept {
  if (text_.substr(at_, expected.size()) != expected) return false;
  at_ += expected.size();
  return true;
}

std::string json_unquote(std::string_view lexeme) {
  std::string out;
  out.reserve(lexeme.size());
  std::string_view rest = lexeme.substr(1, lexeme.size() - 2);
  while (!rest.empty()) {
    const std::size_t plain = rest.find('\\');
    out += rest.substr(0, plain);
    if (plain == std::string_view::npos) break;
    rest.remove_prefix(plain + 1);
    if (rest.front() != 'u') {
      out += escaped(rest.front());
      rest.remove_prefix(1);
      continue;
    }
    std::uint32_t unit = hex_unit(rest.substr(1, 4));
    rest.remove_prefix(5);
    if (unit >= high_surrogate && unit < low_surrogate) {
      const std::uint32_t low = hex_unit(rest.substr(2, 4));
      unit = 0x10000 + ((unit - high_surrogate) << 10) + (low - low_surrogate);
      rest.remove_prefix(6);
    }
    append_utf8(out, unit);
  }
  return out;
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
// Repairs of argument text, as far as only one reading is possible. Truncated text, two
// objects glued together, and values that are no object are never guessed at: a wrong
// guess would be executed.
#include <charconv>
#include <system_error>
#include <utility>

#include "pintle/json_text.hpp"

#include "core/json_scanner.hpp"

namespace pintle {

namespace {

using Token = JsonScanner::Token;

constexpr std::string_view blanks = " \t\r\n";

// Would a parser that reads into a double get an infinity?
bool overflows(std::string_view number) {
  double value = 0;
  const char* const last = number.data() + number.size();
  const auto parsed = std::from_chars(number.data(), last, value);
  if (parsed.ec != std::errc::result_out_of_range) return false;
  const bool tiny = number.find("e-") != std::string_view::npos ||
                    number.find("E-") != std::string_view::npos;
  return !tiny;
}

// An object that every reader understands alike: valid, and no number beyond a double.
bool is_usable_object(std::string_view text) {
  JsonScanner scanner(text);
  Token token = scanner.next();
  if (token != Token::object) return false;
  while (token != Token::end && token != Token::invalid) {
    if (token == Token::number && overflows(scanner.lexeme())) return false;
    token = scanner.next();
  }
  return token == Token::end;
}

// The content, when `text` is nothing but a JSON string: arguments encoded twice.
std::string encoded_content(std::string_view text) {
  JsonScanner scanner(text);
  if (scanner.next() != Token::string) return {};
  const std::string_view lexeme = scanner.lexeme();
  if (scanner.next() != Token::end) return {};
  return json_unquote(lexeme);
}

// Copies the first object, mending what is certain: control characters in strings are
// escaped, a comma before a closing bracket is left out.
class Mender {
 public:
  explicit Mender(std::string_view text) : text_(text) {}

  // Empty: there is no complete object, or what follows it is more than surplus closing
  // brackets. The result may still be invalid for other reasons.
  std::string mended() {
    do {
      if (at_ == text_.size()) return {};
      in_string_ ? string_byte() : plain_byte();
    } while (depth_ > 0 || in_string_);
    const bool surplus_only =
        text_.find_first_not_of(" \t\r\n]}", at_) == std::string_view::npos;
    return surplus_only ? std::move(out_) : std::string{};
  }

 private:
  void string_byte() {
    const char c = text_[at_++];
    if (static_cast<unsigned char>(c) < 0x20) {
      const JsonText quoted = json_quote(std::string_view(&c, 1));
      out_.append(quoted, 1, quoted.size() - 2);
      return;
    }
    out_ += c;
    if (c == '\\' && at_ < text_.size()) out_ += text_[at_++];
    if (c == '"') in_string_ = false;
  }

  void plain_byte() {
    const char c = text_[at_++];
    if (c == ',' && closes_next() && !after_opening()) return;
    out_ += c;
    if (c == '"') in_string_ = true;
    if (c == '{' || c == '[') ++depth_;
    if (c == '}' || c == ']') --depth_;
  }

  [[nodiscard]] bool closes_next() const {
    const std::size_t next = text_.find_first_not_of(blanks, at_);
    return next != std::string_view::npos && (text_[next] == '}' || text_[next] == ']');
  }

  // `[,]` and `[1,,]` are not a list with one comma too many: something is missing.
  [[nodiscard]] bool after_opening() const {
    const std::size_t last = out_.find_last_not_of(blanks);
    const char c = last == std::string::npos ? ',' : out_[last];
    return c == '{' || c == '[' || c == ',' || c == ':';
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
  std::size_t depth_ = 0;
  bool in_string_ = false;
};

}  // namespace

RepairedArguments repair_arguments(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return RepairedArguments{"{}", {}, true};
  if (is_usable_object(text)) return RepairedArguments{JsonText(text), {}, true};

  const bool encoded = text[first] == '"';
  const bool object = text[first] == '{';
  std::string repaired;
  if (encoded) repaired = encoded_content(text);
  if (object) repaired = Mender(text.substr(first)).mended();
  if (!is_usable_object(repaired)) {
    return RepairedArguments{"{}", std::string(text), false};
  }
  return RepairedArguments{std::move(repaired), std::string(text), true};
}

}  // namespace pintle

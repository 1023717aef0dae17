// SPDX-License-Identifier: MIT
// From the regular expressions of ECMA-262 ("u" flag) to those of PCRE2. Both share most
// of their syntax; what differs is written out here. Escaped punctuation that the "u"
// flag refuses (`\@`) is taken as itself, since schemas in the field have it.
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "schema/pattern.hpp"
#include "schema/unicode_category.hpp"

namespace pintle::schema {

namespace {

constexpr std::string_view space_members =
    R"(\t\n\x0b\f\r \xa0\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff})";

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::string code_point(std::uint32_t value) {
  std::array<char, 10> hex{};
  const auto end = std::to_chars(hex.data(), hex.data() + hex.size(), value, 16).ptr;
  return "\\x{" + std::string(hex.data(), end) + "}";
}

class Translator {
 public:
  explicit Translator(std::string_view text) : text_(text) {}

  std::string run(std::string& error) {
    while (at_ < text_.size() && error_.empty()) {
      const bool quantified = std::exchange(quantified_, false);
      const char c = text_[at_++];
      if (c == '\\') {
        escape();
      } else if (in_class_) {
        class_member(c);
      } else {
        outside(c, quantified);
      }
    }
    if (error_.empty() && in_class_) error_ = "a character class is not closed";
    error = error_;
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  bool take(std::string_view piece) {
    if (!rest().starts_with(piece)) return false;
    at_ += piece.size();
    return true;
  }

  void outside(char c, bool quantified) {
    switch (c) {
      case '.': out_ += R"([^\n\r\x{2028}\x{2029}])"; break;
      case '(': group(); break;
      case '[':
        out_ += take("^") ? "[^" : "[";
        in_class_ = true;
        break;
      case ']':
      case '}':
        out_ += '\\';
        out_ += c;
        break;
      case '{': braces(quantified); break;
      case '*':
      case '+':
      case '?': quantifier(std::string_view(&c, 1), quantified); break;
      default: out_ += c;
    }
  }

  void class_member(char c) {
    if (c == '[') out_ += '\\';  // PCRE2 would read [:alpha:]
    if (c == ']') in_class_ = false;
    out_ += c;
  }

  // The groups that ECMA-262 has; PCRE2 would take many more, and verbs.
  void group() {
    out_ += '(';
    if (rest().starts_with('*')) return fail("a quantifier behind \"(\"");
    if (!take("?")) return;
    out_ += '?';
    for (const std::string_view kind : {":", "=", "!", "<=", "<!"}) {
      if (take(kind)) {
        out_ += kind;
        return;
      }
    }
    const bool named = rest().size() > 1 && rest()[0] == '<' &&
                       (is_letter_or_digit(rest()[1]) || rest()[1] == '_');
    if (!named) fail("ECMA-262 has no group that begins with \"(?" + next() + "\"");
  }

  [[nodiscard]] std::string next() const { return std::string(rest().substr(0, 1)); }

  void quantifier(std::string_view text, bool quantified) {
    if (quantified) return fail("a quantifier behind a quantifier");
    out_ += text;
    if (take("?")) out_ += '?';
    quantified_ = true;
  }

  // {3}, {3,} and {3,5} are quantifiers; any other brace stands for itself.
  void braces(bool quantified) {
    const std::size_t end = rest().find('}');
    const std::string_view inner = rest().substr(0, end);
    const bool counts =
        end != std::string_view::npos && !inner.empty() && inner.front() != ',' &&
        inner.find_first_not_of("0123456789,") == std::string_view::npos &&
        std::count(inner.begin(), inner.end(), ',') <= 1;
    if (!counts) {
      out_ += "\\{";
      return;
    }
    at_ += end + 1;
    quantifier("{" + std::string(inner) + "}", quantified);
  }

  void escape() {
    if (at_ == text_.size()) return fail("it ends in a backslash");
    const char c = text_[at_++];
    switch (c) {
      case 'd':
      case 'D':
      case 'w':
      case 'W':
      case 't':
      case 'n':
      case 'f':
      case 'r': return copy(c);
      case 'v': out_ += "\\x0b"; return;
      case 's':
      case 'S': return space(c == 'S');
      case 'b':
        if (!in_class_) return copy(c);
        out_ += "\\x08";
        return;
      case 'p':
      case 'P': return property(c);
      case 'c': return control();
      case 'x': return hexadecimal(2);
      case 'u': return unicode();
      default: return other(c);
    }
  }

  void copy(char c) {
    out_ += '\\';
    out_ += c;
  }

  void other(char c) {
    if (c == '0') {
      out_ += "\\x00";
    } else if (!in_class_ && c >= '1' && c <= '9') {
      reference(c);
    } else if (!in_class_ && (c == 'B' || (c == 'k' && rest().starts_with('<')))) {
      copy(c);
    } else if (is_letter_or_digit(c)) {
      fail(std::string("ECMA-262 has no escape \"\\") + c + "\" here");
    } else if (static_cast<unsigned char>(c) < 0x80U) {
      copy(c);
    } else {
      out_ += c;  // the first byte of a character that needs no escape
    }
  }

  void reference(char first) {
    out_ += "\\g{";
    out_ += first;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
      out_ += text_[at_++];
    }
    out_ += '}';
  }

  // Inside a class \S has no exact counterpart: \P{Xsp} differs in U+FEFF and U+0085.
  void space(bool negated) {
    if (in_class_) {
      out_ += negated ? std::string_view("\\P{Xsp}") : space_members;
    } else {
      out_ += (negated ? "[^" : "[") + std::string(space_members) + "]";
    }
  }

  void property(char c) {
    const std::size_t end = rest().find('}');
    if (!rest().starts_with('{') || end == std::string_view::npos) {
      return fail(std::string("\"\\") + c + "\" needs a name in braces");
    }
    std::string_view name = rest().substr(1, end - 1);
    at_ += end + 1;
    for (const std::string_view prefix : {"General_Category=", "gc="}) {
      if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
    }
    copy(c);
    if (name == "Any" || name == "Assigned") {
      out_ += name == "Any" ? "{Any}" : "{^Cn}";
    } else {
      out_ += "{" + std::string(short_category(name)) + "}";
    }
  }

  void control() {
    const char letter = rest().empty() ? '0' : rest().front();
    const bool fits = is_letter_or_digit(letter) && letter > '9';
    if (!fits) return fail("\"\\c\" needs a letter");
    ++at_;
    out_ += code_point(static_cast<std::uint32_t>(letter) & 31U);
  }

  std::optional<std::uint32_t> digits(std::size_t count) {
    std::uint32_t value = 0;
    const char* const begin = rest().data();
    if (rest().size() < count ||
        std::from_chars(begin, begin + count, value, 16).ptr != begin + count) {
      return std::nullopt;
    }
    at_ += count;
    return value;
  }

  void hexadecimal(std::size_t count) {
    const std::optional<std::uint32_t> value = digits(count);
    if (!value) return fail("\"\\x\" needs two hexadecimal digits");
    out_ += code_point(*value);
  }

  void unicode() {
    if (take("{")) {
      const std::size_t end = rest().find('}');
      const std::optional<std::uint32_t> value =
          end == 0 || end > 8 ? std::nullopt : digits(end);
      if (!value || !take("}")) return fail("\"\\u{\" needs a code point");
      out_ += code_point(*value);
      return;
    }
    std::optional<std::uint32_t> value = digits(4);
    if (!value) return fail("\"\\u\" needs four hexadecimal digits");
    const std::size_t behind = at_;
    if ((*value & 0xFC00U) == 0xD800U && take("\\u")) {
      const std::optional<std::uint32_t> low = digits(4);
      if (low && (*low & 0xFC00U) == 0xDC00U) {
        value = 0x10000U + ((*value & 0x3FFU) << 10U) + (*low & 0x3FFU);
      } else {
        at_ = behind;
      }
    }
    out_ += code_point(*value);
  }

  void fail(std::string what) {
    if (error_.empty()) error_ = std::move(what);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool in_class_ = false;
  bool quantified_ = false;
  std::string out_;
  std::string error_;
};

}  // namespace

std::string pcre_pattern(std::string_view ecma, std::string& error) {
  return Translator(ecma).run(error);
}

}  // namespace pintle::schema

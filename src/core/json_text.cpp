// SPDX-License-Identifier: MIT
#include "pintle/json_text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "pintle/hash.hpp"

#include "core/json_scanner.hpp"
#include "core/utf8.hpp"

namespace pintle {

namespace {

using Token = JsonScanner::Token;

struct Member {
  std::string key;  // unescaped; empty in arrays
  JsonText value;
};

// An object or array whose end has not come yet.
struct Container {
  Token kind = Token::array;
  std::vector<Member> members;
};

// Sorts by key and keeps the last of those with equal keys.
void order_members(std::vector<Member>& members) {
  std::stable_sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
    return a.key < b.key;
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const bool overridden =
        i + 1 < members.size() && members[i].key == members[i + 1].key;
    if (overridden) continue;
    if (kept != i) members[kept] = std::move(members[i]);
    ++kept;
  }
  members.resize(kept);
}

JsonText render(Container container) {
  const bool is_object = container.kind == Token::object;
  if (is_object) order_members(container.members);
  JsonText out(1, is_object ? '{' : '[');
  for (const Member& member : container.members) {
    if (out.size() > 1) out += ',';
    if (is_object) out += json_quote(member.key) + ':';
    out += member.value;
  }
  out += is_object ? '}' : ']';
  return out;
}

// Puts containers together from the inside out, with an explicit stack.
class Canonicalizer {
 public:
  // False: the text is not JSON.
  bool run(JsonScanner& scanner) {
    Token token = scanner.next();
    while (token != Token::end && token != Token::invalid) {
      take(token, scanner.lexeme());
      token = scanner.next();
    }
    return token == Token::end;
  }
  JsonText result() && { return std::move(result_); }

 private:
  void take(Token token, std::string_view lexeme) {
    switch (token) {
      case Token::object:
      case Token::array: open_.push_back(Container{token, {}}); break;
      case Token::object_end:
      case Token::array_end: {
        Container closed = std::move(open_.back());
        open_.pop_back();
        add(render(std::move(closed)));
        break;
      }
      case Token::key:
        open_.back().members.push_back(Member{json_unquote(lexeme), {}});
        break;
      case Token::string: add(json_quote(json_unquote(lexeme))); break;
      case Token::number:
      case Token::literal: add(JsonText(lexeme)); break;
      case Token::end:
      case Token::invalid: break;
    }
  }

  void add(JsonText value) {
    if (open_.empty()) {
      result_ = std::move(value);
    } else if (open_.back().kind == Token::object) {
      open_.back().members.back().value = std::move(value);
    } else {
      open_.back().members.push_back(Member{{}, std::move(value)});
    }
  }

  std::vector<Container> open_;
  JsonText result_;
};

void append_escaped(std::string& out, char c) {
  constexpr std::string_view hex = "0123456789abcdef";
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
  }
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x20) {
    out += c;
    return;
  }
  out += "\\u00";
  out += hex[byte >> 4];
  out += hex[byte & 0x0F];
}

}  // namespace

bool is_json(std::string_view text, std::size_t depth_max) {
  JsonScanner scanner(text, depth_max);
  Token token = scanner.next();
  while (token != Token::end && token != Token::invalid) token = scanner.next();
  return token == Token::end;
}

Result<JsonText> canonical_json(std::string_view text) {
  JsonScanner scanner(text);
  Canonicalizer canonicalizer;
  if (!canonicalizer.run(scanner)) return Err{UnexpectedError{"the text is not JSON"}};
  return std::move(canonicalizer).result();
}

std::uint64_t canonical_digest(std::string_view text) {
  const Result<JsonText> canonical = canonical_json(text);
  return hash64(canonical.ok() ? std::string_view(*canonical) : text);
}

JsonText json_quote(std::string_view text) {
  JsonText out;
  out.reserve(text.size() + 2);
  out += '"';
  while (!text.empty()) {
    const Utf8Sequence sequence = first_utf8_sequence(text);
    if (!sequence.valid) {
      out += replacement_utf8;
    } else if (sequence.length == 1) {
      append_escaped(out, text.front());
    } else {
      out += text.substr(0, sequence.length);
    }
    text.remove_prefix(sequence.length);
  }
  out += '"';
  return out;
}

}  // namespace pintle

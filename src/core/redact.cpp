// SPDX-License-Identifier: MIT
#include "core/redact.hpp"

#include <algorithm>
#include <utility>

#include "core/json_scanner.hpp"

namespace pintle {

namespace {

using Token = JsonScanner::Token;

constexpr std::string_view mark = "[redacted]";

// In order, with those that touch made one.
std::vector<TextRange> merged(std::vector<TextRange> ranges) {
  std::sort(ranges.begin(), ranges.end(), [](const TextRange& a, const TextRange& b) {
    return a.begin < b.begin;
  });
  std::vector<TextRange> out;
  for (const TextRange& range : ranges) {
    if (!out.empty() && range.begin <= out.back().end) {
      out.back().end = std::max(out.back().end, range.end);
    } else {
      out.push_back(range);
    }
  }
  return out;
}

// What a JSON string says, and where each of its bytes stands in the literal.
struct Unescaped {
  std::string text;
  std::vector<std::size_t> begins;
  std::vector<std::size_t> ends;
};

// Half of a surrogate pair never stands alone: the scanner refuses it.
std::size_t escape_length(std::string_view literal, std::size_t at) {
  constexpr std::string_view high_surrogates = "89abAB";
  if (literal[at] != '\\') return 1;
  if (literal[at + 1] != 'u') return 2;
  const bool paired = (literal[at + 2] == 'd' || literal[at + 2] == 'D') &&
                      high_surrogates.find(literal[at + 3]) != std::string_view::npos;
  return paired ? 12 : 6;
}

Unescaped unescape(std::string_view literal) {
  Unescaped out;
  for (std::size_t at = 1; at + 1 < literal.size();) {
    const std::size_t length = escape_length(literal, at);
    std::string piece(literal.substr(at, length));
    if (length > 1) piece = json_unquote('"' + piece + '"');
    out.text += piece;
    out.begins.insert(out.begins.end(), piece.size(), at);
    out.ends.insert(out.ends.end(), piece.size(), at + length);
    at += length;
  }
  return out;
}

bool is_container(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  return (text[first] == '{' || text[first] == '[') && is_json(text);
}

void write_mask(std::string& text, const TextRange& range) {
  for (std::size_t at = range.begin; at < range.end; ++at) {
    const std::size_t place = at - range.begin;
    const bool marked = range.end - range.begin >= mark.size() && place < mark.size();
    text[at] = range.digits ? '1' : marked ? mark[place] : '*';
  }
}

}  // namespace

void SecretFinder::add(std::string_view secret) {
  if (secret.size() < secret_bytes_min) return;
  secrets_.emplace_back(secret);
  const std::string quoted = json_quote(secret);
  const std::string escaped = quoted.substr(1, quoted.size() - 2);
  if (escaped != secret) secrets_.push_back(escaped);
}

void SecretFinder::collect(std::string_view text, std::vector<TextRange>& out) const {
  for (const std::string& secret : secrets_) {
    for (std::size_t at = text.find(secret); at != std::string_view::npos;
         at = text.find(secret, at + secret.size())) {
      out.push_back({at, at + secret.size(), false});
    }
  }
  if (patterns_) find_secret_patterns(text, out);
}

std::vector<TextRange> SecretFinder::find(std::string_view text) const {
  std::vector<TextRange> out;
  collect(text, out);
  return merged(std::move(out));
}

std::vector<TextRange> SecretFinder::find_in_json(std::string_view json) const {
  std::vector<TextRange> out;
  JsonScanner scanner(json);
  bool named = false;  // the value here belongs to a secret name
  for (Token token = scanner.next(); token != Token::end && token != Token::invalid;
       token = scanner.next()) {
    std::string_view lexeme = scanner.lexeme();
    const auto offset = static_cast<std::size_t>(lexeme.data() - json.data());
    const bool is_text = token == Token::key || token == Token::string;
    if (is_text) lexeme = lexeme.substr(0, lexeme.rfind('"') + 1);
    if (token == Token::string && named) {
      if (lexeme.size() > 2)
        out.push_back({offset + 1, offset + lexeme.size() - 1, false});
    } else if (is_text) {
      const Unescaped said = unescape(lexeme);
      for (const TextRange& range : find(said.text)) {
        const std::size_t end = said.ends[range.end - 1];
        out.push_back({offset + said.begins[range.begin], offset + end, false});
      }
    } else if (token == Token::number) {
      for (const TextRange& range : find(lexeme)) {
        out.push_back({offset + range.begin, offset + range.end, true});
      }
    }
    named = patterns_ && token == Token::key && is_secret_name(json_unquote(lexeme));
  }
  return merged(std::move(out));
}

bool SecretFinder::mask(std::string& text) const {
  const auto ranges = is_container(text) ? find_in_json(text) : find(text);
  for (const TextRange& range : ranges) write_mask(text, range);
  return !ranges.empty();
}

}  // namespace pintle

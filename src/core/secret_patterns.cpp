// SPDX-License-Identifier: MIT
#include "core/secret_patterns.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace pintle {

namespace {

constexpr auto none = std::string_view::npos;

bool is_alnum(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}
bool is_name(char c) {
  return is_alnum(c) || c == '_' || c == '-';
}
bool is_token(char c) {
  return is_name(c) || c == '.' || c == '~' || c == '+' || c == '/' || c == '=';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

// Keys that tell by their beginning what they are.
struct Prefix {
  std::string_view text;
  std::size_t tail_min;  // characters after it
};
constexpr std::array<Prefix, 11> prefixes = {{{"sk-", 16},
                                              {"AKIA", 16},
                                              {"ASIA", 16},
                                              {"AIza", 30},
                                              {"ghp_", 20},
                                              {"gho_", 20},
                                              {"ghs_", 20},
                                              {"github_pat_", 20},
                                              {"xoxb-", 16},
                                              {"xoxp-", 16},
                                              {"glpat-", 16}}};

constexpr std::array<std::string_view, 15> secret_endings = {"api_key",
                                                             "apikey",
                                                             "access_key",
                                                             "secret_key",
                                                             "private_key",
                                                             "auth_token",
                                                             "access_token",
                                                             "refresh_token",
                                                             "token",
                                                             "secret",
                                                             "password",
                                                             "passwd",
                                                             "passphrase",
                                                             "authorization",
                                                             "cookie"};

std::size_t run_end(std::string_view text, std::size_t at, bool (*belongs)(char)) {
  while (at < text.size() && belongs(text[at])) ++at;
  return at;
}

void find_prefix(std::string_view text, std::size_t at, std::vector<TextRange>& out) {
  for (const Prefix& prefix : prefixes) {
    if (!text.substr(at).starts_with(prefix.text)) continue;
    const std::size_t end = run_end(text, at, is_name);
    if (end - at >= prefix.text.size() + prefix.tail_min) out.push_back({at, end, false});
  }
}

void find_bearer(std::string_view text, std::size_t at, std::vector<TextRange>& out) {
  constexpr std::string_view word = "bearer ";
  constexpr std::size_t token_min = 8;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (at + i >= text.size() || lower(text[at + i]) != word[i]) return;
  }
  const std::size_t begin = at + word.size();
  const std::size_t end = run_end(text, begin, is_token);
  if (end - begin >= token_min) out.push_back({begin, end, false});
}

// The name before a colon or an equals sign; it may stand in quotes, also escaped ones.
std::string_view name_before(std::string_view text, std::size_t at) {
  while (at > 0 && is_blank(text[at - 1])) --at;
  while (at > 0 && (text[at - 1] == '"' || text[at - 1] == '\'')) --at;
  while (at > 0 && text[at - 1] == '\\') --at;
  std::size_t begin = at;
  while (begin > 0 && is_name(text[begin - 1])) --begin;
  return text.substr(begin, at - begin);
}

// Where a quoted value ends whose opening quote stands at `quote`.
std::size_t quoted_end(std::string_view text, std::size_t quote) {
  const bool nested = quote > 0 && text[quote - 1] == '\\';
  std::size_t at = quote + 1;
  while (at < text.size() && text[at] != text[quote]) {
    at += !nested && text[at] == '\\' ? 2 : 1;
  }
  at = std::min(at, text.size());
  while (nested && at > quote + 1 && text[at - 1] == '\\') --at;
  return at;
}

void find_value(std::string_view text,
                std::size_t at,
                bool to_line_end,
                std::vector<TextRange>& out) {
  constexpr std::size_t bare_min = 4;
  while (at < text.size() && (is_blank(text[at]) || text[at] == '\\')) ++at;
  if (at >= text.size()) return;
  if (text[at] == '"' || text[at] == '\'') {
    const std::size_t end = quoted_end(text, at);
    if (end > at + 1) out.push_back({at + 1, end, false});
    return;
  }
  const std::string_view stops = to_line_end ? "\r\n\"'" : " \t\r\n,;&\"'{}[]()<>\\";
  const std::size_t end = std::min(text.find_first_of(stops, at), text.size());
  if (end - at >= bare_min) out.push_back({at, end, false});
}

// Headers whose value goes on to the end of the line.
bool is_header(std::string_view name) {
  std::string plain(name);
  std::transform(plain.begin(), plain.end(), plain.begin(), lower);
  return plain.ends_with("authorization") || plain.ends_with("cookie");
}

void find_pem(std::string_view text, std::vector<TextRange>& out) {
  constexpr std::string_view begin_mark = "PRIVATE KEY-----";
  constexpr std::string_view end_mark = "-----END";
  std::size_t at = text.find(begin_mark);
  while (at != none) {
    const std::size_t begin = at + begin_mark.size();
    const std::size_t end = std::min(text.find(end_mark, begin), text.size());
    if (end > begin) out.push_back({begin, end, false});
    const std::size_t after = end + end_mark.size() + begin_mark.size();
    at = after < text.size() ? text.find("-----BEGIN", after) : none;
    if (at != none) at = text.find(begin_mark, at);
  }
}

}  // namespace

bool is_secret_name(std::string_view name) {
  std::string plain;
  for (const char c : name) plain += c == '-' ? '_' : lower(c);
  return std::any_of(secret_endings.begin(),
                     secret_endings.end(),
                     [&](std::string_view ending) { return plain.ends_with(ending); });
}

void find_secret_patterns(std::string_view text, std::vector<TextRange>& out) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ':' || text[at] == '=') {
      const std::string_view name = name_before(text, at);
      if (name.empty() || !is_secret_name(name)) continue;
      find_value(text, at + 1, is_header(name), out);
      continue;
    }
    const bool begins = at == 0 || !is_name(text[at - 1]);
    if (!begins) continue;
    find_prefix(text, at, out);
    find_bearer(text, at, out);
  }
  find_pem(text, out);
}

}  // namespace pintle

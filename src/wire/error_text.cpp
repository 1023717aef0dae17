// SPDX-License-Identifier: MIT
#include "wire/error_text.hpp"

#include <algorithm>
#include <array>

#include "pintle/json_text.hpp"

namespace pintle::wire {

namespace {

constexpr auto npos = std::string_view::npos;

// Beginnings of keys as the providers make them.
constexpr std::array<std::string_view, 13> key_prefixes = {"sk-",
                                                           "sk_",
                                                           "pk-",
                                                           "rk-",
                                                           "gsk_",
                                                           "xai-",
                                                           "hf_",
                                                           "nvapi-",
                                                           "ghp_",
                                                           "github_pat_",
                                                           "AIza",
                                                           "AKIA",
                                                           "eyJ"};
// Words behind which a secret stands.
constexpr std::array<std::string_view, 7> key_labels = {
    "bearer ", "api_key=", "apikey=", "api-key: ", "?key=", "&key=", "authorization: "};

bool is_key_char(char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("-_.*+/=~").find(c) != npos;
}

bool is_page(std::string_view lower) noexcept {
  return lower.find("<html") != npos || lower.find("<!doctype") != npos ||
         lower.find("<body") != npos;
}

// Where the markup at the front of `lower` ends; scripts and styles go with their text.
std::size_t markup_length(std::string_view lower) {
  std::string_view closing = ">";
  if (lower.substr(0, 7) == "<script") closing = "</script>";
  if (lower.substr(0, 6) == "<style") closing = "</style>";
  if (lower.substr(0, 4) == "<!--") closing = "-->";
  const std::size_t end = lower.find(closing);
  return end == npos ? lower.size() : end + closing.size();
}

std::string without_markup(std::string_view text) {
  const std::string lower = lower_case(text);
  if (!is_page(lower)) return std::string(text);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '<') {
      i += markup_length(std::string_view(lower).substr(i));
      out += ' ';
    } else {
      out += text[i++];
    }
  }
  return out;
}

std::string folded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = static_cast<unsigned char>(c) <= ' ';
    if (!blank) out += c;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

bool starts_secret(std::string_view text, std::string_view lower, std::size_t at) {
  const auto labels = [&](std::string_view label) {
    return at >= label.size() && lower.substr(at - label.size(), label.size()) == label;
  };
  if (std::any_of(key_labels.begin(), key_labels.end(), labels)) return true;
  if (at > 0 && is_key_char(text[at - 1]) && text[at - 1] != '=') return false;
  const auto begins = [&](std::string_view prefix) {
    return text.substr(at, prefix.size()) == prefix && at + prefix.size() < text.size() &&
           is_key_char(text[at + prefix.size()]);
  };
  return std::any_of(key_prefixes.begin(), key_prefixes.end(), begins);
}

std::string without_secrets(std::string_view text) {
  const std::string lower = lower_case(text);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_key_char(text[i]) || !starts_secret(text, lower, i)) {
      out += text[i++];
      continue;
    }
    out += "[redacted]";
    while (i < text.size() && is_key_char(text[i])) ++i;
  }
  return out;
}

std::string shortened(std::string text) {
  constexpr std::string_view mark = "...";
  if (text.size() <= error_message_bytes) return text;
  std::size_t end = error_message_bytes - mark.size();
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  text.resize(end);
  return text.append(mark);
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string presentable(std::string_view text) {
  // A page is longer than its message; what is cut here is far behind it.
  constexpr std::size_t read_max = 65'536;
  const std::string plain = folded(without_markup(text.substr(0, read_max)));
  return shortened(without_secrets(valid_utf8(plain)));
}

}  // namespace pintle::wire

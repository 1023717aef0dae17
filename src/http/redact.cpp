// SPDX-License-Identifier: MIT
#include "http/redact.hpp"

#include <algorithm>
#include <array>

namespace pintle::http {
namespace {

constexpr std::size_t secret_bytes_min = 8;
constexpr std::string_view mark = "[redacted]";
constexpr std::array<std::string_view, 6> secret_names = {
    "auth", "key", "token", "secret", "cookie", "password"};

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return out;
}

}  // namespace

void Secrets::add(std::string_view secret) {
  if (secret.size() >= secret_bytes_min) finder_.add(secret);
}

void Secrets::add_from(const HttpHeaders& headers) {
  for (const auto& [name, value] : headers) {
    const std::string small = lower(name);
    const bool secret = std::any_of(
        secret_names.begin(), secret_names.end(), [&small](std::string_view word) {
          return small.find(word) != std::string::npos;
        });
    if (!secret) continue;
    add(value);
    const std::size_t blank = value.find(' ');  // "Bearer KEY"
    if (blank != std::string::npos) add(std::string_view(value).substr(blank + 1));
  }
}

std::string Secrets::redact(std::string_view text) const {
  std::string out;
  std::size_t at = 0;
  for (const TextRange& range : finder_.find(text)) {
    out.append(text.substr(at, range.begin - at)).append(mark);
    at = range.end;
  }
  return out.append(text.substr(at));
}

}  // namespace pintle::http

// SPDX-License-Identifier: MIT
#include "schema/uri.hpp"

#include <charconv>

namespace pintle::schema {

namespace {

// The five components; `has_*` tells "" from not there.
struct Parts {
  std::string_view scheme;
  std::string_view authority;
  std::string_view path;
  std::string_view query;
  std::string_view fragment;
  bool has_authority = false;
  bool has_query = false;
  bool has_fragment = false;
};

bool is_scheme(std::string_view text) {
  constexpr std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return !text.empty() && letters.find(text.front()) != std::string_view::npos &&
         text.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.") ==
             std::string_view::npos;
}

// Cuts `rest` at the first of `marks` and gives the piece behind it.
std::string_view cut(std::string_view& rest, char mark, bool& found) {
  const std::size_t at = rest.find(mark);
  found = at != std::string_view::npos;
  if (!found) return {};
  const std::string_view behind = rest.substr(at + 1);
  rest = rest.substr(0, at);
  return behind;
}

Parts split(std::string_view uri) {
  Parts parts;
  std::string_view rest = uri;
  parts.fragment = cut(rest, '#', parts.has_fragment);
  parts.query = cut(rest, '?', parts.has_query);
  const std::size_t colon = rest.find(':');
  if (colon != std::string_view::npos && is_scheme(rest.substr(0, colon))) {
    parts.scheme = rest.substr(0, colon);
    rest.remove_prefix(colon + 1);
  }
  if (rest.starts_with("//")) {
    rest.remove_prefix(2);
    parts.has_authority = true;
    parts.authority = rest.substr(0, rest.find('/'));
    rest.remove_prefix(parts.authority.size());
  }
  parts.path = rest;
  return parts;
}

std::string join(const Parts& parts, std::string_view path) {
  std::string out;
  if (!parts.scheme.empty()) out.append(parts.scheme).append(":");
  if (parts.has_authority) out.append("//").append(parts.authority);
  out.append(path);
  if (parts.has_query) out.append("?").append(parts.query);
  if (parts.has_fragment) out.append("#").append(parts.fragment);
  return out;
}

// Section 5.2.4, for a path that begins with a slash.
std::string without_dots(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    const std::size_t end = path.find('/', 1);
    const std::string_view segment = path.substr(0, end);
    path = end == std::string_view::npos ? std::string_view() : path.substr(end);
    const bool dot = segment == "/.";
    const bool dots = segment == "/..";
    if (dots) out.resize(out.rfind('/') == std::string::npos ? 0 : out.rfind('/'));
    if (!dot && !dots) {
      out += segment;
    } else if (path.empty()) {
      out += '/';
    }
  }
  return out;
}

std::string cleaned(std::string_view path) {
  return path.starts_with('/') ? without_dots(path) : std::string(path);
}

std::string merged_path(const Parts& base, std::string_view path) {
  if (base.has_authority && base.path.empty()) return "/" + std::string(path);
  return std::string(base.path.substr(0, base.path.rfind('/') + 1)) + std::string(path);
}

}  // namespace

std::string resolve(std::string_view base_uri, std::string_view reference) {
  const Parts base = split(base_uri);
  Parts to = split(reference);
  if (!to.scheme.empty()) return join(to, cleaned(to.path));
  to.scheme = base.scheme;
  if (to.has_authority) return join(to, cleaned(to.path));
  to.authority = base.authority;
  to.has_authority = base.has_authority;
  if (to.path.empty()) {
    if (!to.has_query) {
      to.query = base.query;
      to.has_query = base.has_query;
    }
    return join(to, base.path);
  }
  if (to.path.starts_with('/')) return join(to, cleaned(to.path));
  return join(to, cleaned(merged_path(base, to.path)));
}

SplitUri split_fragment(std::string_view uri) {
  const std::size_t at = uri.find('#');
  if (at == std::string_view::npos) return {uri, {}};
  return {uri.substr(0, at), uri.substr(at + 1)};
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = 0;
    const char* const digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      out += static_cast<char>(byte);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace pintle::schema

// SPDX-License-Identifier: MIT
#include "http/url.hpp"

namespace pintle::http {
namespace {

bool is_version(std::string_view segment) {
  return segment.size() >= 2 && segment[0] == 'v' && segment[1] >= '0' &&
         segment[1] <= '9';
}

/// Behind "scheme://", or "//"; all of it where there is neither.
std::string_view behind_scheme(std::string_view url) {
  const std::size_t at = url.find("//");
  return at == std::string_view::npos ? url : url.substr(at + 2);
}

bool has_version(std::string_view base, VersionPlace place) {
  std::string_view rest = behind_scheme(base);
  const std::size_t host_end = rest.find('/');
  if (host_end == std::string_view::npos) return false;
  rest.remove_prefix(host_end);
  if (place == VersionPlace::last_segment) {
    return is_version(rest.substr(rest.rfind('/') + 1));
  }
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view segment = rest.substr(0, rest.find('/'));
    if (is_version(segment)) return true;
    rest.remove_prefix(segment.size());
  }
  return false;
}

}  // namespace

std::string join_url(std::string_view base, std::string_view path, VersionPlace place) {
  while (base.ends_with('/')) base.remove_suffix(1);
  if (has_version(base, place)) {
    const std::size_t second = path.find('/', 1);
    if (second != std::string_view::npos && is_version(path.substr(1, second - 1))) {
      path.remove_prefix(second);
    }
  }
  std::string url(base);
  url += path;
  return url;
}

std::string host_of(std::string_view url) {
  std::string_view rest = behind_scheme(url);
  rest = rest.substr(0, rest.find_first_of("/?#"));
  const std::size_t user_end = rest.rfind('@');
  if (user_end != std::string_view::npos) rest.remove_prefix(user_end + 1);
  return std::string(rest);
}

std::string_view url_fault(std::string_view url) {
  if (!url.starts_with("http://") && !url.starts_with("https://")) {
    return "it must begin with http:// or https://";
  }
  if (host_of(url).empty()) return "it names no host";
  for (const char c : url) {
    if (c <= ' ' || c == '\x7f') return "it holds a blank or a control character";
  }
  return {};
}

}  // namespace pintle::http

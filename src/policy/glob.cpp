// SPDX-License-Identifier: MIT
#include "policy/glob.hpp"

namespace pintle {

// The last star seen may take one byte more each time that what follows it fails; earlier
// stars need no second try.
bool glob_matches(std::string_view pattern, std::string_view text) {
  constexpr std::size_t none = std::string_view::npos;
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t behind_star = none;
  std::size_t star_took_to = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      behind_star = ++p;
      star_took_to = t;
      continue;
    }
    const bool escaped = p + 1 < pattern.size() && pattern[p] == '\\';
    const std::size_t literal = escaped ? p + 1 : p;
    if (literal < pattern.size() && pattern[literal] == text[t]) {
      p = literal + 1;
      ++t;
    } else if (behind_star != none) {
      p = behind_star;
      t = ++star_took_to;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
// Finds whoever reads what it was only lent: after a call, the suites overwrite what the
// call was given, and keep it, so that a late reader finds marks instead of a crash.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace pintle::testing {

inline constexpr char spoiled_byte = '\xFF';  // in no UTF-8 text

inline void spoil(std::string& text) {
  std::fill(text.begin(), text.end(), spoiled_byte);
}
[[nodiscard]] inline bool holds_spoiled(std::string_view text) {
  return text.find(std::string(3, spoiled_byte)) != std::string_view::npos;
}

}  // namespace pintle::testing

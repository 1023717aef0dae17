// SPDX-License-Identifier: MIT
// Waits that double: back-off between attempts, cool-downs of models.
#pragma once

#include <algorithm>
#include <cstdint>

namespace pintle {

/// `first`, doubled `times` times, at most `longest`, at least 0.
inline std::int64_t doubled(std::int64_t first,
                            std::int64_t longest,
                            std::int64_t times) noexcept {
  std::int64_t wait = std::min(first, longest);
  for (std::int64_t i = 0; i < times && wait > 0 && wait < longest; ++i) {
    wait = wait > longest / 2 ? longest : wait * 2;
  }
  return std::max<std::int64_t>(wait, 0);
}

}  // namespace pintle

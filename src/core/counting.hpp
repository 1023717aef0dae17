// SPDX-License-Identifier: MIT
// Sums of what providers report. They stop at the largest number instead of overflowing,
// and a negative report adds nothing: totals never fall and never wrap.
#pragma once

#include <cstdint>
#include <limits>

#include "pintle/usage.hpp"

namespace pintle {

inline std::int64_t plus(std::int64_t sum, std::int64_t more) noexcept {
  if (more <= 0) return sum;
  constexpr std::int64_t top = std::numeric_limits<std::int64_t>::max();
  return sum > top - more ? top : sum + more;
}

/// A product of numbers that are not negative; a negative one counts as 0.
inline std::int64_t times(std::int64_t left, std::int64_t right) noexcept {
  constexpr std::int64_t top = std::numeric_limits<std::int64_t>::max();
  if (left <= 0 || right <= 0) return 0;
  return left > top / right ? top : left * right;
}

/// Tokens of all four buckets of one request.
inline std::int64_t tokens_of(const Usage& usage) noexcept {
  std::int64_t sum = plus(0, usage.input.value_or(0));
  sum = plus(sum, usage.output.value_or(0));
  sum = plus(sum, usage.cache_read.value_or(0));
  return plus(sum, usage.cache_write.value_or(0));
}

}  // namespace pintle

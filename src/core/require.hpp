// SPDX-License-Identifier: MIT
// A precondition that is checked in every build, because breaking it would spoil what is
// stored or sent for good. A breach is a bug of the caller: it prints the rule and
// aborts.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace pintle {

inline void require(bool holds, const char* rule) noexcept {
  if (holds) return;
  std::fprintf(stderr, "pintle: broken precondition: %s\n", rule);
  std::abort();
}

}  // namespace pintle

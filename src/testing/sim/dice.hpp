// SPDX-License-Identifier: MIT
// Dice: draws from one seed (splitmix64), the same with every compiler. A value.
#pragma once

#include <cstdint>

namespace pintle::testing {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15ULL;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
    return mixed ^ (mixed >> 31);
  }
  /// 0 … n-1. Requires: n > 0.
  std::uint64_t below(std::uint64_t n) { return next() % n; }
  bool chance(std::uint64_t percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// The fingerprints that were seen, each with a number in the order of arrival. Open
// addressing over flat arrays: 100 million fit in a few gigabytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "testing/explore/fingerprint.hpp"

namespace pintle::testing {

class Visited {
 public:
  Visited() { slots_.resize(1U << 16U); }
  /// Its number, and whether it is new.
  std::pair<std::uint32_t, bool> insert(const Mark& mark) {
    if ((marks_.size() + 1) * 2 > slots_.size()) grow();
    std::size_t at = mark.low & (slots_.size() - 1);
    for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
      if (marks_[slots_[at] - 1] == mark) return {slots_[at] - 1, false};
    }
    marks_.push_back(mark);
    slots_[at] = static_cast<std::uint32_t>(marks_.size());
    return {slots_[at] - 1, true};
  }
  [[nodiscard]] std::size_t size() const noexcept { return marks_.size(); }

 private:
  void grow() {
    std::vector<std::uint32_t> bigger(slots_.size() * 2);
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      std::size_t at = marks_[i].low & (bigger.size() - 1);
      while (bigger[at] != 0) at = (at + 1) & (bigger.size() - 1);
      bigger[at] = static_cast<std::uint32_t>(i + 1);
    }
    slots_ = std::move(bigger);
  }

  std::vector<Mark> marks_;
  std::vector<std::uint32_t> slots_;  // number + 1; 0: free
};

}  // namespace pintle::testing

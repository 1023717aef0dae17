// SPDX-License-Identifier: MIT
// ErrorRate: do the last tool results fail, whatever was called? A fold of results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "pintle/finish.hpp"
#include "pintle/loop_detector.hpp"

namespace pintle {

class ErrorRate {
 public:
  explicit ErrorRate(const LoopDetectorConfig& config);

  /// Counts results of calls that ran to their end: ok or error.
  void add(const std::string& tool, ResultStatus status);
  void clear() { results_.clear(); }

  /// When the window is full and too many in it failed: which tools how often, as
  /// "read 5, list 3", and how many in all.
  [[nodiscard]] std::optional<finish::Stuck> verdict() const;

 private:
  struct Result {
    std::string tool;
    bool failed = false;
  };
  std::size_t window_;
  double rate_;
  std::deque<Result> results_;
};

}  // namespace pintle

// SPDX-License-Identifier: MIT
// CallBatches: the batches of calls since the user's last input, each with its results,
// and whether they repeat. A fold of records; bounded by the longest pattern that counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "pintle/loop_detector.hpp"

namespace pintle {

/// The last batches go round and round, and the calls that come would go on so.
struct CallCycle {
  std::size_t period = 0;  ///< Batches that repeat; 1: one batch again and again.
  std::int64_t count = 0;  ///< How often they have been run.
  std::string tools;       ///< Their names, as "read, sleep".
  std::string quote;       ///< For the model: the calls and what they gave.
};

class CallBatches {
 public:
  explicit CallBatches(const LoopDetectorConfig& config);

  void begin(const std::vector<const CallPart*>& calls);
  void fill(CallId call,
            ResultStatus status,
            const std::string& content,
            const std::vector<ImagePart>& images);
  void clear() { batches_.clear(); }

  /// Were the same calls among the last few batches?
  [[nodiscard]] bool has_recent(const std::vector<const CallPart*>& calls) const;
  /// The shortest cycle, run `repeats` times with equal results, that `calls` goes on.
  [[nodiscard]] std::optional<CallCycle> cycle(const std::vector<const CallPart*>& calls,
                                               int repeats) const;

 private:
  struct Slot {
    CallId call;
    std::string name;
    std::string quote;         // the call, cut short
    std::string result;        // what it gave, cut short
    std::uint64_t digest = 0;  // of the result; 0: none yet
  };
  struct Batch {
    std::uint64_t calls = 0;  // digest of names and arguments, in order
    std::vector<Slot> slots;
    [[nodiscard]] bool same_as(const Batch& other) const;
  };

  [[nodiscard]] bool goes_round(std::size_t period, std::size_t last) const;
  [[nodiscard]] CallCycle describe(std::size_t period) const;

  std::size_t period_max_;
  std::size_t batches_max_;
  std::deque<Batch> batches_;
};

}  // namespace pintle

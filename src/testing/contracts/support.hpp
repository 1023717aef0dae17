// SPDX-License-Identifier: MIT
// What the contract suites share: collecting faults, finishing tasks, feeding logs.
#pragma once

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pintle/function.hpp"
#include "pintle/task.hpp"
#include "pintle/testing/faults.hpp"
#include "pintle/testing/sample_log.hpp"

namespace pintle::testing {

using Idle = UniqueFunction<void()>;

/// Collects the rules that do not hold.
class Findings {
 public:
  /// Notes `rule` unless it holds, once; gives back whether it does.
  bool expect(bool holds, std::string rule) {
    const bool known =
        holds || std::find(faults_.begin(), faults_.end(), rule) != faults_.end();
    if (!known) faults_.push_back(std::move(rule));
    return holds;
  }
  /// Runs one part of a suite; what the plug-in throws there is a fault too.
  template <class Part>
  void run(const char* name, Part part) {
    try {
      part(*this);
    } catch (const std::exception& thrown) {
      expect(false, std::string(name) + ": it threw: " + thrown.what());
    } catch (...) {
      expect(false, std::string(name) + ": it threw");
    }
  }
  [[nodiscard]] Faults take() { return std::move(faults_); }

 private:
  Faults faults_;
};

/// Polls until the task is done; between polls `idle` runs, as an executor's step. Empty:
/// it was not done after very many polls.
template <class T>
std::optional<T> finish(Task<T> task, const Idle& idle = {}) {
  constexpr int polls = 100'000;
  for (int i = 0; i < polls; ++i) {
    std::optional<T> value = task.poll(Waker());
    if (value) return value;
    if (idle) idle();
  }
  return std::nullopt;
}

/// Feeds a log to something that folds records.
template <class Folding>
void feed(Folding& folding, const std::vector<SessionRecord>& log) {
  for (const SessionRecord& record : log) folding.on_record(record);
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// Makes made-up journals ones that play to their end.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>

#include "pintle/testing/replay.hpp"

namespace pintle {

/// Makes a journal's expectations those of the machine, so that it goes on to the end;
/// the kinds of effects need a place to stay. Empty: it does; else why it does not.
inline std::string heal(testing::Journal& journal, std::deque<std::string>& names) {
  for (std::size_t round = 0; round < journal.steps.size() + 3; ++round) {
    const std::optional<testing::Divergence> found = testing::replay(journal).divergence;
    if (!found) return {};
    if (!found->reason.empty()) return found->reason;
    if (found->input == "begin") {
      journal.begin_digest = found->actual.digest;
    } else if (found->input == "end") {
      journal.digest = found->actual.digest;
    } else {
      testing::JournalStep& step = journal.steps[found->step - 1];
      step.after = found->actual.state;
      step.digest = found->actual.digest;
      step.effects.clear();
      for (const std::string& name : found->actual.effects) {
        step.effects.push_back(names.emplace_back(name));
      }
    }
  }
  return "a journal that does not heal";
}

}  // namespace pintle

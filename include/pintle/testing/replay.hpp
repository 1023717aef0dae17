// SPDX-License-Identifier: MIT
// Replay: a journal's inputs, fed to a fresh machine.
//
//   const ReplayResult result = replay(Journal::parse(text).value());
//   if (result.divergence) std::cerr << to_string(*result.divergence);
//
// Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/record.hpp"
#include "pintle/testing/journal.hpp"

namespace pintle::testing {

/// What a step came to.
struct StepOutcome {
  StateKind state = StateKind::initializing;
  std::vector<std::string> effects;  ///< Their kinds, in order.
  std::uint64_t digest = 0;
};

/// The first step whose outcome is not the recorded one.
struct Divergence {
  std::size_t step = 0;  ///< From 1; 0: the beginning differs, before any step.
  std::string input;     ///< The input's kind; "begin" of step 0, "end" past the last.
  StepOutcome expected;
  StepOutcome actual;  ///< As before the step when it could not be taken.
  std::string reason;  ///< Not empty: why the step could not be taken at all.
};
/// As "step 12 (tool_finished) differs: expected …, got …".
[[nodiscard]] PINTLE_API std::string to_string(const Divergence& divergence);

struct ReplayResult {
  std::uint64_t digest = 0;              ///< Of the run, as far as it was played.
  std::size_t steps = 0;                 ///< That were played and did not differ.
  std::size_t effects = 0;               ///< That they asked for.
  std::vector<SessionRecord> records;    ///< That the machine decided, in order.
  std::vector<std::string> events;       ///< What a reader saw, a line each; no progress.
  std::optional<Divergence> divergence;  ///< Empty: the run is the recorded one.
};

/// Plays the journal up to its end or to the first step that differs. Takes any journal:
/// an input that the machine could never get is a divergence, with a reason.
[[nodiscard]] PINTLE_API ReplayResult replay(const Journal& journal);

}  // namespace pintle::testing

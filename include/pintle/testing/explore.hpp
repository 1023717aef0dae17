// SPDX-License-Identifier: MIT
// A model checker for LoopMachine. It walks the states that a machine can reach, breadth
// first, in a world that may do anything within small bounds: models stream, end and fail
// in every way, tools answer or not, people steer, abort, approve and deny, timers fire,
// the store acknowledges late or fails, the process dies and another one takes over.
// After every step the invariants are checked by monitors of their own, and the first
// breach comes with a shortest sequence of inputs that leads to it.
//
//   testing::ExploreReport report = testing::explore({});
//   std::puts(to_string(report).c_str());
//
// There is no chance in it: the same options give the same report.
// Threads: `explore` runs on the caller's thread; calls on several threads do not meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/tool.hpp"

namespace pintle::testing {

/// A tool that the explored models may call. `known` false: the plan answers its calls
/// with an error.
struct ExploredTool {
  ToolEffect effect = ToolEffect::at_most_once;
  bool cancellable = false;
  bool known = true;
};

struct ExploreReport;

/// What is explored, and how far. Larger bounds multiply the number of states.
struct ExploreOptions {
  // How far
  std::uint64_t max_transitions = 1'000'000;  ///< Then the walk stops, not complete.
  std::uint32_t max_depth = 10'000;           ///< Likewise, in inputs from the start.

  // The machine's bounds
  int inner_rounds = 2;  ///< max_inner_iterations.
  int outer_rounds = 2;  ///< max_outer_iterations.
  int retry_attempts = 2;
  int overflow_attempts = 1;
  int pause_continuations = 1;
  int denials_in_a_row = 2;
  int denials_in_turn = 3;
  int breaker_threshold = 2;
  std::size_t parallel_tools = 2;
  bool fallback_model = true;
  bool time_budget = true;  ///< Each stream has a timer that ends the turn.

  // The world's bounds
  std::size_t calls = 2;  ///< Most calls of one answer.
  std::vector<ExploredTool> tools = {{ToolEffect::read_only, false, true},
                                     {ToolEffect::idempotent, false, true},
                                     {ToolEffect::at_most_once, false, true},
                                     {ToolEffect::at_most_once, true, true},
                                     {ToolEffect::at_most_once, false, false}};
  std::size_t queue = 2;      ///< Nobody steers while as many messages wait.
  std::size_t store_lag = 1;  ///< With more appends open, the store is what moves next.
  bool approvals = true;      ///< Calls may be answered with "ask a person".
  bool crashes = true;        ///< The process may die, with any part of the open appends.
  bool store_failures = true;

  // Checks that cost more
  /// Of the steps that lead to a state known by its fingerprint, every n-th is looked at
  /// more closely: do both states allow the same inputs, answer each with the same
  /// effects and equal next states, and still do so on some longer ways? 0: none.
  std::uint32_t merge_check_every = 0;
  /// When the walk is complete: can a turn that is open always end, without a caller's
  /// help? Keeps all steps in memory.
  bool check_endings = false;

  /// Called after each level of depth, and with what was found so far; may be null.
  void (*progress)(const ExploreReport&) = nullptr;
};

/// A breach of an invariant.
struct Violation {
  std::string invariant;            ///< What was broken, in a sentence.
  std::vector<std::string> inputs;  ///< A shortest way to it, from a new machine.
};

struct ExploreReport {
  std::uint64_t states = 0;       ///< Distinct fingerprints.
  std::uint64_t transitions = 0;  ///< Distinct pairs of a state and an input.
  std::uint32_t depth = 0;        ///< Inputs on the longest of the shortest ways.
  bool complete = false;          ///< No state is left that was not explored.
  std::uint64_t merges_checked = 0;
  std::uint64_t next_allowed = 0;  ///< Next states that the contract table allows.
  std::vector<std::string> next_unvisited;  ///< Those of them that were never seen.
  std::optional<Violation> violation;       ///< The walk stops at the first.
};

/// Walks. Requires: at least one tool if `calls` > 0; at most 8 tools; `calls` <= 2,
/// `queue` <= 4 and `store_lag` <= 4. Cost: about 10 us a transition and 40
/// bytes a state; beside them up to 600,000 machines of a few kilobytes are kept.
[[nodiscard]] PINTLE_API ExploreReport explore(const ExploreOptions& options);

/// One line, as "S states, T transitions, depth D, 0 violations, complete"; after a
/// violation, what it is and its inputs, a line each.
[[nodiscard]] PINTLE_API std::string to_string(const ExploreReport& report);

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// Journal: everything that a run's machine was told, and what it made of it; as a value
// and as text. A Recorder makes it, `replay` and `scripted_run` play it.
//
// The text is JSONL, one object a line: the format with its version, the configuration,
// the records that were folded before the first step, a line a step, an end. Each line
// ends with a checksum over itself and all lines before it, so that a changed byte and a
// line that is missing, doubled or moved are found, and named by the line's number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/machine.hpp"
#include "pintle/result.hpp"

namespace pintle::testing {

/// One input of a run and what the machine did with it. Views in `input` look at `bytes`,
/// which copies share and nobody changes.
struct JournalStep {
  LoopInput input;
  Now now;
  StateKind after = StateKind::initializing;
  std::vector<std::string_view> effects;  ///< Their kinds, in order.
  std::uint64_t digest = 0;  ///< Of input, time, state, effects and durable state.
  std::vector<std::shared_ptr<const std::string>> bytes;
};

/// A value. What it holds is not trusted: `replay` says where it does not fit.
struct PINTLE_API Journal {
  /// Of the text. A later pintle reads every earlier version.
  static constexpr int version = 1;

  LoopConfig config;
  std::vector<SessionRecord> log;  ///< Folded before the first step.
  std::uint64_t begin_digest = 0;  ///< Of the configuration and the folded log.
  std::vector<JournalStep> steps;
  std::uint64_t digest = 0;  ///< Of the run: `begin_digest` and that of each step.
  bool cut = false;          ///< The recorder's limit was reached: the run went on.

  /// Reads a text that `to_text` wrote. Any bytes may be given. Errors: Store{corrupt}:
  /// names the line and what is wrong with it. Numbers are refused that no run has: times
  /// in milliseconds above 4e12, other signed numbers above 2^61.
  [[nodiscard]] static Result<Journal> parse(std::string_view text);
  /// The same text on every compiler. Cost: linear.
  [[nodiscard]] std::string to_text() const;
};

/// The name of an input's kind, as "generation_ended".
[[nodiscard]] PINTLE_API std::string_view input_name(const LoopInput& input) noexcept;

}  // namespace pintle::testing

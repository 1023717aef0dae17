// SPDX-License-Identifier: MIT
// A machine that is fed step by step from outside, with the digests of what it does, and
// that refuses what no driver gives and the machine relies on. Private.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/hash.hpp"
#include "pintle/machine.hpp"

namespace pintle::testing {

class ReplayRun {
 public:
  explicit ReplayRun(const LoopConfig& config);

  /// Folds the log. Not empty: why a record cannot be folded; the rest was not.
  std::string begin(std::span<const SessionRecord> log);
  /// Not empty: why the machine must not be given this now.
  [[nodiscard]] std::string unfit(const LoopInput& input) const;
  /// Requires: it is fit.
  void step(const LoopInput& input, Now now);

  [[nodiscard]] StateKind state() const noexcept { return machine_.state(); }
  [[nodiscard]] const LoopMachine& machine() const noexcept { return machine_; }
  /// Of the last step.
  [[nodiscard]] const std::vector<LoopEffect>& effects() const noexcept {
    return effects_;
  }
  [[nodiscard]] std::vector<std::string_view> effect_kinds() const;
  [[nodiscard]] std::uint64_t step_digest() const noexcept { return step_digest_; }
  [[nodiscard]] std::uint64_t begin_digest() const noexcept { return begin_digest_; }
  /// Of all so far.
  [[nodiscard]] std::uint64_t run_digest() const noexcept { return run_.digest(); }

 private:
  LoopMachine machine_;
  std::uint64_t config_digest_ = 0;
  std::vector<LoopEffect> effects_;
  std::vector<CallId> planned_;  // the calls that the last PlanTools asked about
  AskId plan_ask_;
  std::uint64_t step_digest_ = 0;
  std::uint64_t begin_digest_ = 0;
  Hasher run_;
};

/// The kinds of these effects, as the contract table names them.
[[nodiscard]] std::vector<std::string_view> kinds_of(std::span<const LoopEffect> effects);

}  // namespace pintle::testing

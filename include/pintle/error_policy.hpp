// SPDX-License-Identifier: MIT
// ErrorPolicy: what is done about an error. It decides; the machine does, and bounds it.
// Threads: its executor's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "pintle/error.hpp"
#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/limits.hpp"
#include "pintle/time.hpp"

namespace pintle {

enum class ActionKind : std::uint8_t {
  continue_turn,               ///< Go on; for a failed generation it counts as a retry.
  retry,                       ///< The same request again, after `delay_ms`.
  retry_with_reduced_context,  ///< A strictly smaller request.
  switch_model,                ///< The next model that may be used.
  terminate                    ///< End the turn with the error.
};

struct AgentAction {
  ActionKind kind = ActionKind::terminate;
  std::optional<std::int64_t> delay_ms;  ///< Unset: the policy's back-off with jitter.
  std::optional<AgenticError> error;     ///< Of terminate: instead of the original one.

  [[nodiscard]] static AgentAction continue_turn() {
    return {ActionKind::continue_turn, {}, {}};
  }
  [[nodiscard]] static AgentAction retry() { return {ActionKind::retry, {}, {}}; }
  [[nodiscard]] static AgentAction retry_in(std::int64_t ms) {
    return {ActionKind::retry, ms, {}};
  }
  [[nodiscard]] static AgentAction reduce() {
    return {ActionKind::retry_with_reduced_context, {}, {}};
  }
  [[nodiscard]] static AgentAction switch_model() {
    return {ActionKind::switch_model, {}, {}};
  }
  [[nodiscard]] static AgentAction terminate(AgenticError e) {
    return {ActionKind::terminate, {}, std::move(e)};
  }
};

/// Where the error happened.
struct ErrorContext {
  int attempt = 1;          ///< Which attempt at this answer failed, on this model.
  bool can_switch = false;  ///< Is there another model that may be tried now?
  Limits limits;
};

class PINTLE_API ErrorPolicy {
 public:
  /// The standard policy; design.md's table of generation errors. Tool errors continue.
  ErrorPolicy() = default;
  virtual ~ErrorPolicy() = default;

  using Customize = UniqueFunction<AgentAction(const AgenticError&, const ErrorPolicy&)>;
  /// A policy that asks `closure`. The policy that it is given answers as the standard
  /// one would at this very place, so that `standard.classify(error)` keeps attempts and
  /// fallbacks in view. What the closure throws ends the turn as UnexpectedError.
  [[nodiscard]] static std::shared_ptr<ErrorPolicy> customize(Customize closure);

  /// What to do about `error`, as if at its first attempt with no other model at hand.
  [[nodiscard]] virtual AgentAction classify(const AgenticError& error) const;
  /// What to do about `error` here.
  [[nodiscard]] virtual AgentAction classify(const AgenticError& error,
                                             const ErrorContext& context) const;
};

/// How long to wait before attempt `attempt + 1`: the provider's Retry-After, cut to
/// `retry_after_max_ms`; without one (or with 0), exponential back-off from
/// `retry_initial_ms` to `retry_max_ms` with full jitter drawn from `random`.
/// Milliseconds.
[[nodiscard]] PINTLE_API std::int64_t backoff_ms(const AgenticError& error,
                                                 int attempt,
                                                 const Limits& limits,
                                                 std::uint64_t random);

}  // namespace pintle

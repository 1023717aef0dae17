// SPDX-License-Identifier: MIT
// How a turn ends. Endings are data, not errors: what was produced before them is kept.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <variant>

#include "pintle/error.hpp"
#include "pintle/export.hpp"

namespace pintle {

namespace finish {
struct Completed {  ///< The model gave its final answer.
  friend bool operator==(const Completed&, const Completed&) = default;
};
struct Truncated {  ///< The answer was cut at max_tokens.
  friend bool operator==(const Truncated&, const Truncated&) = default;
};
struct StepCap {  ///< Too many rounds of tool calls; `limit` = max_inner_iterations.
  std::int64_t limit = 0;
  friend bool operator==(const StepCap&, const StepCap&) = default;
};
struct OuterCap {  ///< Too many drains of the queues; the rest stays queued.
  std::int64_t limit = 0;
  friend bool operator==(const OuterCap&, const OuterCap&) = default;
};
struct Stuck {  ///< The same calls with the same results, or errors only.
  std::string call;
  std::int64_t count = 0;
  std::string rule;  ///< "repeated", "periodic" or "error_rate".
  friend bool operator==(const Stuck&, const Stuck&) = default;
};
struct Loop {  ///< The same answer again and again.
  std::string kind;
  std::int64_t count = 0;
  friend bool operator==(const Loop&, const Loop&) = default;
};
struct BudgetSpent {  ///< A budget is used up (budget_tokens, budget_cost, budget_time,
                      ///< …).
  BudgetKind kind = BudgetKind::tokens;
  std::int64_t limit = 0;
  std::int64_t used = 0;
  friend bool operator==(const BudgetSpent&, const BudgetSpent&) = default;
};
struct ContextLimit {  ///< The conversation fits no more, even reduced. In tokens.
  std::int64_t size = 0;
  std::int64_t limit = 0;
  friend bool operator==(const ContextLimit&, const ContextLimit&) = default;
};
struct Cancelled {  ///< Aborted.
  friend bool operator==(const Cancelled&, const Cancelled&) = default;
};
struct Refused {  ///< The model refused.
  friend bool operator==(const Refused&, const Refused&) = default;
};
struct ContentFiltered {  ///< The provider's filter stopped the answer.
  friend bool operator==(const ContentFiltered&, const ContentFiltered&) = default;
};
struct ProviderStop {  ///< The provider stopped for a reason that we do not know.
  std::string reason;
  friend bool operator==(const ProviderStop&, const ProviderStop&) = default;
};
struct ProviderError {  ///< A generation failed and the policy ended the turn.
  friend bool operator==(const ProviderError&, const ProviderError&) = default;
};
struct PermissionDenied {  ///< A model was refused, or denials reached their limit.
  friend bool operator==(const PermissionDenied&, const PermissionDenied&) = default;
};
struct StoreFailed {  ///< The log could not be written.
  friend bool operator==(const StoreFailed&, const StoreFailed&) = default;
};
struct Suspended {  ///< The stream ends, the turn waits for answers.
  friend bool operator==(const Suspended&, const Suspended&) = default;
};
}  // namespace finish

using FinishReason = std::variant<finish::Completed,
                                  finish::Truncated,
                                  finish::StepCap,
                                  finish::OuterCap,
                                  finish::Stuck,
                                  finish::Loop,
                                  finish::BudgetSpent,
                                  finish::ContextLimit,
                                  finish::Cancelled,
                                  finish::Refused,
                                  finish::ContentFiltered,
                                  finish::ProviderStop,
                                  finish::ProviderError,
                                  finish::PermissionDenied,
                                  finish::StoreFailed,
                                  finish::Suspended>;

/// Does a stream that ends so end with Failed (else with Done)?
[[nodiscard]] PINTLE_API bool is_failure(const FinishReason& reason) noexcept;
/// As "completed", "step_cap:25", "stuck:read:3".
[[nodiscard]] PINTLE_API std::string to_string(const FinishReason& reason);
namespace finish {  // where argument-dependent lookup finds them for the variant
using pintle::to_string;
PINTLE_API std::ostream& operator<<(std::ostream& out, const FinishReason& reason);
}  // namespace finish

}  // namespace pintle

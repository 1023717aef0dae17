// SPDX-License-Identifier: MIT
#include "pintle/testing/contracts/error_policy.hpp"

#include <initializer_list>

#include "testing/contracts/support.hpp"

namespace pintle::testing {

namespace {

std::vector<AgenticError> every_error() {
  std::vector<AgenticError> errors;
  for (int kind = 0; kind <= static_cast<int>(GenerationKind::slow_reader); ++kind) {
    GenerationError error;
    error.kind = static_cast<GenerationKind>(kind);
    error.message = "failed";
    errors.emplace_back(error);
    error.retryable = false;
    errors.emplace_back(error);
    error.retryable = true;
    error.retry_after_ms = 7'000;
    errors.emplace_back(error);
  }
  errors.insert(errors.end(),
                {ToolCallError{"read", "broken"},
                 ToolNotAuthorized{"read", "ann"},
                 BudgetRefused{10},
                 BudgetExhausted{BudgetKind::tokens, 10, 11},
                 LoopDetected{"exact", 4},
                 AuthError{"no"},
                 RoutingError{"m", "unknown"},
                 StoreError{StoreFault::full, "disk"},
                 MemoryError{"gone"},
                 SessionError{SessionFault::busy, "busy"},
                 UnexpectedError{"bug"}});
  return errors;
}

bool same(const AgentAction& a, const AgentAction& b) {
  return a.kind == b.kind && a.delay_ms == b.delay_ms && a.error == b.error;
}

std::string place(const AgenticError& error, const ErrorContext& context) {
  return " (" + to_string(error) + "; attempt " + std::to_string(context.attempt) +
         (context.can_switch ? ", may switch)" : ", cannot switch)");
}

void check_answer(Findings& is,
                  const ErrorPolicy& policy,
                  const AgenticError& error,
                  const ErrorContext& context) {
  const AgentAction action = policy.classify(error, context);
  const std::string where = place(error, context);
  is.expect(same(action, policy.classify(error, context)),
            "the same question has the same answer" + where);
  is.expect(context.can_switch || action.kind != ActionKind::switch_model,
            "no switch where there is no other model" + where);
  is.expect(action.delay_ms.value_or(0) >= 0, "no negative delay" + where);
  is.expect(!action.error || action.kind == ActionKind::terminate,
            "only terminate carries an error" + where);
}

void check_short_question(Findings& is, const ErrorPolicy& policy) {
  for (const AgenticError& error : every_error()) {
    is.expect(same(policy.classify(error), policy.classify(error, ErrorContext{})),
              "without a context it is the first attempt, with no other model" +
                  place(error, ErrorContext{}));
  }
}

}  // namespace

Faults check_error_policy(UniqueFunction<std::shared_ptr<ErrorPolicy>()> make) {
  Findings is;
  is.run("answers", [&](Findings& f) {
    const std::shared_ptr<ErrorPolicy> policy = make();
    for (const AgenticError& error : every_error()) {
      for (const int attempt : {1, 2, 3, 4, 1'000}) {
        for (const bool can_switch : {false, true}) {
          check_answer(f, *policy, error, ErrorContext{attempt, can_switch, Limits{}});
        }
      }
    }
  });
  is.run("short question", [&](Findings& f) { check_short_question(f, *make()); });
  return is.take();
}

}  // namespace pintle::testing

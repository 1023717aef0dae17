// SPDX-License-Identifier: MIT
#include "pintle/error_policy.hpp"

#include <stdexcept>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pintle {
namespace {

using ::testing::HasSubstr;
using K = GenerationKind;

GenerationError failed(K kind, std::optional<bool> retryable = std::nullopt) {
  GenerationError error;
  error.kind = kind;
  error.retryable = retryable;
  return error;
}

ActionKind decide(const AgenticError& error, int attempt, bool can_switch) {
  return ErrorPolicy().classify(error, ErrorContext{attempt, can_switch, Limits{}}).kind;
}

TEST(ErrorPolicy, ReducesAfterAnOverflow) {
  EXPECT_EQ(decide(failed(K::context_overflow), 1, true),
            ActionKind::retry_with_reduced_context);
}

TEST(ErrorPolicy, LeavesARateLimitedModelAtOnceIfItCan) {
  EXPECT_EQ(decide(failed(K::rate_limit), 1, true), ActionKind::switch_model);
  EXPECT_EQ(decide(failed(K::rate_limit), 2, false), ActionKind::retry);
  EXPECT_EQ(decide(failed(K::rate_limit), 3, false), ActionKind::terminate);
}

TEST(ErrorPolicy, AsksThreeTimesThenAnotherModel) {
  for (const K kind : {K::overloaded,
                       K::server,
                       K::network,
                       K::timeout,
                       K::truncated_stream,
                       K::protocol,
                       K::slow_reader}) {
    EXPECT_EQ(decide(failed(kind), 1, true), ActionKind::retry);
    EXPECT_EQ(decide(failed(kind), 2, false), ActionKind::retry);
    EXPECT_EQ(decide(failed(kind), 3, true), ActionKind::switch_model);
    EXPECT_EQ(decide(failed(kind), 3, false), ActionKind::terminate);
  }
}

TEST(ErrorPolicy, DoesNotRepeatWhatCannotSucceed) {
  EXPECT_EQ(decide(failed(K::protocol, false), 1, true), ActionKind::terminate);
  EXPECT_EQ(decide(failed(K::server, false), 1, true), ActionKind::switch_model);
  EXPECT_EQ(decide(failed(K::server, false), 1, false), ActionKind::terminate);
}

TEST(ErrorPolicy, AsksOnceMoreAfterAMalformedCall) {
  EXPECT_EQ(decide(failed(K::malformed_call), 1, true), ActionKind::retry);
  EXPECT_EQ(decide(failed(K::malformed_call), 2, true), ActionKind::terminate);
}

TEST(ErrorPolicy, SwitchesForCreditButNotForOurMistakes) {
  EXPECT_EQ(decide(failed(K::quota), 1, true), ActionKind::switch_model);
  EXPECT_EQ(decide(failed(K::quota), 1, false), ActionKind::terminate);
  for (const K kind : {K::auth,
                       K::invalid_request,
                       K::not_found,
                       K::request_too_large,
                       K::content_filter}) {
    EXPECT_EQ(decide(failed(kind), 1, true), ActionKind::terminate);
  }
}

TEST(ErrorPolicy, GoesOnOnlyWhereTheModelCanReact) {
  EXPECT_EQ(decide(ToolCallError{"read", "x"}, 1, false), ActionKind::continue_turn);
  EXPECT_EQ(decide(LoopDetected{"exact", 3}, 1, false), ActionKind::continue_turn);
  EXPECT_EQ(decide(BudgetExhausted{}, 1, true), ActionKind::terminate);
  EXPECT_EQ(decide(UnexpectedError{"x"}, 1, true), ActionKind::terminate);
}

TEST(ErrorPolicy, AsksAClosureThatMayAskTheStandardPolicyInPlace) {
  const auto policy =
      ErrorPolicy::customize([](const AgenticError& error, const ErrorPolicy& standard) {
        const auto* tool = std::get_if<ToolCallError>(&error);
        if (tool != nullptr && tool->tool_name == "deploy") {
          return AgentAction::terminate(error);
        }
        return standard.classify(error);
      });
  const AgenticError deploy = ToolCallError{"deploy", "x"};
  EXPECT_EQ(policy->classify(deploy).error, deploy);
  EXPECT_EQ(policy->classify(ToolCallError{"read", "x"}).kind, ActionKind::continue_turn);
  const ErrorContext third{3, true, Limits{}};
  EXPECT_EQ(policy->classify(failed(K::server), third).kind, ActionKind::switch_model);
}

TEST(ErrorPolicy, EndsTheTurnWhenAClosureThrows) {
  const auto policy =
      ErrorPolicy::customize([](const AgenticError&, const ErrorPolicy&) -> AgentAction {
        throw std::runtime_error("oops");
      });
  const AgentAction action = policy->classify(failed(K::server));
  EXPECT_EQ(action.kind, ActionKind::terminate);
  ASSERT_TRUE(action.error);
  ASSERT_TRUE(std::holds_alternative<UnexpectedError>(*action.error));
  EXPECT_THAT(to_string(*action.error), HasSubstr("oops"));
  const auto odd = ErrorPolicy::customize(
      [](const AgenticError&, const ErrorPolicy&) -> AgentAction { throw 42; });
  EXPECT_EQ(odd->classify(failed(K::server)).kind, ActionKind::terminate);
}

TEST(Backoff, DoublesToItsCapWithFullJitter) {
  const std::vector<std::int64_t> tops{
      1'000, 2'000, 4'000, 8'000, 16'000, 30'000, 30'000};
  for (std::size_t i = 0; i < tops.size(); ++i) {
    const int attempt = static_cast<int>(i) + 1;
    const auto wait = [&](std::uint64_t random) {
      return backoff_ms(failed(K::server), attempt, Limits{}, random);
    };
    EXPECT_EQ(wait(static_cast<std::uint64_t>(tops[i])), tops[i]);
    EXPECT_EQ(wait(0), 0);
    EXPECT_LE(wait(0xdeadbeefcafef00dULL), tops[i]);
  }
  EXPECT_LE(backoff_ms(failed(K::server), 1'000'000, Limits{}, ~0ULL), 30'000);
  Limits none;
  none.retry_initial_ms = 0;
  EXPECT_EQ(backoff_ms(failed(K::server), 5, none, ~0ULL), 0);
}

TEST(Backoff, KeepsTheProvidersRetryAfterUpToTheCap) {
  GenerationError error = failed(K::rate_limit);
  for (const std::uint64_t random : {0ULL, 1ULL, ~0ULL}) {
    error.retry_after_ms = 7'000;
    EXPECT_EQ(backoff_ms(error, 1, Limits{}, random), 7'000);
    error.retry_after_ms = 3'600'000;
    EXPECT_EQ(backoff_ms(error, 1, Limits{}, random), 120'000);
  }
  error.retry_after_ms = 0;
  EXPECT_EQ(backoff_ms(error, 1, Limits{}, 500), 500);
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
// Errors of generations: failover, attempts, waiting, counting.
#include <gmock/gmock.h>

#include "scenarios/world.hpp"

namespace pintle::scenarios {
namespace {

using ::testing::HasSubstr;

TEST_F(Scenarios, S17_OneRateLimitWithAFallbackEndsOnTheFallback) {
  auto first = scripted_model("first").fails({.status = 429});
  auto second = scripted_model("second").says("From the second.");
  auto made = builder({first, second});
  made.with_model("first").with_fallback_models({"second"});
  auto agent = built(made);
  const Lines lines = play(agent, "go");
  EXPECT_TRUE(has(lines, "notice model_switched first -> second"));
  EXPECT_EQ(lines.back(), "done completed");
  EXPECT_EQ(first.requests().size(), 1U);
  EXPECT_EQ(second.requests().size(), 1U);
}

TEST_F(Scenarios, S18_TransientErrorsBelowTheThresholdDoNotSwitch) {
  auto first = scripted_model("first");
  for (int i = 0; i < 3; ++i) first.fails({.status = 503});
  first.says("At last.");
  auto second = scripted_model("second").says("Not me.");
  auto made = builder({first, second});
  AgentConfig config;
  config.circuit_breaker_threshold = 5;
  config.limits.retry_attempts = 5;
  made.with_model("first").with_fallback_models({"second"}).with_config(config);
  auto agent = built(made);
  EXPECT_EQ(play(agent, "go").back(), "done completed");
  EXPECT_EQ(first.requests().size(), 4U);
  EXPECT_EQ(second.requests().size(), 0U);
}

TEST_F(Scenarios, S19_OverflowShrinksStrictlyAndEndsAsContextLimit) {
  auto model = scripted_model();
  for (int i = 0; i < 12; ++i) model.says("Answer " + std::to_string(i) + " is this.");
  model.fails({.kind = GenerationKind::context_overflow}).for_ever();
  auto agent = session(model);
  for (int i = 0; i < 12; ++i) {
    play(agent, "Question number " + std::to_string(i) + " of the user");
  }
  EXPECT_THAT(play(agent, "one more").back(), HasSubstr("context_limit"));
  const auto& seen = model.requests();
  ASSERT_GT(seen.size(), 13U);
  for (std::size_t i = 13; i < seen.size(); ++i) {
    EXPECT_LT(seen[i].messages.size(), seen[i - 1].messages.size()) << i;
  }
}

TEST_F(Scenarios, S20_AnErrorInMidStreamRetractsAndIsCounted) {
  auto model = scripted_model()
                   .fails({.status = 500, .text_before = "two hundred tokens"})
                   .says("The whole answer.");
  auto agent = session(model);
  const Lines lines = play(agent, "go");
  EXPECT_TRUE(has(lines, "retract g1 error"));
  EXPECT_EQ(count(lines, "done "), 1);
  EXPECT_EQ(count(lines, "failed "), 0);
  EXPECT_EQ(agent.usage().requests, 2);
}

TEST_F(Scenarios, S21_APolicyThatContinuesIsBounded) {
  auto model = scripted_model().fails({.status = 400}).for_ever();
  auto made = builder({model});
  made.with_error_policy(
      ErrorPolicy::customize([](const AgenticError&, const ErrorPolicy&) {
        return AgentAction::continue_turn();
      }));
  auto agent = built(made);
  EXPECT_THAT(play(agent, "go").back(), HasSubstr("failed provider_error"));
  EXPECT_EQ(model.requests().size(), 3U);
  EXPECT_GT(now(), MonoTime(0));
}

TEST_F(Scenarios, S22_RetryAfterIsKept) {
  auto model = scripted_model()
                   .fails({.status = 429, .retry_after_ms = 7'000})
                   .says("After seven seconds.");
  auto agent = session(model);
  std::size_t early = 0;
  at(6'999ms, [&] { early = model.requests().size(); });
  EXPECT_EQ(play(agent, "go").back(), "done completed");
  EXPECT_EQ(early, 1U);
  EXPECT_GE(now(), MonoTime(7s));
}

TEST_F(Scenarios, S47_ADiscardedGenerationIsInTheLedger) {
  Usage usage;
  usage.input = 10;
  usage.output = 5;
  auto model = scripted_model().with_usage(usage).says("").says("A real answer.");
  auto agent = session(model);
  const Lines lines = play(agent, "go");
  EXPECT_EQ(lines.back(), "done completed");
  EXPECT_EQ(agent.usage().requests, 2);
  EXPECT_EQ(agent.usage().total, 30);
}

TEST_F(Scenarios, S48_LessThanTheFloorEndsBeforeTheCall) {
  auto model = scripted_model().says("never");
  auto made = builder({model});
  made.with_budget({.tokens = 100});
  auto agent = built(made);
  EXPECT_THAT(play(agent, "go").back(), HasSubstr("budget_tokens"));
  EXPECT_EQ(model.requests().size(), 0U);
}

}  // namespace
}  // namespace pintle::scenarios

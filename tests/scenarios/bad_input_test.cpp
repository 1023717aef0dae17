// SPDX-License-Identifier: MIT
// What a session says to input that is no good, and to parts that fail.
#include <gmock/gmock.h>

#include "pintle/access_rules.hpp"

#include "scenarios/world.hpp"

namespace pintle::scenarios {
namespace {

using ::testing::HasSubstr;

template <class T>
std::string error_of(const Result<T>& result) {
  return result ? "no error" : to_string(result.error());
}

TEST_F(Scenarios, ABuilderNamesTheCallThatIsMissing) {
  EXPECT_THAT(error_of(AgentSession::builder(nullptr).build()), HasSubstr("router"));
  auto made = builder({});
  EXPECT_THAT(error_of(made.build()), HasSubstr("with_model(name)"));
}

TEST_F(Scenarios, AnUnknownModelIsARoutingError) {
  auto made = builder({scripted_model("here")});
  made.with_model("gone");
  const auto agent = made.build();
  ASSERT_FALSE(agent);
  EXPECT_TRUE(std::holds_alternative<RoutingError>(agent.error()));
  EXPECT_THAT(error_of(agent), HasSubstr("gone"));
}

TEST_F(Scenarios, ASecondTurnAtOnceAndAnEmptyPromptAreRefused) {
  auto model = scripted_model().says("Here it is.");
  auto agent = session(model);
  const auto fault_of = [](const Result<TurnStream>& stream) {
    return std::get<SessionError>(stream.error()).fault;
  };
  EXPECT_EQ(fault_of(agent.run_turn_stream("")), SessionFault::invalid);
  auto first = agent.run_turn_stream("go");
  EXPECT_EQ(fault_of(agent.run_turn_stream("too early")), SessionFault::busy);
  EXPECT_EQ(play(agent, std::move(first)).back(), "done completed");
}

TEST_F(Scenarios, BadToolsAreRefusedAtBuild) {
  const auto refusal = [&](std::vector<std::shared_ptr<Tool>> tools) {
    auto made = builder({scripted_model().says("x")});
    made.with_tools(std::move(tools));
    return error_of(made.build());
  };
  EXPECT_THAT(refusal({scripted_tool("twin"), scripted_tool("twin")}), HasSubstr("twin"));
  auto blocking = scripted_tool("slow");
  blocking.spec().blocking = true;
  EXPECT_THAT(refusal({blocking}), HasSubstr("with_worker_pool"));
  EXPECT_THAT(refusal({scripted_tool("broken").schema("{no json")}), HasSubstr("broken"));
}

// Scenario 38 of the seeds.
TEST_F(Scenarios, ArgumentsThatSpellTheTypeAskedForAreCoercedAndTold) {
  auto add = scripted_tool("add")
                 .schema(R"({"type":"object","properties":{"n":{"type":"integer"}}})")
                 .returns("added");
  auto model = scripted_model().calls("add", R"({"n":"5"})").says("Done.");
  auto made = builder({model});
  made.with_tools({add});
  auto agent = built(made);
  const Lines lines = play(agent, agent.run_turn_stream("go"));
  EXPECT_TRUE(
      has(lines, R"(notice args_coerced add: at /n: read string "5" as integer)"));
  ASSERT_EQ(add.call_count(), 1U);
  EXPECT_EQ(add.runs()[0].arguments, R"({"n":5})");
}

TEST_F(Scenarios, AMisfitDeepInTheArgumentsIsNamedByItsPath) {
  auto order = scripted_tool("order")
                   .schema(R"({"type":"object","properties":{"items":{"type":"array",
                     "items":{"type":"object","properties":{"name":{"type":"string"}}}}}})")
                   .returns("ordered");
  auto model = scripted_model()
                   .calls("order", R"({"items":[{},{},{"name":["tea"]}]})")
                   .says("I see.");
  auto made = builder({model});
  made.with_tools({order});
  auto agent = built(made);
  const Lines lines = play(agent, agent.run_turn_stream("go"));
  EXPECT_TRUE(has(lines, "at /items/2/name: expected string, got array"));
  EXPECT_EQ(order.call_count(), 0U);
}

TEST_F(Scenarios, BadArgumentsBecomeErrorResultsAndNothingRuns) {
  auto model = scripted_model()
                   .calls("add", "{\"n\":")
                   .calls("add", R"({"n":[]})")
                   .calls("add", "{}")
                   .calls("add", R"({"n":1,"zzz":2})")
                   .says("I give up.");
  auto tool = scripted_tool("add").returns("never").schema(
      R"({"type":"object","properties":{"n":{"type":"integer"}},)"
      R"("required":["n"],"additionalProperties":false})");
  auto agent = session(model, {tool});
  const Lines lines = play(agent, "go");
  EXPECT_EQ(lines.back(), "done completed");
  EXPECT_EQ(count(lines, "add error"), 4);
  EXPECT_TRUE(has(lines, "zzz"));
  EXPECT_EQ(tool.call_count(), 0U);
}

TEST_F(Scenarios, AReadOnlyToolPastItsDeadlineTimesOut) {
  auto model = scripted_model().calls("slow", "{}").says("It took too long.");
  auto tool = scripted_tool("slow").hangs_hard();
  tool.spec().deadline_ms = 2'000;
  auto agent = session(model, {read_only(tool)});
  const Lines lines = play(agent, "go");
  EXPECT_TRUE(has(lines, "slow error timed out"));
  EXPECT_EQ(lines.back(), "done completed");
}

TEST_F(Scenarios, AnAtMostOnceToolThatDoesNotStopIsInDoubtAfterItsGrace) {
  auto model = scripted_model().calls("send", "{}").says("It may be sent.");
  auto tool = scripted_tool("send").hangs_hard();
  tool.spec().deadline_ms = 2'000;
  auto agent = session(model, {tool});
  const Lines lines = play(agent, "go");
  EXPECT_TRUE(has(lines, "send in_doubt"));
  EXPECT_EQ(now(), MonoTime(7s));
  EXPECT_EQ(tool.stop_count(), 0U);
}

TEST_F(Scenarios, HugeAndInvalidOutputIsTidied) {
  auto model =
      scripted_model().calls("big", "{}").calls("raw", "{}").says("Both were read.");
  auto agent = session(model,
                       {scripted_tool("big").returns(std::string(100'000'000, 'x')),
                        scripted_tool("raw").returns("a\xff z")});
  EXPECT_EQ(play(agent, "go").back(), "done completed");
  const Lines results = results_of(model.requests().back());
  EXPECT_EQ(results.at(0), "ok a\xEF\xBF\xBD z");
  EXPECT_LT(results_of(model.requests().at(1)).at(0).size(), 140'000U);
}

TEST_F(Scenarios, AStoreThatFailsEndsTheTurnAndTheSession) {
  auto model = scripted_model().says("never seen as done");
  auto store = std::make_shared<ScriptedStore>();
  auto made = builder({model});
  made.with_store(store);
  auto agent = built(made);
  store->hold();
  store->fail(StoreFault::full);
  const Lines lines = play(agent, "go");
  EXPECT_THAT(lines.back(), HasSubstr("failed store_failed"));
  EXPECT_FALSE(agent.run_turn_stream("more"));
}

class Approvals : public Scenarios {
 protected:
  Approvals() {
    access->answer_tool("", "write", AccessVerdict::ask);
    made.with_access(access).with_tools({tool});
  }
  /// Plays up to the suspension; gives the call that waits.
  CallId suspended(AgentSession& agent) {
    CallId call;
    const Lines lines = play(agent, "write it", [&](const TurnEvent& event) {
      const auto* asked = std::get_if<ApprovalRequired>(&event);
      if (asked != nullptr) call = asked->requests.at(0).call;
    });
    EXPECT_TRUE(has(lines, "approval_required 1"));
    EXPECT_EQ(lines.back(), "done suspended");
    EXPECT_EQ(tool.call_count(), 0U);
    return call;
  }
  std::shared_ptr<ScriptedAccess> access = std::make_shared<ScriptedAccess>();
  ScriptedTool tool = scripted_tool("write").schema("{}").returns("written");
  ScriptedModel model =
      scripted_model().calls("write", R"({"to":"a"})").says("So be it.");
  AgentSessionBuilder made = builder({model});
};

TEST_F(Approvals, AnApprovedCallRunsWhenTheTurnIsContinued) {
  auto agent = built(made);
  EXPECT_TRUE(agent.answer(suspended(agent), approve()));
  const Lines lines = play(agent, agent.continue_turn());
  EXPECT_TRUE(has(lines, "write ok written"));
  EXPECT_EQ(lines.back(), "done completed");
}

TEST_F(Approvals, ADeniedCallDoesNotRun) {
  auto agent = built(made);
  EXPECT_TRUE(agent.answer(suspended(agent), deny("not today")));
  const Lines lines = play(agent, agent.continue_turn());
  EXPECT_TRUE(has(lines, "not today"));
  EXPECT_EQ(tool.call_count(), 0U);
}

TEST_F(Approvals, ACallRunsWithTheArgumentsOfTheAnswer) {
  auto agent = built(made);
  EXPECT_TRUE(agent.answer(suspended(agent), with_arguments(R"({"to":"b"})")));
  EXPECT_EQ(play(agent, agent.continue_turn()).back(), "done completed");
  ASSERT_EQ(tool.call_count(), 1U);
  EXPECT_EQ(tool.runs()[0].arguments, R"({"to":"b"})");
}

TEST_F(Approvals, ArgumentsThatAPersonChangedAreAuthorizedAnew) {
  AccessRules rules;
  rules.user = {access_rule(AccessVerdict::deny, "write(/to=/etc/*)").value()};
  made.with_access(access_by_rules(rules).value());
  auto agent = built(made);
  EXPECT_TRUE(agent.answer(suspended(agent), with_arguments(R"({"to":"/etc/x"})")));
  const Lines lines = play(agent, agent.continue_turn());
  EXPECT_TRUE(has(lines, "write denied"));
  EXPECT_EQ(tool.call_count(), 0U);
}

TEST_F(Approvals, TheTimeThatAPersonTakesIsNotTheTurns) {
  Budget budget;
  budget.wall_ms = 10'000;
  made.with_budget(budget);
  auto agent = built(made);
  const CallId call = suspended(agent);
  at(now() + 1h, [&] { EXPECT_TRUE(agent.answer(call, approve())); });
  executor.run();
  EXPECT_EQ(play(agent, agent.continue_turn()).back(), "done completed");
}

TEST_F(Approvals, AbortWhileSuspendedEndsTheTurn) {
  auto agent = built(made);
  suspended(agent);
  agent.abort();
  EXPECT_EQ(play(agent, agent.continue_turn()).back(), "done cancelled");
  EXPECT_EQ(tool.call_count(), 0U);
  EXPECT_FALSE(agent.history().has_open_calls());
}

}  // namespace
}  // namespace pintle::scenarios

// SPDX-License-Identifier: MIT
// Steering, aborting, caps, ways to drive.
#include <gmock/gmock.h>

#include "scenarios/world.hpp"

namespace pintle::scenarios {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(Scenarios, S1_SteeringWhileToolsRunClosesEachCallInOrderBeforeTheMessage) {
  auto model = scripted_model()
                   .calls_all({{"one", "{}"}, {"two", "{}"}, {"three", "{}"}})
                   .says("Then not.");
  auto agent = session(model,
                       {read_only(scripted_tool("one").returns("1")),
                        read_only(scripted_tool("two").hangs()),
                        read_only(scripted_tool("three").hangs())});
  at(1s, [&] { EXPECT_TRUE(agent.steer("stop that", SteerMode::interrupt_tools)); });
  const Lines lines = play(agent, "go");
  EXPECT_EQ(lines.back(), "done completed");
  ASSERT_EQ(model.requests().size(), 2U);
  const Lines results = results_of(model.requests()[1]);
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0], "ok 1");
  EXPECT_THAT(results[1], HasSubstr("cancelled"));
  EXPECT_THAT(results[2], HasSubstr("cancelled"));
  EXPECT_EQ(model.requests()[1].messages.back(), agent.history().messages()[3]);
  EXPECT_EQ(text_of(model.requests()[1].messages.back()), "stop that");
}

TEST_F(Scenarios, S9_ReusedProviderIdsNeverCrossTurns) {
  const auto call = [](std::string arguments) {
    using What = testing::ScriptedEvent::What;
    std::vector<testing::ScriptedEvent> events(3);
    events[0].what = What::call_start;
    events[0].bytes = "call_0";
    events[0].name = "echo";
    events[1].what = What::call_arguments;
    events[1].bytes = std::move(arguments);
    events[2].what = What::end;
    events[2].stop.kind = StopKind::tool_use;
    return events;
  };
  auto model = scripted_model()
                   .plays(call(R"({"n":1})"))
                   .says("first")
                   .plays(call(R"({"n":2})"))
                   .says("second");
  auto tool = scripted_tool("echo").schema("{}").returns("r1").returns("r2");
  auto agent = session(model, {tool});
  const Lines first = play(agent, "one");
  const Lines second = play(agent, "two");
  EXPECT_TRUE(has(first, "echo ok r1"));
  EXPECT_TRUE(has(second, "echo ok r2"));
  ASSERT_EQ(tool.call_count(), 2U);
  EXPECT_NE(tool.runs()[0].call, tool.runs()[1].call);
  EXPECT_NE(tool.runs()[0].idempotency_key, tool.runs()[1].idempotency_key);
}

TEST_F(Scenarios, S11_AbortOfASilentStreamEndsAtOnceAndKeepsThePartialText) {
  auto model = scripted_model().hangs("half an ans").says("again");
  auto agent = session(model);
  at(1s, [&] { agent.abort(); });
  const Lines lines = play(agent, "go");
  EXPECT_EQ(lines.back(), "done cancelled");
  EXPECT_EQ(now(), MonoTime(1s));
  EXPECT_EQ(model.cancelled(), 1);
  EXPECT_TRUE(agent.history().messages().back().interrupted);
  EXPECT_EQ(text_of(agent.history().messages().back()), "half an ans");
  EXPECT_EQ(play(agent, "go on").back(), "done completed");
}

TEST_F(Scenarios, S12_SteeringDoesNotTakeAnAbortBack) {
  auto model = scripted_model().hangs().says("to the steered one");
  auto agent = session(model);
  at(1s, [&] {
    agent.abort();
    EXPECT_TRUE(agent.steer("and this"));
  });
  const Lines lines = play(agent, "go");
  EXPECT_EQ(lines.back(), "done cancelled");
  EXPECT_EQ(model.requests().size(), 1U);
}

TEST_F(Scenarios, S14_TheStepCapIsNoCompletion) {
  auto model = scripted_model();
  for (int i = 0; i < 9; ++i) {
    model.calls("step", R"({"n":)" + std::to_string(i) + "}");
  }
  auto made = builder({model});
  AgentConfig config;
  config.max_inner_iterations = 2;
  made.with_config(config).with_tools({scripted_tool("step").schema("{}").returns("x")});
  auto agent = built(made);
  const Lines lines = play(agent, "go");
  EXPECT_EQ(lines.back(), "done step_cap:2");
  EXPECT_FALSE(agent.history().has_open_calls());
}

TEST_F(Scenarios, S15_FollowUpsBeyondTheOuterCapRunInTheNextTurn) {
  auto model = scripted_model()
                   .says("The first one is done.")
                   .says("Here is the second.")
                   .says("And all that was left.");
  auto made = builder({model});
  AgentConfig config;
  config.max_outer_iterations = 1;
  auto store = std::make_shared<ScriptedStore>();
  made.with_config(config).with_store(store);
  auto agent = built(made);
  bool sent = false;
  const Lines first = play(agent, "one", [&](const TurnEvent& event) {
    if (!event.text() || std::exchange(sent, true)) return;
    EXPECT_TRUE(agent.follow_up("two"));
    EXPECT_TRUE(agent.follow_up("three"));
  });
  EXPECT_EQ(first.back(), "done outer_cap:1");
  EXPECT_EQ(model.requests().size(), 1U);
  const SessionRecord end = store->records(agent.session_id()).back();
  ASSERT_TRUE(std::holds_alternative<record::Summary>(end));
  EXPECT_EQ(std::get<record::Summary>(end).queued, 2);
  const Lines second = play(agent, "four");
  Lines said;
  for (const Message& message : agent.history().messages()) {
    if (message.role == Role::user) said.push_back(text_of(message));
  }
  std::sort(said.begin(), said.end());
  EXPECT_THAT(said, ElementsAre("four", "one", "three", "two"));
}

TEST_F(Scenarios, S16_AMessageOfAFailedTurnAppearsOnce) {
  auto model = scripted_model().fails({.status = 401}).says("Now it works.");
  auto agent = session(model);
  EXPECT_THAT(play(agent, "first try").back(), HasSubstr("failed provider_error"));
  EXPECT_EQ(play(agent, "second try").back(), "done completed");
  Lines said;
  for (const Message& message : model.requests().back().messages) {
    said.push_back(text_of(message));
  }
  EXPECT_EQ(count(said, "first try"), 1);
  EXPECT_EQ(count(said, "second try"), 1);
}

TEST_F(Scenarios, S36_AToolThatThrowsGivesAnErrorResult) {
  auto model = scripted_model().calls("bad", "{}").says("It failed.");
  auto agent = session(model, {scripted_tool("bad").throws("boom")});
  const Lines lines = play(agent, "go");
  EXPECT_TRUE(has(lines, "bad error"));
  EXPECT_TRUE(has(lines, "boom"));
  EXPECT_EQ(lines.back(), "done completed");
}

/// Reads a turn until `line` was seen, and leaves.
void leave_at(AgentSession& agent, std::string_view line) {
  Result<TurnStream> stream = agent.run_turn_stream("go");
  ASSERT_TRUE(stream);
  for (const TurnEvent& event : stream->events()) {
    if (to_string(event).find(line) != std::string::npos) return;
  }
  ADD_FAILURE() << "not seen: " << line;
}

TEST_F(Scenarios, LeavingTheRangeDropsTheRequestAtOnceAndTheNextTurnRuns) {
  auto model = scripted_model().hangs("some").says("The next answer.");
  auto agent = session(model);
  leave_at(agent, "text g1 some");
  EXPECT_EQ(model.cancelled(), 1);
  const Lines lines = play(agent, "next");
  EXPECT_EQ(lines.back(), "done completed");
  EXPECT_FALSE(has(lines, "cancelled")) << "what the turn that was left still did";
}

TEST_F(Scenarios, ATurnBehindOneThatWasLeftWaitsForItsToolsInsideTheStream) {
  auto model = scripted_model().calls("send", "{}").says("Here.").says("Again.");
  auto tool = scripted_tool("send").hangs_hard();
  auto agent = session(model, {tool});
  at(1s, [&] { agent.follow_up("also").value(); });  // while the tool runs
  leave_at(agent, "input 2 accepted");
  auto stream = agent.run_turn_stream("next");
  EXPECT_EQ(now(), 1s) << "to begin does not wait";
  EXPECT_EQ(agent.run_turn_stream("two at once").ok(), false);
  EXPECT_EQ(play(agent, std::move(stream)).back(), "done completed");
  EXPECT_EQ(now(), 6s) << "the tool's grace";
}

TEST_F(Scenarios, AnAbortReachesATurnThatWaitsForOneThatWasLeft) {
  auto model = scripted_model().calls("send", "{}").says("Never asked.");
  auto agent = session(model, {scripted_tool("send").hangs_hard()});
  at(1s, [&] { agent.follow_up("also").value(); });  // while the tool runs
  leave_at(agent, "input 2 accepted");
  auto stream = agent.run_turn_stream("next");
  at(2s, [&] { agent.abort(); });
  EXPECT_EQ(play(agent, std::move(stream)).back(), "done cancelled");
  EXPECT_EQ(model.requests().size(), 1U);
}

TEST_F(Scenarios, ATurnBehindOneThatWasLeftFailsWhenItsStoreDoes) {
  auto model = scripted_model().calls("send", "{}").says("Never asked.");
  const auto store = std::make_shared<ScriptedStore>();
  AgentSessionBuilder made = builder({model});
  made.with_tools({scripted_tool("send").hangs_hard()}).with_store(store);
  auto agent = built(made);
  at(1s, [&] { agent.follow_up("also").value(); });
  leave_at(agent, "input 2 accepted");
  auto stream = agent.run_turn_stream("next");
  at(2s, [&] {
    store->hold();
    store->fail(StoreFault::io);
  });
  EXPECT_TRUE(has(play(agent, std::move(stream)), "failed store_failed"));
  EXPECT_EQ(model.requests().size(), 1U);
}

TEST_F(Scenarios, ATurnDrivenByHandBehindOneThatWasLeftIsThatTurn) {
  auto model = scripted_model().calls("send", "{}").says("Here.");
  auto agent = session(model, {scripted_tool("send").hangs_hard()});
  at(1s, [&] { agent.follow_up("also").value(); });  // while the tool runs
  leave_at(agent, "input 2 accepted");
  auto stream = agent.run_turn_stream("next");
  std::string text;
  while (const std::optional<Status> status = stream->loop().next_status()) {
    const auto* ready = std::get_if<Ready>(&*status);
    const auto* delta = ready ? std::get_if<Delta>(&ready->item) : nullptr;
    if (delta != nullptr) text += delta->bytes;
    if (std::holds_alternative<Pending>(*status)) executor.poll();
  }
  EXPECT_EQ(text, "Here.");
}

}  // namespace
}  // namespace pintle::scenarios

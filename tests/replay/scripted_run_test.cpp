// SPDX-License-Identifier: MIT
// A recorded run, played anew by scripted models and tools in a session in virtual time.
#include "pintle/testing/scripted_run.hpp"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/testing/replay.hpp"
#include "pintle/testing/scripted_access.hpp"

#include "replay/small_session.hpp"

namespace pintle {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::Journal;
using testing::replay;
using testing::scripted_run;
using testing::ScriptedRun;
using Lines = std::vector<std::string>;

Lines played(const ScriptedRun& run) {
  testing::VirtualTime time;
  Executor executor(time.seams(77));  // other chance than when it was recorded
  Result<AgentSession> session = run.builder().with_executor(executor).build();
  if (!session) return {to_string(session.error())};
  time.reactor->on_deadlock([&] {
    ADD_FAILURE() << "every job is parked for ever";
    session->abort();
  });
  return run.play(*session);
}

TEST(ScriptedRun, ShowsTheSameEventsAsTheRecordedOne) {
  const Journal journal = Journal::parse(small_journal().to_text()).value();
  const ScriptedRun run = scripted_run(journal).value();
  const Lines lines = played(run);
  EXPECT_EQ(lines, replay(journal).events);
  EXPECT_THAT(lines, Contains(HasSubstr("tool_result c1 read ok 7 bar")));
  EXPECT_THAT(lines, Contains(HasSubstr("retract g1 error")));
  ASSERT_EQ(run.models.size(), 1U);
  EXPECT_EQ(run.models[0].requests().size(), 3U);
  ASSERT_EQ(run.tools.size(), 1U);
  EXPECT_EQ(run.tools[0].runs().at(0).arguments, R"({"path":"gauge.txt"})");
}

TEST(ScriptedRun, SteersAndAbortsWhereTheRecordedUserDid) {
  SmallSession small;
  testing::ScriptedModel model = testing::scripted_model("a");
  model.streams({"one ", "two ", "three"}).calls("read", "{}").hangs("I think");
  testing::ScriptedTool read = testing::scripted_tool("read");
  read.effect(ToolEffect::read_only).after(2s).returns("late");
  AgentSession session = small.open({model}, {read});
  Lines lines;
  Result<TurnStream> stream = session.run_turn_stream("Count.");
  for (const TurnEvent& event : stream->events()) {
    const std::string line = to_string(event);
    if (!std::holds_alternative<Progress>(event)) lines.push_back(line);
    if (line == "text g1 two ") session.steer("Read instead.").value();
    if (line == "text g3 I think") session.abort();
  }
  const ScriptedRun run = scripted_run(small.journal()).value();
  EXPECT_EQ(run.inputs.size(), 3U);
  EXPECT_EQ(played(run), lines);
  EXPECT_THAT(lines, Contains(HasSubstr("retract g1 steered")));
  EXPECT_THAT(lines, Contains(HasSubstr("done cancelled")));
}

TEST(ScriptedRun, AnswersApprovalsAndFailsOverAsRecorded) {
  SmallSession small;
  testing::ScriptedModel first = testing::scripted_model("a");
  testing::ScriptedModel second = testing::scripted_model("b");
  testing::ScriptedFailure limit;
  limit.status = 429;
  first.calls("send", R"({"to":"ann"})").fails(limit);
  second.says("Sent.");
  testing::ScriptedTool send = testing::scripted_tool("send");
  send.returns("ok");
  const auto access = std::make_shared<testing::ScriptedAccess>();
  access->answer_tool("", "send", AccessVerdict::ask);
  AgentSessionBuilder builder = AgentSession::builder(models({first, second}));
  builder.with_model("a").with_fallback_models({"b"}).with_tools({send});
  builder.with_access(access).with_executor(small.executor);
  builder.with_step_observer(small.recorder);
  AgentSession session = builder.build().value();
  Lines lines = small.play(session, "Send it.");
  session.answer(CallId{1}, approve()).value();
  Result<TurnStream> stream = session.continue_turn();
  for (const TurnEvent& event : stream->events()) {
    if (!std::holds_alternative<Progress>(event)) lines.push_back(to_string(event));
  }
  EXPECT_EQ(played(scripted_run(small.journal()).value()), lines);
  EXPECT_THAT(lines, Contains(HasSubstr("a -> b")));
}

TEST(ScriptedRun, RefusesAJournalThatDiffersOrBeginsInTheMiddle) {
  Journal journal = small_journal();
  journal.steps[3].digest ^= 1;
  EXPECT_THAT(to_string(scripted_run(journal).error()),
              HasSubstr("the journal: step 4 (stored) differs"));
  SmallSession small;
  testing::ScriptedModel model = testing::scripted_model("a");
  model.says("one").says("two");
  const auto store = memory_store();
  for (int opening = 0; opening < 2; ++opening) {
    AgentSessionBuilder builder = AgentSession::builder(single_model(model));
    builder.with_executor(small.executor).with_store(store).with_session_id("s");
    builder.with_step_observer(small.recorder);
    AgentSession session = builder.build().value();
    small.play(session, "Hi");
  }
  EXPECT_FALSE(replay(small.journal()).divergence);
  EXPECT_THAT(to_string(scripted_run(small.journal()).error()),
              HasSubstr("begins in the middle of a session"));
}

}  // namespace
}  // namespace pintle

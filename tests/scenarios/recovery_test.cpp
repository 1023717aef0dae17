// SPDX-License-Identifier: MIT
// A process ends in the middle of a turn; another one goes on with what the store has.
#include <gmock/gmock.h>

#include "scenarios/world.hpp"

namespace pintle::scenarios {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Records = std::vector<SessionRecord>;

class Recovery : public Scenarios {
 protected:
  AgentSession opened(const ScriptedModel& model) {
    AgentSessionBuilder made = builder({model});
    made.with_store(store).with_session_id("s");
    return built(made);
  }
  /// The session as it is when the store has its log up to and including the last record
  /// that `is_last` picks.
  template <class Pick>
  AgentSession reopened_after(const ScriptedModel& model, Pick is_last) {
    Records records = store->records("s");
    while (!records.empty() && !is_last(records.back())) records.pop_back();
    EXPECT_FALSE(records.empty());
    store->set_records("s", records);
    return opened(model);
  }
  const std::shared_ptr<ScriptedStore> store = std::make_shared<ScriptedStore>();
};

template <class R>
bool is(const SessionRecord& record) {
  return std::holds_alternative<R>(record);
}

std::vector<std::string> texts_of(const testing::SeenRequest& request) {
  std::vector<std::string> texts;
  for (const Message& message : request.messages) texts.push_back(text_of(message));
  return texts;
}

TEST_F(Recovery, APromptThatWaitedIsInTheFirstRequestAlsoBehindAnUnansweredMessage) {
  ScriptedModel model = scripted_model();
  model.hangs().says("Both.").says("Both, again.");
  {
    AgentSession session = opened(model);
    at(1s, [&] { session.abort(); });
    play(session, "First");
    play(session, "Second");
  }
  AgentSession session = reopened_after(model, is<record::InputAccepted>);
  EXPECT_EQ(play(session, session.continue_turn()).back(), "done completed");
  ASSERT_EQ(model.requests().size(), 3U);
  EXPECT_THAT(texts_of(model.requests()[2]), ElementsAre(HasSubstr("First"), "Second"));
}

TEST_F(Recovery, AnAnswerThatWasCutOffIsStillSaidToBeTruncated) {
  ScriptedModel model = scripted_model();
  model.ends_with(StopKind::max_tokens, "Half of").says("never asked");
  {
    AgentSession session = opened(model);
    EXPECT_EQ(play(session, "Go").back(), "done truncated");
  }
  AgentSession session = reopened_after(model, is<record::Conversation>);
  EXPECT_EQ(play(session, session.continue_turn()).back(), "done truncated");
  EXPECT_EQ(model.requests().size(), 1U);
}

TEST_F(Recovery, AnOlderAnswerSaysNothingOfHowTheNextTurnEnds) {
  ScriptedModel model = scripted_model();
  model.ends_with(StopKind::max_tokens, "Half of").says("Whole.").says("Whole, again.");
  {
    AgentSession session = opened(model);
    play(session, "Go");
    play(session, "On");
  }
  AgentSession session = reopened_after(model, is<record::InputAccepted>);
  EXPECT_EQ(play(session, session.continue_turn()).back(), "done completed");
}

class ReopenedByAnotherVersion : public Recovery {
 protected:
  // One turn as the first version, then one as the second: the lines of that.
  Lines turns_of(UniqueFunction<void(AgentSessionBuilder&)> change) {
    model.says("One.").says("Two.").says("Three.");
    {
      AgentSession session = version([](AgentSessionBuilder&) {});
      play(session, "First");
      EXPECT_FALSE(has(play(session, "Second"), "prefix_broken"));
    }
    AgentSession session = version(std::move(change));
    return play(session, "Third");
  }
  ScriptedModel model = scripted_model();

 private:
  AgentSession version(UniqueFunction<void(AgentSessionBuilder&)> change) {
    AgentSessionBuilder made = builder({model});
    made.with_store(store)
        .with_session_id("s")
        .with_system_prompt("Be brief.")
        .with_tools({scripted_tool("look")});
    change(made);
    return built(made);
  }
};

TEST_F(ReopenedByAnotherVersion, TheSameOneKeepsTheEpoch) {
  EXPECT_FALSE(has(turns_of([](AgentSessionBuilder&) {}), "prefix_broken"));
}

TEST_F(ReopenedByAnotherVersion, AnotherPromptBeginsAnEpochAndSaysSo) {
  const Lines lines = turns_of(
      [](AgentSessionBuilder& made) { made.with_system_prompt("Be thorough."); });
  EXPECT_EQ(count(lines, "prefix_broken system_changed"), 1) << lines.front();
  EXPECT_EQ(model.requests().back().system, "Be thorough.");
}

TEST_F(ReopenedByAnotherVersion, OtherToolsBeginAnEpochAndSaySo) {
  const Lines lines = turns_of(
      [](AgentSessionBuilder& made) { made.with_tools({scripted_tool("watch")}); });
  EXPECT_EQ(count(lines, "prefix_broken tools_changed"), 1) << lines.front();
}

}  // namespace
}  // namespace pintle::scenarios

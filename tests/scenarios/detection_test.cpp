// SPDX-License-Identifier: MIT
// Loops and empty answers through a whole session.
#include <gmock/gmock.h>

#include "scenarios/world.hpp"

namespace pintle::scenarios {
namespace {

using ::testing::HasSubstr;

TEST_F(Scenarios, S23_S24_DeltasThatRepeatAreNoLoop) {
  auto model = scripted_model().streams({"\n", "\n", "a", "a b", "a b c", "\n"});
  auto agent = session(model);
  const Lines lines = play(agent, "go");
  EXPECT_EQ(lines.back(), "done completed");
  EXPECT_EQ(count(lines, "retract"), 0);
}

TEST_F(Scenarios, S25_TheThirdEqualAnswerIsRetractedAndRedirected) {
  const std::string same = "I have looked into it and all is well with the system.";
  auto model =
      scripted_model().says(same).says(same).says(same).says("Something else now.");
  auto agent = session(model);
  play(agent, "one");
  play(agent, "two");
  const Lines lines = play(agent, "three");
  EXPECT_TRUE(has(lines, "retract g3 loop"));
  EXPECT_EQ(lines.back(), "done completed");
  ASSERT_EQ(model.requests().back().notes.size(), 1U);
  EXPECT_THAT(model.requests().back().notes[0], HasSubstr(same));
}

TEST_F(Scenarios, S26_AlternatingCallsAreCaughtWithTheirPeriod) {
  auto model = scripted_model();
  for (int i = 0; i < 7; ++i) model.calls(i % 2 == 0 ? "a" : "b", "{}");
  model.says("I see that this leads nowhere.");
  auto agent =
      session(model, {scripted_tool("a").returns("1"), scripted_tool("b").returns("2")});
  const Lines lines = play(agent, "go");
  EXPECT_TRUE(has(lines, "retract g7 loop"));
  EXPECT_EQ(count(lines, "tool_result"), 6);
  ASSERT_EQ(model.requests().back().notes.size(), 1U);
  EXPECT_THAT(model.requests().back().notes[0], HasSubstr("3 times in a cycle of 2"));
  EXPECT_EQ(lines.back(), "done completed");
}

TEST_F(Scenarios, S27_EqualSuccessfulReadsAreCaught) {
  auto model = scripted_model().calls("read", "{}").for_ever();
  auto agent = session(model, {read_only(scripted_tool("read").returns("same"))});
  EXPECT_THAT(play(agent, "go").back(), HasSubstr("stuck:read"));
  EXPECT_LE(model.requests().size(), 6U);
}

TEST_F(Scenarios, S28_PollingWithChangingResultsIsNotCaught) {
  auto model = scripted_model();
  auto tool = scripted_tool("poll");
  for (int i = 0; i < 8; ++i) {
    model.calls("poll", "{}");
    tool.returns(std::to_string(i) + " %");
  }
  model.says("It is built.");
  auto agent = session(model, {tool});
  EXPECT_EQ(play(agent, "go").back(), "done completed");
  EXPECT_EQ(tool.call_count(), 8U);
}

TEST_F(Scenarios, S29_MostlyErrorsAreStuck) {
  auto model = scripted_model();
  for (int i = 0; i < 14; ++i) {
    model.calls(i % 5 == 0 ? "good" : (i % 2 == 0 ? "x" : "y"),
                R"({"n":)" + std::to_string(i) + "}");
  }
  auto agent = session(model,
                       {scripted_tool("good").schema("{}").returns("fine"),
                        scripted_tool("x").schema("{}").fails("no"),
                        scripted_tool("y").schema("{}").fails("never")});
  EXPECT_EQ(play(agent, "go").back(), "done stuck:y 4, x 4:8");
  EXPECT_LE(model.requests().size(), 12U);
}

TEST_F(Scenarios, S30_ContentThatBeginsWithErrorIsNoError) {
  auto model = scripted_model().calls("cat", "{}").says("It says ERROR.");
  auto agent = session(model, {scripted_tool("cat").returns("ERROR: is its first line")});
  EXPECT_TRUE(has(play(agent, "go"), "cat ok ERROR: is"));
}

TEST_F(Scenarios, S31_ABareNumberIsRetriedWhereNoNumberWasAskedFor) {
  auto model = scripted_model().says("0").says("Hello to you.").says("0").says("8");
  auto agent = session(model);
  EXPECT_TRUE(has(play(agent, "hello"), "retract g1 vacuous"));
  EXPECT_EQ(count(play(agent, "how many planets are there?"), "retract"), 0);
  EXPECT_EQ(count(play(agent, "¿Cuántos planetas?"), "retract"), 0);
  EXPECT_EQ(model.requests().size(), 4U);
}

TEST_F(Scenarios, S32_EmptyAnswersArePassedThroughAsWeak) {
  auto model = scripted_model().says("").for_ever();
  auto agent = session(model);
  EXPECT_EQ(play(agent, "go").back(), "done completed weak");
  EXPECT_EQ(model.requests().size(), 3U);
}

}  // namespace
}  // namespace pintle::scenarios

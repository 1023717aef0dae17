// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "policy_loop/loop_script.hpp"

namespace pintle {
namespace {

using namespace loop_test;

TEST(VacuousAnswer, IsNudgedTwiceAndThenPassedThroughAsWeak) {
  LoopScript script;
  script.user("hello");
  const Judgement nudge = script.say(".");
  EXPECT_TRUE(retries(nudge, RetractReason::vacuous));
  EXPECT_NE(nudge.note, "");
  EXPECT_FALSE(nudge.switch_model);
  EXPECT_TRUE(retries(script.say(""), RetractReason::vacuous));
  EXPECT_EQ(script.say("").kind, JudgementKind::accept_weak);
  script.input("are you there");
  EXPECT_EQ(script.say("").kind, JudgementKind::accept_weak) << "no new nudges this turn";
}

TEST(VacuousAnswer, GetsNewNudgesInANewTurn) {
  LoopScript script;
  script.user("hello");
  for (int i = 0; i < 3; ++i) script.say("");
  script.user("are you there");
  EXPECT_TRUE(retries(script.say(""), RetractReason::vacuous));
}

TEST(VacuousAnswer, GetsNewNudgesAfterAnAnswerInWords) {
  LoopScript script;
  script.user("hello");
  script.say("");
  EXPECT_TRUE(accepts(script.say("Hello!")));
  EXPECT_TRUE(accepts(script.say(""))) << "visible text was shown in this turn";
  script.user("and");
  EXPECT_TRUE(retries(script.say(""), RetractReason::vacuous));
}

TEST(VacuousAnswer, HasItsOwnCounter) {
  LoopScript script;
  script.user("go");
  const std::vector<Call> get = {{"get", "{}", "same"}};
  for (int i = 0; i < 3; ++i) script.call(get);
  EXPECT_TRUE(retries(script.say(""), RetractReason::vacuous));
  const Judgement first = script.call(get);
  EXPECT_TRUE(retries(first, RetractReason::loop));
  EXPECT_FALSE(first.temperature_delta.has_value()) << "still the first rung";
}

TEST(VacuousAnswer, DoesNotGetNudgesForeverBetweenCalls) {
  LoopScript script;
  script.user("go");
  int nudges = 0;
  for (int i = 0; i < 10; ++i) {
    script.call({{"t" + std::to_string(i), "{}", "x"}});
    if (script.say("").kind == JudgementKind::retry) ++nudges;
  }
  EXPECT_EQ(nudges, 2);
}

TEST(VacuousAnswer, IsFineWithAnImage) {
  Message picture = answer_of("");
  picture.parts.emplace_back(ImagePart{"image/png", "aGk=", ""});
  JudgeRequest request;
  request.answer = &picture;
  EXPECT_TRUE(accepts(loop_detector()->judge(request)));
}

TEST(VacuousAnswer, ThinkingAloneIsNoAnswer) {
  Message thinking = answer_of("");
  thinking.parts.emplace_back(ThinkingPart{"deep thoughts", "", false});
  JudgeRequest request;
  request.answer = &thinking;
  EXPECT_TRUE(retries(loop_detector()->judge(request), RetractReason::vacuous));
}

TEST(VacuousAnswer, CanBeTurnedOff) {
  LoopDetectorConfig config;
  config.judge_bare_numbers = false;
  LoopScript numbers(config);
  numbers.user("hello");
  EXPECT_TRUE(accepts(numbers.say("0")));
  numbers.user("hello");
  EXPECT_TRUE(retries(numbers.say("."), RetractReason::vacuous));
  config.detect_vacuous = false;
  LoopScript off(config);
  off.user("hello");
  EXPECT_TRUE(accepts(off.say(".")));
}

}  // namespace
}  // namespace pintle

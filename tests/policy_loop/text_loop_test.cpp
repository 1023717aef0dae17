// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "policy_loop/loop_script.hpp"

namespace pintle {
namespace {

using namespace loop_test;

constexpr const char* capital = "The capital of France is Paris.";

// Turns up to the one in which `text` comes for the third time.
LoopScript said_twice(const std::string& text, LoopDetectorConfig config = {}) {
  LoopScript script(std::move(config));
  for (const char* const question : {"first question", "second question"}) {
    script.user(question);
    EXPECT_TRUE(accepts(script.say(text)));
  }
  script.user("third question");
  return script;
}

TEST(TextLoop, AcceptsTheFirstRepeatAcrossAnInput) {
  LoopScript script;
  script.user("what is it");
  EXPECT_TRUE(accepts(script.say(capital)));
  script.user("say it again");
  EXPECT_TRUE(accepts(script.say(capital)));
}

TEST(TextLoop, ClimbsTheLadderAndEndsAsLoop) {
  LoopScript script = said_twice(capital);
  script.other_model = true;
  const Judgement redirect = script.say(capital);
  EXPECT_TRUE(retries(redirect, RetractReason::loop));
  EXPECT_NE(redirect.note.find(capital), std::string::npos) << redirect.note;
  EXPECT_FALSE(redirect.temperature_delta.has_value());
  EXPECT_FALSE(redirect.switch_model);
  const Judgement cooler = script.say(capital);
  EXPECT_TRUE(retries(cooler, RetractReason::loop));
  EXPECT_EQ(cooler.temperature_delta, -0.3);
  const Judgement other = script.say(capital);
  EXPECT_TRUE(retries(other, RetractReason::loop));
  EXPECT_TRUE(other.switch_model);
  EXPECT_FALSE(other.temperature_delta.has_value());
  EXPECT_EQ(finish_of(script.say(capital)), "loop:exact:3");
}

TEST(TextLoop, LeavesTheModelRungOutWithoutAnotherModel) {
  LoopScript script = said_twice(capital);
  EXPECT_TRUE(retries(script.say(capital), RetractReason::loop));
  EXPECT_EQ(script.say(capital).temperature_delta, -0.3);
  EXPECT_EQ(finish_of(script.say(capital)), "loop:exact:3");
}

TEST(TextLoop, TakesTheLadderFromItsConfig) {
  LoopDetectorConfig config;
  config.ladder = {LoopRung::model, LoopRung::temperature, LoopRung::finish};
  config.temperature_delta = 0.2;
  LoopScript script = said_twice(capital, config);
  EXPECT_EQ(script.say(capital).temperature_delta, 0.2);
  EXPECT_EQ(finish_of(script.say(capital)), "loop:exact:3");
  config.ladder.clear();
  LoopScript strict = said_twice(capital, config);
  EXPECT_EQ(finish_of(strict.say(capital)), "loop:exact:3");
}

TEST(TextLoop, StartsTheLadderAnewAfterANewAnswer) {
  LoopScript script = said_twice(capital);
  EXPECT_TRUE(retries(script.say(capital), RetractReason::loop));
  EXPECT_TRUE(accepts(script.say("It lies on the river Seine.")));
  script.input("and again");
  const Judgement again = script.say(capital);
  EXPECT_TRUE(retries(again, RetractReason::loop));
  EXPECT_FALSE(again.temperature_delta.has_value()) << "the first rung again";
}

TEST(TextLoop, BeginsWithACleanSlateAfterATurnThatWasGivenUp) {
  LoopScript script = said_twice(capital);
  Judgement last = script.say(capital);
  while (last.kind == JudgementKind::retry) last = script.say(capital);
  script.end(last.finish);
  script.user("once more");
  EXPECT_TRUE(accepts(script.say(capital)));
}

TEST(TextLoop, SeesARepeatAtOnceWhereNoInputCameBetween) {
  LoopScript script;
  script.user("go on");
  EXPECT_TRUE(accepts(script.say("Done.")));
  EXPECT_TRUE(retries(script.say("done."), RetractReason::loop));
}

TEST(TextLoop, IgnoresCaseAndBlanksButNotDigits) {
  LoopScript script = said_twice("Step 1 of 3 is now done.");
  EXPECT_TRUE(accepts(script.say("Step 2 of 3 is now done.")));
  script.user("and");
  EXPECT_TRUE(retries(script.say("step 1 of 3  IS now\ndone."), RetractReason::loop));
}

TEST(TextLoop, SeesNearlyTheSameLongAnswer) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "fact" + std::to_string(i) + " ";
  LoopScript script = said_twice(text);
  EXPECT_TRUE(retries(script.say("So: " + text), RetractReason::loop));
  EXPECT_TRUE(retries(script.say("So: " + text), RetractReason::loop));
  EXPECT_EQ(finish_of(script.say("So: " + text)), "loop:near:3");
}

TEST(TextLoop, LooksBackAtTheWindowOnly) {
  LoopScript script = said_twice(capital);
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(accepts(script.say("A different answer, number " + std::to_string(i))));
    script.user("next");
  }
  EXPECT_TRUE(accepts(script.say(capital))) << "one of the two has left the window";
}

TEST(TextLoop, JudgesOnlyWholeAnswers) {
  for (const StopKind stop : {StopKind::max_tokens,
                              StopKind::pause,
                              StopKind::refusal,
                              StopKind::content_filter,
                              StopKind::context_overflow}) {
    LoopScript script = said_twice(capital);
    script.stop = stop;
    EXPECT_TRUE(accepts(script.say(capital))) << to_string(stop);
    EXPECT_TRUE(accepts(script.say(""))) << to_string(stop);
  }
}

TEST(TextLoop, DoesNotCountAnswersThatWereCutShort) {
  LoopScript script;
  for (int i = 0; i < 3; ++i) {
    script.user("tell me");
    Message partial = answer_of(capital);
    partial.interrupted = true;
    script.fold(record::Conversation{partial});
  }
  EXPECT_TRUE(accepts(script.say(capital)));
}

TEST(TextLoop, IsOffWhereItsCountIsZero) {
  LoopDetectorConfig config;
  config.exact_repeats = 0;
  LoopScript script = said_twice(capital, config);
  EXPECT_TRUE(accepts(script.say(capital)));
}

TEST(NoLoopDetector, AcceptsEverything) {
  const std::shared_ptr<LoopDetector> detector = no_loop_detector();
  const Message empty = answer_of("");
  JudgeRequest request;
  request.answer = &empty;
  EXPECT_TRUE(accepts(detector->judge(request)));
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
// The detector's part of the acceptance scenarios 23 to 32, and a table of conversations
// that look like loops and are none.
#include <gtest/gtest.h>

#include "policy_loop/loop_script.hpp"

namespace pintle {
namespace {

using namespace loop_test;

TEST(LoopScenario, S23_ChunksOfOneAnswerAreOneUnit) {
  LoopScript script;
  script.user("write two lines");
  Message answer = answer_of("one");
  for (const char* const chunk : {"\n", "\n", "\n", "two", "\n", "\n"}) {
    answer.parts.emplace_back(TextPart{chunk});
  }
  JudgeRequest request;
  request.answer = &answer;
  EXPECT_TRUE(accepts(script.detector().judge(request)));
}

TEST(LoopScenario, S24_AnAnswerThatGrowsIsNoLoop) {
  LoopScript script;
  std::string story = "Once upon a time";
  for (int i = 0; i < 5; ++i) {
    script.user("go on");
    story += ", and then came guest number " + std::to_string(i) + " with a gift";
    EXPECT_TRUE(accepts(script.say(story))) << i;
  }
}

TEST(LoopScenario, S25_TheSameAnswerForTheThirdTimeIsRedirected) {
  const char* const answer = "I will now look into the matter.";
  LoopScript script;
  script.user("please fix the bug");
  EXPECT_TRUE(accepts(script.say(answer)));
  script.input("well?");
  EXPECT_TRUE(accepts(script.say(answer)));
  script.input("go on then");
  const Judgement third = script.say(answer);
  EXPECT_TRUE(retries(third, RetractReason::loop));
  EXPECT_NE(third.note.find(answer), std::string::npos);
}

TEST(LoopScenario, S26_APatternOfTwoCallsIsCaught) {
  LoopScript script;
  script.user("go");
  for (int i = 0; i < 6; ++i) {
    EXPECT_TRUE(accepts(script.call({{i % 2 == 0 ? "a" : "b", "{}", "x"}}))) << i;
  }
  const Judgement caught = script.call({{"a", "{}", "x"}});
  EXPECT_TRUE(retries(caught, RetractReason::loop));
  EXPECT_NE(caught.note.find("- b {} gave: x"), std::string::npos) << caught.note;
}

TEST(LoopScenario, S27_TheSameReadFiveTimesIsCaught) {
  LoopScript script;
  script.user("go");
  int accepted = 0;
  for (int i = 0; i < 5; ++i) {
    accepted += accepts(script.call({{"read", R"({"path":"a"})", "text"}})) ? 1 : 0;
  }
  EXPECT_EQ(accepted, 3);
}

TEST(LoopScenario, S28_PollingWithChangingResultsIsNotCaught) {
  for (const bool repeatable : {false, true}) {
    LoopScript script;
    script.user("wait for the build");
    for (int i = 0; i < 8; ++i) {
      Call poll{"poll", R"({"job":1})", "[" + std::to_string(10 * i) + "%] building"};
      poll.repeatable = repeatable;
      EXPECT_TRUE(accepts(script.call({poll}))) << i;
    }
    EXPECT_TRUE(accepts(script.say("Build is done.")));
  }
}

TEST(LoopScenario, S29_EightErrorsOfTenAreStuckWithCountsForEachTool) {
  LoopScript script;
  script.user("go");
  const char* const tools[] = {
      "read", "grep", "list", "grep", "read", "read", "list", "grep", "grep", "list"};
  Judgement verdict;
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(accepts(script.after_results())) << i;
    const ResultStatus status = i == 2 || i == 6 ? ResultStatus::ok : ResultStatus::error;
    script.call({{tools[i], "{\"n\":" + std::to_string(i) + "}", "no", status}});
    verdict = script.after_results();
  }
  EXPECT_EQ(std::get<finish::Stuck>(verdict.finish),
            (finish::Stuck{"grep 4, read 3, list 1", 8, "error_rate"}));
}

TEST(LoopScenario, S30_ContentThatBeginsWithErrorIsNoError) {
  LoopScript script;
  script.user("go");
  for (int i = 0; i < 10; ++i) {
    script.call({{"read", "{\"n\":" + std::to_string(i) + "}", "ERROR: in a log file"}});
  }
  EXPECT_TRUE(accepts(script.after_results()));
}

TEST(LoopScenario, S31_ABareNumberIsAnAnswerOnlyToAQuestion) {
  const struct {
    const char* question;
    const char* answer;
    bool kept;
  } cases[] = {{"hello", "0", false},
               {"how many", "0", true},
               {"¿Cuántos planetas?", "8", true},
               {"Сколько планет", "8", true},
               {"tell me about Rome", "753", false},
               {"2 + 2", "4", true}};
  for (const auto& one : cases) {
    LoopScript script;
    script.user(one.question);
    EXPECT_EQ(accepts(script.say(one.answer)), one.kept) << one.question;
  }
}

TEST(LoopScenario, S32_AnEmptyAnswerAfterItsRetriesIsPassedThroughAsWeak) {
  LoopScript script;
  script.user("summarise the mail");
  EXPECT_TRUE(accepts(script.call({{"digest", "{}", "46 KB"}})));
  EXPECT_TRUE(retries(script.say(""), RetractReason::vacuous));
  EXPECT_TRUE(retries(script.say(""), RetractReason::vacuous));
  EXPECT_EQ(script.say("").kind, JudgementKind::accept_weak);
}

TEST(LoopCorpus, F184_AnEmptyAnswerAfterVisibleTextEndsTheTurn) {
  LoopScript script;
  script.user("send them all");
  EXPECT_TRUE(accepts(script.call({{"log", "{}", "ok"}}, "All sent, see above.")));
  EXPECT_TRUE(accepts(script.say("")));
}

TEST(LoopCorpus, F182_ATurnOfCallsToAToolThatDoesNotExistIsBounded) {
  LoopScript script;
  script.user("list the sites");
  Judgement verdict;
  int answers = 0;
  while (verdict.kind != JudgementKind::finish && answers < 12) {
    const Call wrong{"list_sites", "{}", "There is no such tool.", ResultStatus::error};
    verdict = script.call({wrong});
    ++answers;
  }
  EXPECT_EQ(answers, 6);
  EXPECT_EQ(finish_of(verdict), "stuck:list_sites:3");
}

TEST(LoopCorpus, F179_AlternationWithProgressIsNoLoop) {
  LoopScript script;
  script.user("wait");
  for (int i = 0; i < 6; ++i) {
    const std::string line = "line " + std::to_string(i);
    EXPECT_TRUE(accepts(script.call({{"read_output", R"({"h":1})", line}}))) << i;
    EXPECT_TRUE(accepts(script.call({{"bash", R"({"c":"sleep 5"})", ""}}))) << i;
  }
}

// Each answer comes after an input of the user and must be accepted.
TEST(LoopFalsePositives, ConversationsThatLookLikeLoops) {
  const struct {
    const char* label;
    std::vector<std::string> answers;
  } cases[] = {
      {"short confirmations", {"ok", "ok", "ok", "ok", "ok", "ok"}},
      {"yes to each question", {"Yes.", "Yes.", "Yes.", "No.", "Yes."}},
      {"a short refrain", {"Your move!", "Your move!", "Your move!", "Your move!"}},
      {"done, in another script", {"完了しました。", "完了しました。", "完了しました。"}},
      {"steps that differ in a digit",
       {"Step 1 of 5 is finished, going on to the next one as planned.",
        "Step 2 of 5 is finished, going on to the next one as planned.",
        "Step 3 of 5 is finished, going on to the next one as planned.",
        "Step 4 of 5 is finished, going on to the next one as planned."}},
      {"two answers in turn, once each",
       {"It is open from nine to five.",
        "It is closed on Sundays, sorry.",
        "It is open from nine to five.",
        "It is closed on Sundays, sorry."}},
      {"blank lines around words", {"\n\nHello\n\n", "\n\nWorld\n\n", "\n\nAgain\n\n"}},
  };
  for (const auto& one : cases) {
    LoopScript script;
    for (const std::string& answer : one.answers) {
      script.user("next?");
      EXPECT_TRUE(accepts(script.say(answer))) << one.label << ": " << answer;
    }
  }
}

TEST(LoopFalsePositives, OneCallInEachTurnIsWhatTheUserAskedFor) {
  LoopScript script;
  for (int i = 0; i < 12; ++i) {
    script.user("check the status");
    EXPECT_TRUE(accepts(script.call({{"status", "{}", "all is well"}}))) << i;
    EXPECT_TRUE(
        accepts(script.say("Well, at " + std::to_string(i) + " o'clock all is well.")));
  }
}

TEST(LoopFalsePositives, TheSameWordsBeforeDifferentCallsAreNoLoop) {
  LoopScript script;
  script.user("read them all");
  for (int i = 0; i < 12; ++i) {
    const JsonText arguments = "{\"n\":" + std::to_string(i) + "}";
    EXPECT_TRUE(accepts(
        script.call({{"read", arguments, "text"}}, "Let me look at the next file.")));
  }
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "policy_loop/loop_script.hpp"

namespace pintle {
namespace {

using namespace loop_test;

const std::vector<Call> get7 = {{"get", R"({"id":7})", R"({"open":false})"}};

TEST(CallLoop, SeesTheFourthEqualCallAndQuotesIt) {
  LoopScript script;
  script.user("close it");
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(accepts(script.call(get7))) << i;
  const Judgement redirect = script.call(get7);
  EXPECT_TRUE(retries(redirect, RetractReason::loop));
  EXPECT_NE(redirect.note.find(R"(get {"id":7} gave: {"open":false})"), std::string::npos)
      << redirect.note;
  EXPECT_NE(redirect.note.find("3 times"), std::string::npos) << redirect.note;
  EXPECT_EQ(script.call(get7).temperature_delta, -0.3);
  EXPECT_EQ(finish_of(script.call(get7)), "stuck:get:3");
}

TEST(CallLoop, SaysWhichRuleFoundIt) {
  LoopDetectorConfig config;
  config.ladder = {LoopRung::finish};
  LoopScript script(config);
  script.user("go");
  for (int i = 0; i < 3; ++i) script.call(get7);
  const Judgement repeated = script.call(get7);
  EXPECT_EQ(std::get<finish::Stuck>(repeated.finish),
            (finish::Stuck{"get", 3, "repeated"}));
}

TEST(CallLoop, ComparesArgumentsAsValuesNotAsBytes) {
  LoopScript script;
  script.user("go");
  EXPECT_TRUE(accepts(script.call({{"q", R"({"b":2,"a":1})", "same"}})));
  EXPECT_TRUE(accepts(script.call({{"q", R"({ "a":1, "b":2 })", "same"}})));
  EXPECT_TRUE(accepts(script.call({{"q", R"({"b":2,"a":1})", "same"}})));
  EXPECT_TRUE(
      retries(script.call({{"q", R"({"a":1,"b":2})", "same"}}), RetractReason::loop));
}

TEST(CallLoop, ForgetsRepeatsWhenAResultChanges) {
  LoopScript script;
  script.user("go");
  script.call(get7);
  script.call(get7);
  EXPECT_TRUE(accepts(script.call({{"get", R"({"id":7})", R"({"open":true})"}})));
  EXPECT_TRUE(accepts(script.call(get7)));
  EXPECT_TRUE(accepts(script.call(get7)));
  EXPECT_TRUE(accepts(script.call(get7)));
  EXPECT_TRUE(retries(script.call(get7), RetractReason::loop));
}

TEST(CallLoop, ATurnOfErrorsIsAChangeOfResult) {
  LoopScript script;
  script.user("go");
  script.call(get7);
  script.call(get7);
  std::vector<Call> failing = get7;
  failing[0].status = ResultStatus::error;
  EXPECT_TRUE(accepts(script.call(failing)));
  EXPECT_TRUE(accepts(script.call(get7)));
}

TEST(CallLoop, ComparesWholeBatchesInOrder) {
  const Call a{"a", "{}", "1"};
  const Call b{"b", "{}", "2"};
  LoopScript script;
  script.user("go");
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(accepts(script.call({a, b})));
    EXPECT_TRUE(accepts(script.call({b, a})));
    EXPECT_TRUE(accepts(script.call({a})));
  }
  EXPECT_TRUE(accepts(script.call({a, b})));
}

TEST(CallLoop, FindsThePeriodOfAPattern) {
  for (std::size_t period = 2; period <= 4; ++period) {
    LoopDetectorConfig config;
    config.ladder = {LoopRung::finish};
    LoopScript script(config);
    script.user("go");
    for (std::size_t i = 0; i < 3 * period; ++i) {
      const std::string tool(1, static_cast<char>('a' + i % period));
      EXPECT_TRUE(accepts(script.call({{tool, "{}", "x"}}))) << period << ' ' << i;
    }
    const Judgement judgement = script.call({{"a", "{}", "x"}});
    const std::string tools = std::string("a, b, c, d").substr(0, 3 * period - 2);
    EXPECT_EQ(std::get<finish::Stuck>(judgement.finish),
              (finish::Stuck{tools, 3, "periodic"}));
  }
}

TEST(CallLoop, DoesNotSeeAPatternLongerThanItsLimit) {
  LoopScript script;
  script.user("go");
  for (int i = 0; i < 30; ++i) {
    const std::string tool(1, static_cast<char>('a' + i % 5));
    EXPECT_TRUE(accepts(script.call({{tool, "{}", "x"}}))) << i;
  }
}

TEST(CallLoop, GivesRepeatableToolsMoreRoom) {
  std::vector<Call> poll = {{"poll", "{}", "running"}};
  poll[0].repeatable = true;
  LoopScript script;
  script.user("go");
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(accepts(script.call(poll))) << i;
  EXPECT_TRUE(retries(script.call(poll), RetractReason::loop));
}

TEST(CallLoop, BeginsAnewAfterAnInput) {
  LoopScript script;
  script.user("status");
  for (int i = 0; i < 3; ++i) script.call(get7);
  script.input("look again");
  EXPECT_TRUE(accepts(script.call(get7)));
}

TEST(CallLoop, ReadsResultsFromToolMessagesToo) {
  LoopScript script;
  script.user("go");
  for (std::uint64_t i = 1; i <= 3; ++i) {
    CallPart call;
    call.call = CallId{i};
    call.name = "get";
    call.arguments = R"({"id":7})";
    ResultPart slot;
    slot.call = call.call;
    slot.status = ResultStatus::ok;
    slot.content = "same";
    Message results;
    results.role = Role::tool;
    results.parts = {slot};
    script.fold(record::Conversation{answer_of("", {call})});
    script.fold(record::Conversation{results});
  }
  EXPECT_TRUE(retries(script.call(get7), RetractReason::loop));
}

TEST(CallLoop, KeepsLongArgumentsAndResultsOutOfItsNotes) {
  const std::string big(100'000, 'x');
  const std::vector<Call> calls(8, Call{"put", "{\"a\":\"" + big + "\"}", big});
  LoopScript script;
  script.user("go");
  for (int i = 0; i < 3; ++i) script.call(calls);
  const Judgement judgement = script.call(calls);
  EXPECT_TRUE(retries(judgement, RetractReason::loop));
  EXPECT_LT(judgement.note.size(), 2'000u);
}

TEST(ErrorRate, CountsOnlyAFullWindow) {
  LoopScript script;
  script.user("go");
  for (int i = 0; i < 9; ++i) {
    script.call({{"t" + std::to_string(i), "{}", "no", ResultStatus::error}});
    EXPECT_TRUE(accepts(script.after_results())) << i;
  }
  script.call({{"t9", "{}", "fine"}});
  EXPECT_EQ(script.after_results().kind, JudgementKind::finish);
}

TEST(ErrorRate, DoesNotCountCallsThatNeverRan) {
  LoopScript script;
  script.user("go");
  for (int i = 0; i < 12; ++i) {
    const ResultStatus status =
        i % 2 == 0 ? ResultStatus::denied : ResultStatus::cancelled;
    script.call({{"t" + std::to_string(i), "{}", "no", status}});
  }
  EXPECT_TRUE(accepts(script.after_results()));
}

TEST(ErrorRate, BeginsAnewAfterATurnThatWasGivenUp) {
  LoopScript script;
  script.user("go");
  for (int i = 0; i < 10; ++i) {
    script.call({{"t" + std::to_string(i), "{}", "no", ResultStatus::error}});
  }
  script.end(script.after_results().finish);
  script.user("try again");
  script.call({{"t", "{}", "no", ResultStatus::error}});
  EXPECT_TRUE(accepts(script.after_results()));
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "pintle/history.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pintle {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Message answer(std::string text, std::initializer_list<std::uint64_t> calls = {}) {
  Message message;
  message.role = Role::assistant;
  if (!text.empty()) message.parts.emplace_back(TextPart{std::move(text)});
  for (const std::uint64_t id : calls) {
    CallPart call;
    call.call = CallId{id};
    call.provider_id = "call_0";
    call.name = "read";
    message.parts.emplace_back(std::move(call));
  }
  return message;
}

Message results(std::initializer_list<std::uint64_t> calls) {
  Message message;
  message.role = Role::tool;
  for (const std::uint64_t id : calls) {
    ResultPart slot;
    slot.call = CallId{id};
    slot.status = ResultStatus::ok;
    slot.content = "done";
    message.parts.emplace_back(std::move(slot));
  }
  return message;
}

TEST(History, GivesEachCallASlotInCallOrder) {
  History history;
  history.add(user_message("go"));
  history.add(answer("", {7, 5}));
  ASSERT_EQ(history.size(), 3U);
  EXPECT_EQ(history.messages()[2].role, Role::tool);
  EXPECT_THAT(history.open_calls(), ElementsAre(CallId{7}, CallId{5}));
  EXPECT_THAT(find_fault(history.messages()), HasSubstr("no result yet for call 7"));

  EXPECT_TRUE(history.fill(CallId{5}, text_outcome("five")));
  EXPECT_THAT(history.open_calls(), ElementsAre(CallId{7}));
  EXPECT_TRUE(history.fill(CallId{7}, error_outcome("seven")));
  EXPECT_FALSE(history.has_open_calls());
  EXPECT_EQ(find_fault(history.messages()), "");
  const auto& slot = std::get<ResultPart>(history.messages()[2].parts[0]);
  EXPECT_EQ(slot.content, "seven");
  EXPECT_EQ(slot.status, ResultStatus::error);
  EXPECT_EQ(slot.provider_id, "call_0");
}

TEST(History, FillsASlotOnceOnly) {
  History history;
  history.add(user_message("go"));
  history.add(answer("", {1, 2}));
  EXPECT_TRUE(history.fill(CallId{1}, text_outcome("first")));
  EXPECT_FALSE(history.fill(CallId{1}, text_outcome("second")));
  EXPECT_FALSE(history.fill(CallId{9}, text_outcome("nobody's")));
  EXPECT_EQ(std::get<ResultPart>(history.messages()[2].parts[0]).content, "first");
  EXPECT_TRUE(history.fill(CallId{2}, text_outcome("")));
  EXPECT_FALSE(history.fill(CallId{2}, text_outcome("late")));
}

TEST(History, CountsTokensFromAnyMessage) {
  History history;
  history.add(user_message(std::string(400, 'a')));
  history.add(answer("", {1}));
  const std::int64_t pending = history.tokens_from(0);
  history.fill(CallId{1}, text_outcome(std::string(4'000, 'b')));
  EXPECT_EQ(history.tokens_from(0), pending + 1'000);
  history.add(answer("ok"));
  std::int64_t sum = 0;
  for (std::size_t i = history.size(); i-- > 0;) {
    sum += estimate_tokens(history.messages()[i]);
    EXPECT_EQ(history.tokens_from(i), sum);
  }
  EXPECT_EQ(history.tokens_from(history.size()), 0);
}

TEST(History, FindsWhereAnExchangeBegins) {
  History history;
  history.add(user_message("one"));
  history.add(user_message("and a half"));  // the same exchange
  history.add(answer("", {1}));
  history.fill(CallId{1}, text_outcome("r"));
  history.add(answer("done"));
  history.add(user_message("two"));
  history.add(answer("done"));
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(history.exchange_start(i), 0U) << i;
  EXPECT_EQ(history.exchange_start(5), 5U);
  EXPECT_EQ(history.exchange_start(6), 5U);
  EXPECT_EQ(history.exchange_start(7), 7U) << "there is no such message";
  EXPECT_EQ(History().exchange_start(0), 0U);
}

TEST(HistoryDeathTest, RefusesEveryBrokenPairing) {
  History open;
  open.add(user_message("go"));
  open.add(answer("", {1}));
  EXPECT_DEATH(open.add(user_message("too early")), "calls wait for their results");
  History history;
  EXPECT_DEATH(history.add(results({1})), "tool message");
  Message smuggled = user_message("x");
  smuggled.parts.emplace_back(ResultPart{});
  EXPECT_DEATH(history.add(smuggled), "results come by fill");
  Message calling = answer("", {1});
  calling.role = Role::user;
  EXPECT_DEATH(history.add(calling), "no answer made");
  EXPECT_DEATH(history.add(answer("", {3, 3})), "unset or repeated");
  EXPECT_DEATH(history.add(answer("", {0})), "unset or repeated");
  ToolOutcome pending;
  pending.status = ResultStatus::pending;
  EXPECT_DEATH(open.fill(CallId{1}, pending), "pending outcome");
}

TEST(FindFault, NamesWhatIsWrongWithARequest) {
  const Message user = user_message("go");
  const auto fault = [](std::vector<Message> messages) { return find_fault(messages); };
  EXPECT_EQ(fault({user, answer("", {1}), results({1}), answer("ok")}), "");
  EXPECT_EQ(fault({system_message("memory"), user}), "");
  EXPECT_THAT(fault({}), HasSubstr("no user message"));
  EXPECT_THAT(fault({system_message("memory")}), HasSubstr("no user message"));
  EXPECT_THAT(fault({answer("hi"), user}), HasSubstr("no user message before it"));
  EXPECT_THAT(fault({results({1}), user}), HasSubstr("without an answer before it"));
  EXPECT_THAT(fault({user, user_message(" \n")}), HasSubstr("is empty"));
  EXPECT_THAT(fault({user, answer("", {1})}), HasSubstr("calls without results"));
  EXPECT_THAT(fault({user, answer("", {1}), user}), HasSubstr("no results right after"));
  EXPECT_THAT(fault({user, answer("", {1, 2}), results({1})}),
              HasSubstr("1 results for 2 calls"));
  EXPECT_THAT(fault({user, answer("", {1, 2}), results({2, 1})}),
              HasSubstr("has call 2 where call 1"));
  EXPECT_THAT(fault({user, answer("", {1}), results({1}), answer("", {1}), results({1})}),
              HasSubstr("repeats call 1"));
  Message odd = user;
  odd.parts.emplace_back(CallPart{});
  EXPECT_THAT(fault({odd}), HasSubstr("may not hold"));
}

}  // namespace
}  // namespace pintle

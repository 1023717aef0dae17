// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "pintle/testing/sample_log.hpp"
#include "pintle/testing/scripted_access.hpp"
#include "pintle/testing/scripted_store.hpp"

namespace pintle {
namespace {

using testing::ScriptedStore;

std::unique_ptr<SessionLog> open(SessionStore& store) {
  return std::move(*store.open("s", OpenMode::create_or_existing).poll(Waker())).value();
}

const SessionRecord turn = record::TurnStarted{TurnId{1}, 5};

struct Counter final : WakeTarget {
  void wake() noexcept override { ++count; }
  int count = 0;
};

TEST(MemoryStore, WakesWhoWaitsForAnAcknowledgement) {
  const auto store = memory_store();
  const auto log = open(*store);
  const auto counter = std::make_shared<Counter>();
  EXPECT_FALSE(log->poll(Waker(counter)));
  log->append({&turn, 1}, Barrier::durable, Ticket{1});
  EXPECT_EQ(counter->count, 1);
  EXPECT_EQ(std::get<store::Stored>(*log->poll(Waker(counter))).ticket, Ticket{1});
}

TEST(MemoryStore, LetsALogOutliveIt) {
  auto store = memory_store();
  const auto log = open(*store);
  store.reset();
  log->append({&turn, 1}, Barrier::none, Ticket{1});
  EXPECT_EQ(log->read(0, 10).poll(Waker())->value().size(), 1U);
}

TEST(MemoryStoreDeathTest, RefusesTicketsOutOfOrder) {
  const auto store = memory_store();
  const auto log = open(*store);
  log->append({&turn, 1}, Barrier::none, Ticket{2});
  EXPECT_DEATH(log->append({&turn, 1}, Barrier::none, Ticket{2}), "not greater");
}

TEST(ScriptedStore, HoldsAcknowledgementsUntilTheyAreReleased) {
  ScriptedStore store;
  const auto log = open(store);
  const auto counter = std::make_shared<Counter>();
  store.hold();
  for (std::uint64_t t = 1; t <= 3; ++t)
    log->append({&turn, 1}, Barrier::none, Ticket{t});
  EXPECT_EQ(store.held(), 3U);
  EXPECT_FALSE(log->poll(Waker(counter)));
  store.release(2);
  EXPECT_EQ(counter->count, 2);
  EXPECT_EQ(std::get<store::Stored>(*log->poll(Waker())).ticket, Ticket{1});
  EXPECT_EQ(std::get<store::Stored>(*log->poll(Waker())).ticket, Ticket{2});
  EXPECT_EQ(store.records("s").size(), 2U);
  EXPECT_EQ(store.appends().size(), 3U);
}

TEST(ScriptedStore, FailsTheOldestThatWaitsAndAllLaterOnes) {
  ScriptedStore store;
  auto log = open(store);
  store.hold();
  log->append({&turn, 1}, Barrier::durable, Ticket{1});
  log->append({&turn, 1}, Barrier::durable, Ticket{2});
  store.release(1);
  store.fail(StoreFault::full);
  EXPECT_TRUE(std::holds_alternative<store::Stored>(*log->poll(Waker())));
  const auto failed = std::get<store::Failed>(*log->poll(Waker()));
  EXPECT_EQ(failed.ticket, Ticket{2});
  EXPECT_EQ(failed.error.fault, StoreFault::full);
  store.release();
  log->append({&turn, 1}, Barrier::durable, Ticket{3});
  EXPECT_FALSE(log->poll(Waker())) << "after a failure nothing more comes";
  log.reset();
  log = open(store);
  EXPECT_EQ(log->read(0, 10).poll(Waker())->value().size(), 1U);
}

TEST(ScriptedStore, ForgetsWithItsWriterWhatWasNotAcknowledged) {
  ScriptedStore store;
  auto log = open(store);
  store.hold();
  log->append({&turn, 1}, Barrier::durable, Ticket{1});
  log.reset();
  store.release();
  EXPECT_TRUE(store.records("s").empty());
}

TEST(ScriptedAccess, AnswersByUserAndNameAndListsWhatWasAsked) {
  testing::ScriptedAccess access;
  access.answer_tool("", "write", AccessVerdict::ask).deny_model("ann", "big");
  EXPECT_EQ(access.can_use_tool("bob", ToolUse{"write", "{}"}).poll(Waker())->value(),
            AccessVerdict::ask);
  EXPECT_FALSE(access.can_use_model("ann", "big").poll(Waker())->value());
  EXPECT_TRUE(access.can_use_model("bob", "big").poll(Waker())->value());
  access.fail_with(AuthError{"directory is down"});
  EXPECT_FALSE(access.can_spend("bob", 1).poll(Waker())->ok());
  access.record_usage("bob", 12);
  EXPECT_EQ(access.recorded(), 12);
  EXPECT_EQ(access.asked().front(), "can_use_tool bob write {}");
  EXPECT_EQ(access.asked().size(), 5U);
}

}  // namespace
}  // namespace pintle

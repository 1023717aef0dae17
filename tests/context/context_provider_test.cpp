// SPDX-License-Identifier: MIT
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/context.hpp"

namespace pintle {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Message answer(std::string text, std::uint64_t call = 0) {
  Message message;
  message.role = Role::assistant;
  if (!text.empty()) message.parts.emplace_back(TextPart{std::move(text)});
  if (call != 0) {
    CallPart part;
    part.call = CallId{call};
    part.name = "read";
    message.parts.emplace_back(std::move(part));
  }
  return message;
}

class ContextProviderTest : public ::testing::Test {
 protected:
  ContextProviderTest() {
    memory_->on_record(record::WorkingMemory{1, {"the sky is blue"}});
    config_.model_params.max_tokens = 1'000;
    request_.history = &history_;
    request_.memory = memory_.get();
    request_.config = &config_;
  }

  // Four messages of about `tokens` together.
  void add_exchange(std::size_t tokens) {
    history_.add(user_message("ask"));
    history_.add(answer("", ++calls_));
    history_.fill(CallId{calls_}, text_outcome(std::string(tokens * 4, 'r')));
    history_.add(answer("told"));
  }

  Result<ContextPlan> assemble() { return *provider_->assemble(request_).poll(Waker()); }

  // As the loop does: the plan's epoch is recorded and folded.
  ContextPlan send() {
    const ContextPlan plan = assemble().value();
    if (!plan.new_epoch_cause.empty()) {
      request_.epoch += 1;
      request_.epoch_from = plan.from;
      memory_->on_record(
          record::EpochStarted{request_.epoch, plan.from, plan.new_epoch_cause});
    }
    return plan;
  }

  std::string fault_of(const ContextPlan& plan) const {
    return find_fault(history_.messages().subspan(plan.from));
  }

  History history_;
  std::shared_ptr<MemoryHierarchy> memory_ = memory_hierarchy();
  AgentConfig config_;
  ContextRequest request_;
  std::shared_ptr<ContextProvider> provider_ = context_provider();
  std::uint64_t calls_ = 0;
};

TEST_F(ContextProviderTest, KeepsMemoryAndWholeExchangesWhenItTrimsScenario2) {
  for (int i = 0; i < 30; ++i) add_exchange(500);
  request_.budget_remaining = 10'000;
  const ContextPlan plan = send();
  EXPECT_EQ(plan.new_epoch_cause, "preflight");
  ASSERT_EQ(plan.memory.size(), 1U);
  EXPECT_THAT(text_of(plan.memory[0]), HasSubstr("- the sky is blue"));
  EXPECT_GT(plan.from, 0U);
  EXPECT_EQ(history_.messages()[plan.from].role, Role::user);
  EXPECT_EQ(fault_of(plan), "");
  EXPECT_LE(plan.tokens, 8'500);
}

TEST_F(ContextProviderTest, ExtendsAWindowOutwardToWholeExchangesScenario3) {
  provider_ = context_provider(ContextConfig{10});
  for (int i = 0; i < 30; ++i) add_exchange(500);
  request_.budget_remaining = 8'000;  // half of the limit holds 6 exchanges
  EXPECT_EQ(history_.size() - assemble().value().from, 24U);
  request_.budget_remaining = 2'800;  // half of the limit holds 2, the limit 4
  const ContextPlan plan = assemble().value();
  EXPECT_EQ(history_.size() - plan.from, 12U) << "10 messages, rounded outward";
  EXPECT_EQ(fault_of(plan), "");
  request_.budget_remaining = 1'400;  // the limit holds 2
  EXPECT_EQ(history_.size() - assemble().value().from, 8U) << "fewer when they must";
  request_.budget_remaining = 300;
  EXPECT_EQ(history_.size() - assemble().value().from, 4U) << "the last one always";
}

TEST_F(ContextProviderTest, GrowsOnlyAtTheEndBetweenCuts) {
  request_.window = 21'000;
  int epochs = 0;
  for (int i = 0; i < 200; ++i) {
    add_exchange(200);
    const std::size_t before = request_.epoch_from;
    const ContextPlan plan = send();
    EXPECT_EQ(fault_of(plan), "");
    EXPECT_LE(plan.tokens, 20'000);
    if (plan.new_epoch_cause.empty()) {
      EXPECT_EQ(plan.from, before);
    } else {
      ++epochs;
    }
  }
  EXPECT_LE(epochs, 7) << "a cut makes room for many requests";
  EXPECT_GE(epochs, 3);
}

TEST_F(ContextProviderTest, PutsNewerMemoryAtTheTailUntilTheNextEpoch) {
  add_exchange(10);
  const ContextPlan first = send();
  EXPECT_EQ(first.new_epoch_cause, "first_request");
  EXPECT_THAT(first.notes, IsEmpty());
  memory_->on_record(record::WorkingMemory{2, {"the sky is grey"}});
  const ContextPlan second = send();
  EXPECT_EQ(second.new_epoch_cause, "");
  EXPECT_EQ(second.memory, first.memory);
  EXPECT_THAT(second.notes, ElementsAre("[working_memory]\n- the sky is grey"));

  request_.model = "other";
  const ContextPlan third = send();
  EXPECT_EQ(third.new_epoch_cause, "model_changed");
  EXPECT_EQ(third.memory, memory_->render());
  EXPECT_THAT(third.notes, IsEmpty());
}

TEST_F(ContextProviderTest, BeginsAnEpochWhereToolsOrSystemPromptDiffer) {
  add_exchange(10);
  send();
  request_.tools_changed = true;
  EXPECT_EQ(assemble()->new_epoch_cause, "tools_changed");
  request_.tools_changed = false;
  request_.system_changed = true;
  EXPECT_EQ(send().new_epoch_cause, "system_changed");
  request_.system_changed = false;
  EXPECT_EQ(send().new_epoch_cause, "");
}

TEST_F(ContextProviderTest, NotesThePressure) {
  request_.window = 2'000;  // the room is 1,000
  add_exchange(720);
  const ContextPlan plan = assemble().value();
  EXPECT_THAT(plan.notes,
              ElementsAre(HasSubstr("% capacity — prefer concise responses and avoid "
                                    "requesting large tool outputs.]")));
  EXPECT_THAT(plan.notes[0], HasSubstr("[Context is at 7"));
  config_.context_pressure_threshold = 0;
  EXPECT_THAT(assemble().value().notes, IsEmpty());
}

TEST_F(ContextProviderTest, LeavesASmallModelHalfOfItsWindow) {
  config_.model_params.max_tokens = 8'192;
  request_.window = 4'096;
  add_exchange(1'000);
  add_exchange(200);
  EXPECT_EQ(assemble().value().from, 0U);
}

TEST_F(ContextProviderTest, CutsNothingWithoutARoomOrWithTheThresholdOff) {
  for (int i = 0; i < 50; ++i) add_exchange(5'000);
  EXPECT_EQ(assemble().value().from, 0U);
  request_.window = 10'000;
  config_.preflight_compression_threshold = 0;
  EXPECT_EQ(assemble().value().from, 0U);
  config_.preflight_compression_threshold = 0.85;
  request_.budget_remaining = 0;
  EXPECT_EQ(assemble().value().from, 0U) << "the ledger ends the turn";
}

TEST_F(ContextProviderTest, DropsAQuarterAtEachReductionThenSaysThatNothingIsLeft) {
  for (int i = 0; i < 20; ++i) add_exchange(500);
  request_.last_tokens = send().tokens;
  request_.reduction = 1;
  const ContextPlan smaller = send();
  EXPECT_EQ(smaller.new_epoch_cause, "context_overflow");
  EXPECT_LE(smaller.tokens * 4, request_.last_tokens * 3);
  EXPECT_GE(smaller.tokens * 3, request_.last_tokens * 2) << "no more than it must";
  EXPECT_EQ(fault_of(smaller), "");

  request_.last_tokens = 400;
  const auto none = assemble();
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(std::get<GenerationError>(none.error()).kind,
            GenerationKind::context_overflow);
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
// The contract suites, run on every implementation of these interfaces that we ship.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/testing/contracts/access.hpp"
#include "pintle/testing/contracts/context_provider.hpp"
#include "pintle/testing/contracts/error_policy.hpp"
#include "pintle/testing/contracts/ledger.hpp"
#include "pintle/testing/contracts/memory.hpp"
#include "pintle/testing/contracts/store.hpp"
#include "pintle/testing/scripted_access.hpp"
#include "pintle/testing/scripted_store.hpp"

namespace pintle {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(LedgerContract, HoldsWithoutABudget) {
  EXPECT_THAT(testing::check_ledger([] { return token_ledger(); }), IsEmpty());
}

TEST(LedgerContract, HoldsWithABudget) {
  for (const std::int64_t tokens : {10'000, 1'000'000}) {
    Budget budget;
    budget.tokens = tokens;
    EXPECT_THAT(testing::check_ledger([&] { return token_ledger(budget); }), IsEmpty());
  }
}

// A ledger that counts what it grants: its totals do not follow from records.
class LeakyLedger final : public TokenLedger {
 public:
  void on_record(const SessionRecord& record) override { inner_->on_record(record); }
  Result<std::int64_t> reserve(const SpendRequest& request) override {
    leaked_ += request.max_tokens;
    return inner_->reserve(request);
  }
  void settle(GenerationId generation) override { inner_->settle(generation); }
  void reset_rolling() override { inner_->reset_rolling(); }
  [[nodiscard]] TokenSnapshot snapshot() const override {
    TokenSnapshot now = inner_->snapshot();
    now.total += leaked_;
    return now;
  }

 private:
  std::shared_ptr<TokenLedger> inner_ = token_ledger();
  std::int64_t leaked_ = 0;
};

TEST(LedgerContract, FindsALedgerThatDoesNotFollowFromRecords) {
  EXPECT_THAT(testing::check_ledger([] { return std::make_shared<LeakyLedger>(); }),
              Contains(HasSubstr("totals follow from records alone")));
}

TEST(ErrorPolicyContract, HoldsForTheStandardPolicy) {
  EXPECT_THAT(testing::check_error_policy([] { return std::make_shared<ErrorPolicy>(); }),
              IsEmpty());
}

TEST(ErrorPolicyContract, HoldsForACustomizedPolicy) {
  EXPECT_THAT(testing::check_error_policy([] {
                return ErrorPolicy::customize(
                    [](const AgenticError& error, const ErrorPolicy& standard) {
                      return standard.classify(error);
                    });
              }),
              IsEmpty());
}

TEST(ErrorPolicyContract, FindsAPolicyThatSwitchesToNowhere) {
  EXPECT_THAT(
      testing::check_error_policy([] {
        return ErrorPolicy::customize([](const AgenticError&, const ErrorPolicy&) {
          return AgentAction::switch_model();
        });
      }),
      Contains(HasSubstr("no switch where there is no other model")));
}

TEST(AccessContract, HoldsForAllowAll) {
  EXPECT_THAT(testing::check_access([] { return std::make_shared<AllowAllAccess>(); }),
              IsEmpty());
}

TEST(AccessContract, HoldsForTheScriptedFake) {
  EXPECT_THAT(testing::check_access([] {
                auto access = std::make_shared<testing::ScriptedAccess>();
                access->deny_model("local", "m").spend_at_most(10);
                return access;
              }),
              IsEmpty());
}

TEST(MemoryContract, HoldsForTheThreeTiers) {
  EXPECT_THAT(testing::check_memory([] { return memory_hierarchy(); }), IsEmpty());
}

TEST(MemoryContract, HoldsWithTriggersOff) {
  EXPECT_THAT(testing::check_memory([] {
                return memory_hierarchy(MemoryConfig{0, 0, true});
              }),
              IsEmpty());
}

TEST(ContextProviderContract, HoldsForRecentExchanges) {
  for (const std::size_t recent : {1U, 20U, 100'000U}) {
    EXPECT_THAT(testing::check_context_provider(
                    [&] { return context_provider(ContextConfig{recent}); }),
                IsEmpty());
  }
}

// The seed's fault: the first records are dropped one by one, whatever they are.
class RecordCutter final : public ContextProvider {
 public:
  Task<Result<ContextPlan>> assemble(const ContextRequest& request) override {
    ContextPlan plan;
    plan.from = std::min(request.history->size() - 1,
                         static_cast<std::size_t>(request.reduction));
    plan.tokens = request.history->tokens_from(plan.from);
    return Task<Result<ContextPlan>>::ready(plan);
  }
};

TEST(ContextProviderContract, FindsACutInsideAnExchangeThatLosesMemory) {
  const auto faults =
      testing::check_context_provider([] { return std::make_shared<RecordCutter>(); });
  EXPECT_THAT(faults, Contains(HasSubstr("begins with a whole exchange")));
  EXPECT_THAT(faults, Contains(HasSubstr("memory is sent")));
}

TEST(StoreContract, HoldsForTheMemoryStore) {
  EXPECT_THAT(testing::check_store([] { return memory_store(); }), IsEmpty());
}

TEST(StoreContract, HoldsForTheScriptedFake) {
  EXPECT_THAT(
      testing::check_store([] { return std::make_shared<testing::ScriptedStore>(); }),
      IsEmpty());
}

TEST(StoreContract, FindsAStoreThatNeverAnswers) {
  EXPECT_THAT(testing::check_store([] {
                auto store = std::make_shared<testing::ScriptedStore>();
                store->hold();
                return store;
              }),
              Contains(HasSubstr("an append is acknowledged")));
}

}  // namespace
}  // namespace pintle

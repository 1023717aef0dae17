// SPDX-License-Identifier: MIT
#include "pintle/ledger.hpp"

#include <gtest/gtest.h>

namespace pintle {
namespace {

record::GenerationEnded ended(std::uint64_t id, std::int64_t input, std::int64_t output) {
  record::GenerationEnded end;
  end.generation = GenerationId{id};
  end.usage = Usage{};
  end.usage->input = input;
  end.usage->output = output;
  end.cost = Cost{10, CostStatus::estimated};
  return end;
}

BudgetExhausted refusal(const Result<std::int64_t>& result) {
  const auto* error =
      result.ok() ? nullptr : std::get_if<BudgetExhausted>(&result.error());
  return error == nullptr ? BudgetExhausted{BudgetKind::time, -1, -1} : *error;
}

Budget of_tokens(std::int64_t tokens) {
  Budget budget;
  budget.tokens = tokens;
  return budget;
}

TEST(TokenLedger, RefusesBelowTheFloorScenario48) {
  const auto ledger = token_ledger(of_tokens(1'000));
  ledger->on_record(ended(1, 700, 50));
  const auto result = ledger->reserve({GenerationId{2}, 0, 8'192, 256});
  EXPECT_EQ(refusal(result), (BudgetExhausted{BudgetKind::tokens, 1'000, 750}));
  EXPECT_FALSE(ledger->is_exhausted()) << "250 tokens are left, too few for an answer";
}

TEST(TokenLedger, GrantsASmallAnswerThatIsSmallerThanTheFloor) {
  const auto ledger = token_ledger(of_tokens(200));
  const auto granted = ledger->reserve({GenerationId{1}, 50, 100, 256});
  ASSERT_TRUE(granted.ok());
  EXPECT_EQ(granted.value(), 100);
}

TEST(TokenLedger, TakesABudgetOfZeroAsHaltNow) {
  const auto ledger = token_ledger(of_tokens(0));
  EXPECT_TRUE(ledger->is_exhausted());
  EXPECT_FALSE(ledger->reserve({GenerationId{1}, 0, 0, 0}).ok());
  Budget no_money;
  no_money.cost_micro = 0;
  EXPECT_EQ(refusal(token_ledger(no_money)->reserve({GenerationId{1}, 1, 1, 1})),
            (BudgetExhausted{BudgetKind::cost, 0, 0}));
}

TEST(TokenLedger, NeverGrantsTwoChildrenMoreThanThereIs) {
  const auto ledger = token_ledger(of_tokens(1'000));
  const auto first = ledger->reserve({GenerationId{1}, 100, 600, 100});
  const auto second = ledger->reserve({GenerationId{2}, 100, 600, 100});
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first.value() + second.value() + 200, 1'000);
  EXPECT_EQ(ledger->remaining(), 0);
}

TEST(TokenLedger, ReplacesAReservationOfTheSameGeneration) {
  const auto ledger = token_ledger(of_tokens(1'000));
  ASSERT_TRUE(ledger->reserve({GenerationId{1}, 100, 600, 100}).ok());
  ASSERT_TRUE(ledger->reserve({GenerationId{1}, 100, 600, 100}).ok());
  EXPECT_EQ(ledger->remaining(), 300);
}

TEST(TokenLedger, CountsCallsInFlightAndPast) {
  Budget budget;
  budget.calls = 2;
  const auto ledger = token_ledger(budget);
  record::GenerationEnded failed;
  failed.generation = GenerationId{1};
  failed.outcome = GenerationOutcome::failed;
  ledger->on_record(failed);
  ASSERT_TRUE(ledger->reserve({GenerationId{2}, 1, 1, 1}).ok());
  EXPECT_EQ(refusal(ledger->reserve({GenerationId{3}, 1, 1, 1})),
            (BudgetExhausted{BudgetKind::calls, 2, 2}));
}

TEST(TokenLedger, StopsWhenTheMoneyIsSpent) {
  Budget budget;
  budget.cost_micro = 20;
  const auto ledger = token_ledger(budget);
  ledger->on_record(ended(1, 1, 1));
  EXPECT_TRUE(ledger->reserve({GenerationId{2}, 1, 1, 1}).ok());
  ledger->on_record(ended(2, 1, 1));
  EXPECT_EQ(refusal(ledger->reserve({GenerationId{3}, 1, 1, 1})),
            (BudgetExhausted{BudgetKind::cost, 20, 20}));
}

SpendRequest priced(std::uint64_t generation, std::int64_t input, std::int64_t output) {
  const Pricing pricing{1'000'000, 3'000'000, 100'000, 2'000'000};
  return {GenerationId{generation}, input, output, 100, pricing};
}

Budget of_money(std::int64_t micro) {
  Budget budget;
  budget.cost_micro = micro;
  return budget;
}

TEST(TokenLedger, HoldsThePriceOfWhatIsInFlight) {
  const auto ledger = token_ledger(of_money(10'000));
  ASSERT_TRUE(ledger->reserve(priced(1, 2'000, 1'000)).ok());  // 4,000 and 3,000
  EXPECT_EQ(refusal(ledger->reserve(priced(2, 2'000, 1'000))),
            (BudgetExhausted{BudgetKind::cost, 10'000, 7'000}));
  ledger->settle(GenerationId{1});
  EXPECT_TRUE(ledger->reserve(priced(2, 2'000, 1'000)).ok());
}

TEST(TokenLedger, GrantsTheAnswerThatTheMoneyPaysFor) {
  const auto ledger = token_ledger(of_money(10'000));
  const auto granted = ledger->reserve(priced(1, 2'000, 8'192));
  ASSERT_TRUE(granted.ok());
  EXPECT_EQ(granted.value(), 2'000);
}

TEST(TokenLedger, RefusesWhenTheMoneyDoesNotPayForTheFloor) {
  const auto ledger = token_ledger(of_money(4'299));
  EXPECT_FALSE(ledger->reserve(priced(1, 2'000, 8'192)).ok());
  EXPECT_TRUE(token_ledger(of_money(4'300))->reserve(priced(1, 2'000, 8'192)).ok());
  EXPECT_FALSE(token_ledger(of_money(1'000))->reserve(priced(1, 2'000, 8'192)).ok());
}

TEST(TokenLedger, ChecksMoneyOnlyWhereNoPriceIsKnown) {
  const auto ledger = token_ledger(of_money(1));
  EXPECT_TRUE(ledger->reserve({GenerationId{1}, 1'000'000, 8'192, 256}).ok());
}

TEST(TokenLedger, CountsAHalfToldUsageAsUnknownAndKeepsWhatWasTold) {
  const auto ledger = token_ledger();
  record::GenerationEnded half = ended(1, 5, 0);
  half.usage->output = std::nullopt;
  half.cost = Cost{-3, CostStatus::actual};
  ledger->on_record(half);
  EXPECT_EQ(ledger->total(), 5);
  EXPECT_EQ(ledger->snapshot().unknown_requests, 1);
  EXPECT_EQ(ledger->cost().micro, 0);
  EXPECT_EQ(ledger->cost().unknown_calls, 1);
}

}  // namespace
}  // namespace pintle

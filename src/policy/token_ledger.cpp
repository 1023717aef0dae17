// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>
#include <vector>

#include "pintle/ledger.hpp"

#include "core/totals.hpp"

namespace pintle {

std::int64_t TokenLedger::effective_max_tokens(std::int64_t wanted) const {
  return std::min(wanted, remaining().value_or(wanted));
}

namespace {

class SessionLedger final : public TokenLedger {
 public:
  explicit SessionLedger(Budget budget) : budget_(std::move(budget)) {
    totals_.budget = budget_.tokens;
  }

  void on_record(const SessionRecord& record) override {
    if (const auto* ended = std::get_if<record::GenerationEnded>(&record)) count(*ended);
    if (std::holds_alternative<record::Observation>(record)) reset_rolling();
  }

  Result<std::int64_t> reserve(const SpendRequest& request) override {
    settle(request.generation);
    if (const auto spent = find_spent()) return Err{*spent};
    const std::int64_t input = std::max<std::int64_t>(request.input_tokens, 0);
    const std::int64_t wanted = std::max<std::int64_t>(request.max_tokens, 0);
    const std::int64_t least = std::min(request.floor, wanted);
    std::int64_t granted = wanted;
    if (budget_.tokens) {
      granted = std::min(granted, *left_of_tokens() - input);
      if (granted < least) return Err{spent_tokens()};
    }
    std::int64_t price = 0;
    if (budget_.cost_micro && request.pricing) {
      granted = affordable(*request.pricing, input, granted);
      if (granted < least) return Err{spent_money()};
      price = price_of(*request.pricing, input, granted);
    }
    held_.push_back({request.generation, plus(input, granted), price});
    return granted;
  }

  void settle(GenerationId generation) override {
    held_.erase(
        std::remove_if(held_.begin(),
                       held_.end(),
                       [&](const Held& held) { return held.generation == generation; }),
        held_.end());
  }

  void reset_rolling() override { totals_.rolling = 0; }

  [[nodiscard]] TokenSnapshot snapshot() const override {
    TokenSnapshot now = totals_;
    now.remaining = left_of_tokens();
    return now;
  }

 private:
  struct Held {
    GenerationId generation;
    std::int64_t tokens = 0;
    std::int64_t micro = 0;
  };

  void count(const record::GenerationEnded& ended) {
    settle(ended.generation);
    add_generation(totals_, ended);
  }

  [[nodiscard]] std::int64_t held(std::int64_t Held::*amount) const {
    std::int64_t sum = 0;
    for (const Held& each : held_) sum = plus(sum, each.*amount);
    return sum;
  }

  // At most: all input is new to the cache, or there is none.
  static std::int64_t price_of(Pricing pricing, std::int64_t input, std::int64_t output) {
    pricing.input = std::max(pricing.input, pricing.cache_write);
    Usage most;
    most.input = input;
    most.output = output;
    return calculate_cost(most, pricing).micro.value_or(0);
  }

  // How long an answer the money left pays for, up to `wanted`; -1: not even the input.
  [[nodiscard]] std::int64_t affordable(const Pricing& pricing,
                                        std::int64_t input,
                                        std::int64_t wanted) const {
    const std::int64_t left = *budget_.cost_micro - spent_and_held();
    if (price_of(pricing, input, wanted) <= left) return wanted;
    const std::int64_t for_output = left - price_of(pricing, input, 0);
    if (for_output < 0) return -1;
    return std::min(wanted, times(for_output, 1'000'000) / pricing.output);
  }

  [[nodiscard]] std::optional<std::int64_t> left_of_tokens() const {
    if (!budget_.tokens) return std::nullopt;
    return std::max<std::int64_t>(
        *budget_.tokens - plus(totals_.total, held(&Held::tokens)), 0);
  }

  [[nodiscard]] BudgetExhausted spent_tokens() const {
    return {BudgetKind::tokens,
            budget_.tokens.value_or(0),
            plus(totals_.total, held(&Held::tokens))};
  }

  [[nodiscard]] std::int64_t spent_and_held() const {
    return plus(totals_.cost.micro, held(&Held::micro));
  }

  [[nodiscard]] BudgetExhausted spent_money() const {
    return {BudgetKind::cost, budget_.cost_micro.value_or(0), spent_and_held()};
  }

  // Which budget lets no request through at all, whatever its size.
  [[nodiscard]] std::optional<BudgetExhausted> find_spent() const {
    const std::int64_t calls = totals_.requests + static_cast<std::int64_t>(held_.size());
    if (budget_.calls && calls >= *budget_.calls) {
      return BudgetExhausted{BudgetKind::calls, *budget_.calls, calls};
    }
    if (budget_.cost_micro && spent_and_held() >= *budget_.cost_micro)
      return spent_money();
    if (left_of_tokens().value_or(1) <= 0) return spent_tokens();
    return std::nullopt;
  }

  Budget budget_;
  TokenSnapshot totals_;
  std::vector<Held> held_;
};

}  // namespace

std::shared_ptr<TokenLedger> token_ledger(Budget budget) {
  return std::make_shared<SessionLedger>(std::move(budget));
}

}  // namespace pintle

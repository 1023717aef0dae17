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

  Result<std::int64_t> reserve(GenerationId generation,
                               std::int64_t input_tokens,
                               std::int64_t max_tokens,
                               std::int64_t floor) override {
    settle(generation);
    if (const auto spent = find_spent()) return Err{*spent};
    const std::int64_t input = std::max<std::int64_t>(input_tokens, 0);
    std::int64_t granted = std::max<std::int64_t>(max_tokens, 0);
    if (budget_.tokens) {
      const std::int64_t left = *left_of_tokens() - input;
      if (left < std::min(floor, granted)) return Err{spent_tokens()};
      granted = std::min(granted, left);
    }
    held_.push_back({generation, plus(input, granted)});
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
  };

  void count(const record::GenerationEnded& ended) {
    settle(ended.generation);
    add_generation(totals_, ended);
  }

  [[nodiscard]] std::int64_t held() const {
    std::int64_t sum = 0;
    for (const Held& each : held_) sum = plus(sum, each.tokens);
    return sum;
  }

  [[nodiscard]] std::optional<std::int64_t> left_of_tokens() const {
    if (!budget_.tokens) return std::nullopt;
    return std::max<std::int64_t>(*budget_.tokens - plus(totals_.total, held()), 0);
  }

  [[nodiscard]] BudgetExhausted spent_tokens() const {
    return {BudgetKind::tokens, budget_.tokens.value_or(0), plus(totals_.total, held())};
  }

  // Which budget lets no request through at all, whatever its size.
  [[nodiscard]] std::optional<BudgetExhausted> find_spent() const {
    const std::int64_t calls = totals_.requests + static_cast<std::int64_t>(held_.size());
    if (budget_.calls && calls >= *budget_.calls) {
      return BudgetExhausted{BudgetKind::calls, *budget_.calls, calls};
    }
    if (budget_.cost_micro && totals_.cost.micro >= *budget_.cost_micro) {
      return BudgetExhausted{BudgetKind::cost, *budget_.cost_micro, totals_.cost.micro};
    }
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

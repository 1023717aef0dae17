// SPDX-License-Identifier: MIT
#include "loop/chance_budget.hpp"

#include <algorithm>
#include <utility>

namespace pintle {

namespace {
constexpr std::int64_t answer_floor = 50;
}

BudgetWatch::BudgetWatch(Budget budget)
    : budget_(std::move(budget)), ledger_(token_ledger(budget_)) {}

void BudgetWatch::broken(std::string what) {
  if (fault_.empty()) fault_ = "budget: " + std::move(what);
}

Result<std::int64_t> BudgetWatch::reserve(const effect::ReserveSpend& ask) {
  reserved_ = ask.generation;
  input_ = ask.input_tokens;
  Result<std::int64_t> granted = ledger_->reserve(
      {ask.generation, ask.input_tokens, ask.max_tokens, answer_floor, ask.pricing});
  granted_ = granted ? *granted : 0;
  return granted;
}

void BudgetWatch::on_start(const effect::StartGeneration& start, Now now) {
  ++calls_;
  if (start.generation != reserved_) broken("a request began that nothing was held for");
  if (start.max_tokens > granted_) broken("a request may answer more than was granted");
  if (budget_.calls && calls_ > *budget_.calls) broken("a request too many");
  if (budget_.tokens && spent_ + input_ + start.max_tokens > *budget_.tokens) {
    broken("a request began that the tokens left do not cover");
  }
  const std::int64_t price = input_ + 3 * start.max_tokens;
  if (budget_.cost_micro && spent_micro_ + price > *budget_.cost_micro) {
    broken("a request began that the money left does not cover");
  }
  const auto time = std::chrono::milliseconds(budget_.wall_ms.value_or(0));
  if (budget_.wall_ms && now.mono > stream_began_ + time + timer_lateness) {
    broken("a request began after the stream's time was over");
  }
}

void BudgetWatch::on_record(const SessionRecord& record) {
  ledger_->on_record(record);
  const auto* ended = std::get_if<record::GenerationEnded>(&record);
  if (ended == nullptr) return;
  if (ended->usage) spent_ += ended->usage->total();
  spent_micro_ += ended->cost.micro.value_or(0);
  if (ledger_->total() != spent_) broken("the ledger's total is not what was used");
}

void BudgetWatch::on_finish() {
  ledger_->settle(reserved_);
  if (!budget_.tokens) return;
  if (ledger_->remaining() != std::max<std::int64_t>(*budget_.tokens - spent_, 0)) {
    broken("something is still held at the end of the stream");
  }
}

void BudgetWatch::restart(const std::vector<SessionRecord>& log) {
  ledger_ = token_ledger(budget_);
  spent_ = spent_micro_ = calls_ = 0;
  for (const SessionRecord& record : log) {
    calls_ += std::holds_alternative<record::GenerationStarted>(record) ? 1 : 0;
    on_record(record);
  }
}

}  // namespace pintle

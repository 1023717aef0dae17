// SPDX-License-Identifier: MIT
#include "pintle/testing/contracts/ledger.hpp"

#include "testing/contracts/support.hpp"

namespace pintle::testing {

namespace {

record::GenerationEnded spent(std::uint64_t generation, std::optional<Usage> usage) {
  record::GenerationEnded end;
  end.generation = GenerationId{generation};
  end.usage = usage;
  return end;
}

Usage of(std::int64_t input, std::int64_t output) {
  Usage usage;
  usage.input = input;
  usage.output = output;
  return usage;
}

void check_fresh(Findings& is, const TokenLedger& ledger) {
  const TokenSnapshot now = ledger.snapshot();
  is.expect(now.total == 0 && now.requests == 0 && now.rolling == 0,
            "a fresh ledger has counted nothing");
  is.expect(now.remaining == now.budget, "a fresh ledger has its whole budget left");
}

void check_fold(Findings& is, TokenLedger& whole, TokenLedger& in_pieces) {
  feed(whole, sample_log());
  std::uint64_t probe = 1'000'000;
  for (const SessionRecord& record : sample_log()) {
    in_pieces.on_record(record);
    (void)in_pieces.reserve({GenerationId{++probe}, 10, 10, 1});
    (void)in_pieces.snapshot();
    in_pieces.settle(GenerationId{probe});
  }
  is.expect(whole.snapshot() == in_pieces.snapshot(),
            "totals follow from records alone, whatever was asked between them");
}

void check_totals(Findings& is, TokenLedger& ledger) {
  Usage usage = of(10, 5);
  usage.cache_read = 3;
  usage.cache_write = 2;
  usage.reasoning = 4;
  record::GenerationEnded kept = spent(1, usage);
  kept.cost = Cost{7, CostStatus::actual};
  record::GenerationEnded discarded = spent(2, usage);
  discarded.outcome = GenerationOutcome::discarded;
  record::GenerationEnded failed = spent(3, std::nullopt);
  failed.outcome = GenerationOutcome::failed;
  for (const auto& each : {kept, discarded, failed}) ledger.on_record(each);

  const TokenSnapshot now = ledger.snapshot();
  is.expect(now.input == 20 && now.output == 10 && now.cache_read == 6 &&
                now.cache_write == 4 && now.total == 40,
            "accepted and discarded generations count alike, reasoning only once");
  is.expect(now.requests == 3 && now.unknown_requests == 1,
            "a request of unknown size is counted apart");
  is.expect(now.cost.micro == 7 && now.cost.calls == 3 && now.cost.unknown_calls == 2,
            "an unknown cost is counted, not taken for 0");
}

void check_other_records(Findings& is, TokenLedger& ledger) {
  for (const SessionRecord& record : sample_log()) {
    const bool counts = std::holds_alternative<record::GenerationEnded>(record);
    const TokenSnapshot before = ledger.snapshot();
    if (!counts) ledger.on_record(record);
    const TokenSnapshot after = ledger.snapshot();
    is.expect(before.total == after.total && before.requests == after.requests,
              std::string(name_of(record)) + " changes no total");
  }
}

void check_bounds(Findings& is, TokenLedger& ledger) {
  constexpr std::int64_t huge = 9'000'000'000'000'000'000;
  for (const std::int64_t tokens : {-5, -1}) ledger.on_record(spent(1, of(tokens, 0)));
  is.expect(ledger.total() >= 0, "a negative report does not lower a total");
  for (int i = 0; i < 3; ++i) ledger.on_record(spent(2, of(huge, huge)));
  is.expect(ledger.total() >= huge, "a huge report does not wrap a total");
  is.expect(ledger.remaining().value_or(0) >= 0, "what remains is never negative");
  is.expect(ledger.effective_max_tokens(100) >= 0, "an answer's size is never negative");
}

void check_rolling(Findings& is, TokenLedger& ledger) {
  ledger.on_record(spent(1, of(10, 5)));
  is.expect(ledger.rolling() == 15, "rolling counts since the last observation");
  ledger.on_record(record::Observation{});
  is.expect(ledger.rolling() == 0, "an Observation record sets rolling to 0");
  ledger.on_record(spent(2, of(1, 1)));
  ledger.reset_rolling();
  is.expect(ledger.rolling() == 0, "reset_rolling sets rolling to 0");
  is.expect(ledger.total() == 17, "the total does not roll");
}

void check_unlimited(Findings& is, TokenLedger& ledger) {
  const auto granted = ledger.reserve({GenerationId{1}, 1'000'000, 4'096, 256});
  is.expect(granted.ok() && granted.value() == 4'096,
            "without a budget every answer is granted in full");
}

void check_reserve(Findings& is, TokenLedger& ledger) {
  if (!ledger.budget()) return check_unlimited(is, ledger);
  const std::int64_t whole = *ledger.remaining();
  const auto first = ledger.reserve({GenerationId{1}, 1'000, 2'000, 256});
  is.expect(first.ok() && first.value() == 2'000, "what fits is granted in full");
  is.expect(ledger.remaining() == whole - 3'000, "input and grant are held");

  const auto rest = ledger.reserve({GenerationId{2}, 0, whole, 256});
  is.expect(rest.ok() && rest.value() == whole - 3'000,
            "a second request is granted what the first one leaves");
  const auto none = ledger.reserve({GenerationId{3}, 0, 1'000, 256});
  is.expect(!none.ok() && std::holds_alternative<BudgetExhausted>(none.error()),
            "a request beyond the budget is refused as BudgetExhausted");

  ledger.settle(GenerationId{2});
  is.expect(ledger.remaining() == whole - 3'000, "settle frees what was held");
  ledger.settle(GenerationId{2});
  ledger.settle(GenerationId{99});
  is.expect(ledger.remaining() == whole - 3'000, "settling twice frees nothing more");
  ledger.on_record(spent(1, of(900, 100)));
  is.expect(ledger.remaining() == whole - 1'000,
            "at its end a generation costs what it used, not what was held");
}

void check_floor(Findings& is, TokenLedger& ledger) {
  if (!ledger.budget()) return;
  const std::int64_t whole = *ledger.remaining();
  const auto below = ledger.reserve({GenerationId{1}, whole - 255, 1'000, 256});
  is.expect(!below.ok(), "less than the floor is refused");
  is.expect(ledger.remaining() == whole, "what is refused holds nothing");
  const auto at = ledger.reserve({GenerationId{2}, whole - 256, 1'000, 256});
  is.expect(at.ok() && at.value() == 256, "the floor itself is granted");
}

}  // namespace

Faults check_ledger(UniqueFunction<std::shared_ptr<TokenLedger>()> make) {
  Findings is;
  is.run("fresh", [&](Findings& f) { check_fresh(f, *make()); });
  is.run("fold", [&](Findings& f) {
    const auto whole = make();
    check_fold(f, *whole, *make());
  });
  is.run("totals", [&](Findings& f) { check_totals(f, *make()); });
  is.run("other records", [&](Findings& f) { check_other_records(f, *make()); });
  is.run("bounds", [&](Findings& f) { check_bounds(f, *make()); });
  is.run("rolling", [&](Findings& f) { check_rolling(f, *make()); });
  is.run("reserve", [&](Findings& f) { check_reserve(f, *make()); });
  is.run("floor", [&](Findings& f) { check_floor(f, *make()); });
  return is.take();
}

}  // namespace pintle::testing

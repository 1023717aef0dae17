// SPDX-License-Identifier: MIT
// TokenLedger: what was spent, and what may still be. Reserved before a request, settled
// after it; every request counts, discarded and failed ones too.
// Threads: its executor's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "pintle/config.hpp"
#include "pintle/export.hpp"
#include "pintle/ids.hpp"
#include "pintle/record.hpp"
#include "pintle/result.hpp"
#include "pintle/usage.hpp"

namespace pintle {

/// What one request may use at most.
struct SpendRequest {
  GenerationId generation;
  std::int64_t input_tokens = 0;  ///< About.
  std::int64_t max_tokens = 0;    ///< Of the answer.
  std::int64_t floor =
      0;  ///< The smallest answer worth a request, if less was not asked.
  std::optional<Pricing> pricing{};  ///< Unset: unknown; then no money can be held.
};

class PINTLE_API TokenLedger {
 public:
  TokenLedger() = default;
  TokenLedger(const TokenLedger&) = delete;
  TokenLedger& operator=(const TokenLedger&) = delete;
  virtual ~TokenLedger() = default;

  /// Every record of the session in log order, live and at resume alike; totals follow
  /// from `GenerationEnded` only, so that a resumed ledger equals the live one.
  virtual void on_record(const SessionRecord& record) = 0;
  /// May this request be sent? Gives the granted answer size: `max_tokens`, or what the
  /// budgets of tokens and money leave of it. The input, the grant and their price, as if
  /// no cache served any of it, are held until the generation's GenerationEnded or
  /// `settle`. Errors: BudgetExhausted, of the budget that leaves less than `floor` (or
  /// `max_tokens`, if that is less), or no call.
  virtual Result<std::int64_t> reserve(const SpendRequest& request) = 0;
  /// Frees what is reserved for a generation that was never sent; nothing if it has none.
  virtual void settle(GenerationId generation) = 0;
  /// Sets the count of tokens since the last observation to 0, as an Observation does.
  virtual void reset_rolling() = 0;
  /// `remaining` leaves out what is held, and is never negative.
  [[nodiscard]] virtual TokenSnapshot snapshot() const = 0;

  // Read from `snapshot`.
  [[nodiscard]] std::int64_t total() const { return snapshot().total; }
  [[nodiscard]] std::int64_t input() const { return snapshot().input; }
  [[nodiscard]] std::int64_t output() const { return snapshot().output; }
  [[nodiscard]] CostAccumulator cost() const { return snapshot().cost; }
  [[nodiscard]] std::int64_t rolling() const { return snapshot().rolling; }
  [[nodiscard]] std::optional<std::int64_t> budget() const { return snapshot().budget; }
  [[nodiscard]] std::optional<std::int64_t> remaining() const {
    return snapshot().remaining;
  }
  [[nodiscard]] bool is_exhausted() const { return remaining().value_or(1) <= 0; }
  /// `wanted`, or what the token budget leaves of it.
  [[nodiscard]] std::int64_t effective_max_tokens(std::int64_t wanted) const;
};

/// The ledger of a session under `budget`.
[[nodiscard]] PINTLE_API std::shared_ptr<TokenLedger> token_ledger(Budget budget = {});

}  // namespace pintle

// SPDX-License-Identifier: MIT
// Invariant 9 around a bare machine: a real ledger answers, and a count of its own checks
// that no request begins that the budget does not cover.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pintle/ledger.hpp"
#include "pintle/machine.hpp"

namespace pintle {

/// How late the world may be in firing a timer.
inline constexpr std::chrono::milliseconds timer_lateness{200};

/// Of every model in the world: one micro-unit for a token of input, three for one of
/// output.
inline constexpr Pricing chance_pricing{1'000'000, 3'000'000, 0, 0};

class BudgetWatch {
 public:
  explicit BudgetWatch(Budget budget);

  Result<std::int64_t> reserve(const effect::ReserveSpend& ask);
  void on_record(const SessionRecord& record);
  /// What a request may use at most; asked when it begins.
  void on_start(const effect::StartGeneration& start, Now now);
  void on_stream(Now now) { stream_began_ = now.mono; }
  void on_finish();
  /// The process ended: the ledger is folded anew.
  void restart(const std::vector<SessionRecord>& log);

  /// The input and the most output of the open request.
  [[nodiscard]] std::int64_t input() const { return input_; }
  [[nodiscard]] std::int64_t granted() const { return granted_; }
  /// Empty, or what was broken.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  void broken(std::string what);

  Budget budget_;
  std::shared_ptr<TokenLedger> ledger_;
  GenerationId reserved_;
  std::int64_t input_ = 0;
  std::int64_t granted_ = 0;
  std::int64_t calls_ = 0;
  std::int64_t spent_ = 0;
  std::int64_t spent_micro_ = 0;
  MonoTime stream_began_{};
  std::string fault_;
};

}  // namespace pintle

// SPDX-License-Identifier: MIT
// CircuitBreaker: which models are given up for a while. Pure: its state is the fold of
// `BreakerChanged` records, so it survives turns and restarts. Value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/config.hpp"
#include "pintle/export.hpp"
#include "pintle/record.hpp"

namespace pintle {

class PINTLE_API CircuitBreaker {
 public:
  CircuitBreaker(int threshold, ModelSelection selection, const Limits& limits);

  void evolve(const record::BreakerChanged& change);
  /// What a failure of `model` changes. `trip`: open at once, as for a rate limit when
  /// another model can answer. `retry_after_ms` lengthens the cool-down, up to the
  /// longest one. One failure of a model that is half-open opens it again, for longer.
  [[nodiscard]] record::BreakerChanged failed(std::string_view model,
                                              std::int64_t wall_ms,
                                              bool trip,
                                              std::int64_t retry_after_ms = 0) const;
  /// What a success changes; empty when nothing.
  [[nodiscard]] std::optional<record::BreakerChanged> succeeded(
      std::string_view model) const;
  /// The models that may be tried now, in order: the primary, then the fallbacks, without
  /// those whose breaker is open; a model whose cool-down is over is half-open and
  /// listed. When all are open it is the one whose cool-down ends first, so that a
  /// session always has something to try; do not switch to that one in the middle of an
  /// answer (ask `is_open`), or two broken models would be tried in turn without end.
  [[nodiscard]] std::vector<std::string> candidates(std::int64_t wall_ms) const;
  /// Is `model` open at this time?
  [[nodiscard]] bool is_open(std::string_view model, std::int64_t wall_ms) const;

 private:
  [[nodiscard]] const record::BreakerChanged* find(std::string_view model) const;
  int threshold_;
  ModelSelection selection_;
  std::int64_t cooldown_ms_;
  std::int64_t cooldown_max_ms_;
  std::vector<record::BreakerChanged> models_;
};

}  // namespace pintle

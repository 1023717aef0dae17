// SPDX-License-Identifier: MIT
// Tokens as providers report them, and what they cost. Unknown stays unknown: a missing
// number is empty, never 0. Values; pure functions.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

#include "pintle/export.hpp"

namespace pintle {

/// Tokens of one provider request, normalised: the four buckets do not overlap.
struct Usage {
  std::optional<std::int64_t> input;        ///< Prompt tokens that no cache served.
  std::optional<std::int64_t> output;       ///< Includes reasoning.
  std::optional<std::int64_t> cache_read;   ///< Prompt tokens read from a cache.
  std::optional<std::int64_t> cache_write;  ///< Prompt tokens written to a cache.
  std::optional<std::int64_t> reasoning;    ///< Part of `output`.
  std::optional<std::int64_t> cost_micro;   ///< Only when the provider itself priced it.
  /// Sum of the known buckets; `reasoning` is in `output`.
  [[nodiscard]] std::int64_t total() const noexcept {
    return input.value_or(0) + output.value_or(0) + cache_read.value_or(0) +
           cache_write.value_or(0);
  }
  friend bool operator==(const Usage&, const Usage&) = default;
};

/// Prices of a model in micro-units of currency per million tokens.
struct Pricing {
  std::int64_t input = 0;
  std::int64_t output = 0;
  std::int64_t cache_read = 0;
  std::int64_t cache_write = 0;
  friend bool operator==(const Pricing&, const Pricing&) = default;
};

enum class CostStatus : std::uint8_t {
  unknown,    ///< No price, or a needed number is missing.
  estimated,  ///< Our pricing times the reported tokens.
  actual      ///< The provider said so.
};

/// An amount in micro-units of currency (1,000,000 = one unit); empty when unknown.
struct Cost {
  std::optional<std::int64_t> micro;
  CostStatus status = CostStatus::unknown;
  friend bool operator==(const Cost&, const Cost&) = default;
};

/// What `usage` costs: the provider's own price if it gave one, else `pricing` times
/// tokens, rounded half up. Unknown when there is no pricing, or input or output is
/// unknown.
[[nodiscard]] PINTLE_API Cost calculate_cost(const Usage& usage,
                                             const std::optional<Pricing>& pricing);

/// Adds up costs of several requests; one unknown amount is counted, not taken for 0.
struct CostAccumulator {
  std::int64_t micro = 0;
  std::int64_t calls = 0;
  std::int64_t unknown_calls = 0;
  PINTLE_API void add(const Cost& cost);
  friend bool operator==(const CostAccumulator&, const CostAccumulator&) = default;
};

/// The ledger at one instant. `unknown_requests` counts those whose input or output was
/// not told: the totals are then lower bounds.
struct TokenSnapshot {
  std::int64_t total = 0;
  std::int64_t input = 0;
  std::int64_t output = 0;
  std::int64_t cache_read = 0;
  std::int64_t cache_write = 0;
  std::int64_t rolling = 0;
  std::int64_t requests = 0;
  std::int64_t unknown_requests = 0;
  std::optional<std::int64_t> budget;
  std::optional<std::int64_t> remaining;
  CostAccumulator cost;
  friend bool operator==(const TokenSnapshot&, const TokenSnapshot&) = default;
};
/// "1234 in, 56 out" and so on, with cost where it is known.
[[nodiscard]] PINTLE_API std::string to_string(const TokenSnapshot& snapshot);
PINTLE_API std::ostream& operator<<(std::ostream& out, const TokenSnapshot& snapshot);

}  // namespace pintle

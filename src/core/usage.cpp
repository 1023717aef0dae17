// SPDX-License-Identifier: MIT
#include "pintle/usage.hpp"

#include <ostream>

#include "core/counting.hpp"

namespace pintle {

namespace {

constexpr std::int64_t tokens_per_price = 1'000'000;

}  // namespace

Cost calculate_cost(const Usage& usage, const std::optional<Pricing>& pricing) {
  if (usage.cost_micro) return Cost{usage.cost_micro, CostStatus::actual};
  if (!pricing || !usage.input || !usage.output) return Cost{};
  std::int64_t scaled = tokens_per_price / 2;
  scaled = plus(scaled, times(pricing->input, *usage.input));
  scaled = plus(scaled, times(pricing->output, *usage.output));
  scaled = plus(scaled, times(pricing->cache_read, usage.cache_read.value_or(0)));
  scaled = plus(scaled, times(pricing->cache_write, usage.cache_write.value_or(0)));
  return Cost{scaled / tokens_per_price, CostStatus::estimated};
}

void CostAccumulator::add(const Cost& cost) {
  ++calls;
  const std::int64_t amount = cost.micro.value_or(-1);
  micro = plus(micro, amount);
  unknown_calls += amount < 0 ? 1 : 0;  // a negative price is no price
}

std::string to_string(const TokenSnapshot& snapshot) {
  std::string text =
      std::to_string(snapshot.input) + " in, " + std::to_string(snapshot.output) + " out";
  if (snapshot.cache_read + snapshot.cache_write > 0) {
    text += ", " + std::to_string(snapshot.cache_read) + " cached, " +
            std::to_string(snapshot.cache_write) + " written to cache";
  }
  if (snapshot.unknown_requests > 0) {
    text +=
        ", " + std::to_string(snapshot.unknown_requests) + " request(s) of unknown size";
  }
  if (snapshot.cost.calls > 0 && snapshot.cost.unknown_calls == 0) {
    text += ", cost " + std::to_string(snapshot.cost.micro) + " micro-units";
  } else {
    text += ", cost unknown";
  }
  return text;
}

std::ostream& operator<<(std::ostream& out, const TokenSnapshot& snapshot) {
  return out << to_string(snapshot);
}

}  // namespace pintle

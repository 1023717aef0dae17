// SPDX-License-Identifier: MIT
// The fold of GenerationEnded records into totals: one rule for ledger and machine.
#pragma once

#include "pintle/record.hpp"

#include "core/counting.hpp"

namespace pintle {

inline void add_generation(TokenSnapshot& totals, const record::GenerationEnded& ended) {
  const Usage usage = ended.usage.value_or(Usage{});
  totals.input = plus(totals.input, usage.input.value_or(0));
  totals.output = plus(totals.output, usage.output.value_or(0));
  totals.cache_read = plus(totals.cache_read, usage.cache_read.value_or(0));
  totals.cache_write = plus(totals.cache_write, usage.cache_write.value_or(0));
  totals.total = plus(totals.total, tokens_of(usage));
  totals.rolling = plus(totals.rolling, tokens_of(usage));
  ++totals.requests;
  totals.unknown_requests += usage.input && usage.output ? 0 : 1;
  totals.cost.add(ended.cost);
}

}  // namespace pintle

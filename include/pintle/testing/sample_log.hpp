// SPDX-License-Identifier: MIT
// A session's log in which every kind of record stands at least once with its fields set:
// for round trips through stores, and for folding. Pure functions.
#pragma once

#include <vector>

#include "pintle/export.hpp"
#include "pintle/record.hpp"

namespace pintle::testing {

/// Two turns: a tool call with an approval, a failure with a switch of models, memory of
/// all tiers. Every reserved generation has ended at its end.
[[nodiscard]] PINTLE_API std::vector<SessionRecord> sample_log();

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// The contract of TokenLedger, for any implementation. Threads: the caller's.
#pragma once

#include <memory>

#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/ledger.hpp"
#include "pintle/testing/faults.hpp"

namespace pintle::testing {

/// `make` gives a fresh ledger each time, without a limit of calls or cost; its budget of
/// tokens is either none or at least 10,000.
[[nodiscard]] PINTLE_API Faults
check_ledger(UniqueFunction<std::shared_ptr<TokenLedger>()> make);

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// The contract of ContextProvider, for any implementation. Threads: the caller's.
#pragma once

#include <memory>

#include "pintle/context.hpp"
#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/testing/faults.hpp"

namespace pintle::testing {

/// `make` gives a fresh provider. `idle` runs between polls.
[[nodiscard]] PINTLE_API Faults
check_context_provider(UniqueFunction<std::shared_ptr<ContextProvider>()> make,
                       UniqueFunction<void()> idle = {});

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// The contract of MemoryHierarchy, for any implementation. Threads: the caller's.
#pragma once

#include <memory>

#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/memory.hpp"
#include "pintle/testing/faults.hpp"

namespace pintle::testing {

/// `make` gives a fresh, empty memory. `idle` runs between polls.
[[nodiscard]] PINTLE_API Faults
check_memory(UniqueFunction<std::shared_ptr<MemoryHierarchy>()> make,
             UniqueFunction<void()> idle = {});

}  // namespace pintle::testing

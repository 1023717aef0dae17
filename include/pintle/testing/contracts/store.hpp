// SPDX-License-Identifier: MIT
// The contract of SessionStore and its logs, for any implementation. Threads: the
// caller's.
#pragma once

#include <memory>

#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/store.hpp"
#include "pintle/testing/faults.hpp"

namespace pintle::testing {

/// `make` gives a store without sessions. `idle` runs between polls.
[[nodiscard]] PINTLE_API Faults
check_store(UniqueFunction<std::shared_ptr<SessionStore>()> make,
            UniqueFunction<void()> idle = {});

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// The contract of SessionAccessProvider, for any implementation. Threads: the caller's.
#pragma once

#include <memory>

#include "pintle/access.hpp"
#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/testing/faults.hpp"

namespace pintle::testing {

/// `idle` runs between polls of an answer that takes time, as an executor step.
[[nodiscard]] PINTLE_API Faults
check_access(UniqueFunction<std::shared_ptr<SessionAccessProvider>()> make,
             UniqueFunction<void()> idle = {});

}  // namespace pintle::testing

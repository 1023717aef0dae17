// SPDX-License-Identifier: MIT
// The contract of ErrorPolicy, for any implementation. Threads: the caller's.
#pragma once

#include <memory>

#include "pintle/error_policy.hpp"
#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/testing/faults.hpp"

namespace pintle::testing {

/// What every policy keeps, whatever it decides: it answers the same question alike, does
/// not throw, and proposes nothing that cannot be done.
[[nodiscard]] PINTLE_API Faults
check_error_policy(UniqueFunction<std::shared_ptr<ErrorPolicy>()> make);

}  // namespace pintle::testing

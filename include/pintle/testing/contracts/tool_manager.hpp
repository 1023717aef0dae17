// SPDX-License-Identifier: MIT
// The contract of tool managers: what they offer, and plans that leave no call out.
#pragma once

#include <memory>

#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/testing/faults.hpp"
#include "pintle/tool_manager.hpp"

namespace pintle::testing {

/// Requires: the factory gives a new manager without tools each time.
[[nodiscard]] PINTLE_API Faults
check_tool_manager(UniqueFunction<std::shared_ptr<ToolCallManager>()> factory);

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// The contract of tools: a stable, well-formed spec, and runs that end.
#pragma once

#include <memory>

#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/testing/faults.hpp"
#include "pintle/tool.hpp"

namespace pintle::testing {

/// Runs tools of this factory several times, alone and in virtual time (see
/// FakeToolContext), so that the tool may do no harm when run. What breaks the contract
/// is in the result; a throwing run does not, since it becomes an error result.
[[nodiscard]] PINTLE_API Faults
check_tool(UniqueFunction<std::shared_ptr<Tool>()> factory, JsonText valid_arguments);

}  // namespace pintle::testing

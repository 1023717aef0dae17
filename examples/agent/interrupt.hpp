// SPDX-License-Identifier: MIT
// SIGINT and SIGTERM: the first aborts the turn, the second ends the process. Libraries
// must not do this; programs may.
#pragma once

#include "pintle/executor.hpp"
#include "pintle/function.hpp"

namespace agent_example {

/// Calls `on_first` on the executor's thread after the first signal. Once a process.
/// While the handle lives; it must not outlive what `on_first` uses.
[[nodiscard]] pintle::JobHandle on_interrupt(pintle::Executor& executor,
                                             pintle::UniqueFunction<void()> on_first);

}  // namespace agent_example

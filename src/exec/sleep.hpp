// SPDX-License-Identifier: MIT
// Waiting for a time, as a task.
#pragma once

#include <memory>

#include "pintle/result.hpp"
#include "pintle/task.hpp"
#include "pintle/time.hpp"

#include "exec/timer_heap.hpp"

namespace pintle {

/// Done when the clock has reached `at`. Holds the heap, so that it may outlive the
/// executor.
Task<Unit> sleep(std::shared_ptr<Clock> clock,
                 std::shared_ptr<TimerHeap> timers,
                 MonoTime at);

}  // namespace pintle

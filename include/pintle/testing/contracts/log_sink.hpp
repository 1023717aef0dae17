// SPDX-License-Identifier: MIT
// The contract of LogSink, for any implementation. Threads: the caller's.
#pragma once

#include <memory>
#include <string>

#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/log.hpp"
#include "pintle/testing/faults.hpp"

namespace pintle::testing {

/// Writes lines of each level to the sink that `make` gives, usual ones and odd ones, out
/// of buffers that are overwritten afterwards.
///
/// `shown` gives all that this sink has written so far, flushed, in any format; lines are
/// then looked for in it, so let the sink write all levels. Without it only what can be
/// seen from outside is checked: that nothing is thrown.
[[nodiscard]] PINTLE_API Faults
check_log_sink(UniqueFunction<std::shared_ptr<LogSink>()> make,
               UniqueFunction<std::string()> shown = {});

}  // namespace pintle::testing

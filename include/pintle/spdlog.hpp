// SPDX-License-Identifier: MIT
// An adapter that writes pintle's log lines to a spdlog logger (component
// pintle::spdlog). It touches no default logger.
#pragma once

#include <memory>

#include "pintle/export.hpp"
#include "pintle/log.hpp"

namespace spdlog {
class logger;
}

namespace pintle {

/// Lines appear as "component: message". A line that the logger throws at is lost.
/// Requires: `logger` is not null.
[[nodiscard]] PINTLE_API std::shared_ptr<LogSink> spdlog_sink(
    std::shared_ptr<spdlog::logger> logger);

}  // namespace pintle

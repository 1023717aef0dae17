// SPDX-License-Identifier: MIT
// LogSink: where pintle tells what it does; nothing is written anywhere without one. What
// is told never holds a key or a message's content.
#pragma once

#include <cstdint>
#include <string_view>

#include "pintle/export.hpp"

namespace pintle {

enum class LogLevel : std::uint8_t { debug, info, warning, error };

/// Threads: `write` may be called from any thread that uses pintle. It must not block
/// long.
class PINTLE_API LogSink {
 public:
  LogSink() = default;
  LogSink(const LogSink&) = delete;
  LogSink& operator=(const LogSink&) = delete;
  virtual ~LogSink() = default;
  virtual void write(LogLevel level,
                     std::string_view component,
                     std::string_view text) = 0;
};

}  // namespace pintle

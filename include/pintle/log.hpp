// SPDX-License-Identifier: MIT
// LogSink: where pintle's log lines go. Without one nothing is written, never to stdout.
// No line carries a key or the text of a message.
#pragma once

#include <cstdint>
#include <string_view>

#include "pintle/export.hpp"

namespace pintle {

enum class LogLevel : std::uint8_t {
  debug,    ///< For whoever looks for a fault.
  info,     ///< Worth a line in normal operation.
  warning,  ///< Something failed and pintle goes on.
  error     ///< Something failed and a person should look.
};
[[nodiscard]] constexpr std::string_view to_string(LogLevel level) noexcept {
  switch (level) {
    case LogLevel::debug: return "debug";
    case LogLevel::info: return "info";
    case LogLevel::warning: return "warning";
    case LogLevel::error: return "error";
  }
  return "unknown";
}

/// Threads: called on the executor's thread of the part that writes; a sink that several
/// executors share locks by itself. Must not throw.
class PINTLE_API LogSink {
 public:
  LogSink() = default;
  LogSink(const LogSink&) = delete;
  LogSink& operator=(const LogSink&) = delete;
  virtual ~LogSink() = default;
  /// `component` is one word, as "http". The views die when the call returns.
  virtual void write(LogLevel level,
                     std::string_view component,
                     std::string_view message) = 0;
};

}  // namespace pintle

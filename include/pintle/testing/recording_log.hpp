// SPDX-License-Identifier: MIT
// A log sink that keeps its lines, for tests of what is logged and of what must not be.
//
//   auto log = std::make_shared<RecordingLog>();
//   ... builder(...).with_log_sink(log) ...
//   EXPECT_THAT(log->text(), HasSubstr("warning http "));
//
// Threads: one executor's, as any sink that does not lock.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/log.hpp"

namespace pintle::testing {

struct LogLine {
  LogLevel level = LogLevel::info;
  std::string component;
  std::string message;
  friend bool operator==(const LogLine&, const LogLine&) = default;
};

class PINTLE_API RecordingLog final : public LogSink {
 public:
  void write(LogLevel level,
             std::string_view component,
             std::string_view message) override;
  /// All lines so far, in order.
  [[nodiscard]] const std::vector<LogLine>& lines() const noexcept { return lines_; }
  /// The same as text, a line each: "warning http the message".
  [[nodiscard]] std::string text() const;

 private:
  std::vector<LogLine> lines_;
};

}  // namespace pintle::testing

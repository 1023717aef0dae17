// SPDX-License-Identifier: MIT
#include "pintle/testing/recording_log.hpp"

namespace pintle::testing {

void RecordingLog::write(LogLevel level,
                         std::string_view component,
                         std::string_view message) {
  lines_.push_back({level, std::string(component), std::string(message)});
}

std::string RecordingLog::text() const {
  std::string all;
  for (const LogLine& line : lines_) {
    all += std::string(to_string(line.level)) + " " + line.component + " " +
           line.message + "\n";
  }
  return all;
}

}  // namespace pintle::testing

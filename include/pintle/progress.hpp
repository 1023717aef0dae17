// SPDX-License-Identifier: MIT
// AgentProgress: what the loop is at. Advisory: it carries no content and may be dropped.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "pintle/export.hpp"
#include "pintle/ids.hpp"

namespace pintle {

namespace progress {
struct Initializing {};
struct Assembling {};
struct Generating {
  std::string model;
};
struct ToolCallRequested {
  std::string name;
};
struct ExecutingTools {
  std::int64_t total = 0;
  std::int64_t completed = 0;
};
struct ToolCallCancelled {
  CallId call;
};
struct ProcessingMemory {
  std::string kind;  ///< "observation" or "reflection".
};
struct FlushingRecords {
  std::int64_t count = 0;
};
struct Steering {
  std::string
      source;  ///< "priority_queue", "follow_up_queue", "mid_generation", "tools".
};
/// Another attempt follows at this time.
struct RetryScheduled {
  std::int64_t delay_ms = 0;
  std::string cause;
};
struct SessionEnding {};
}  // namespace progress

using AgentProgress = std::variant<progress::Initializing,
                                   progress::Assembling,
                                   progress::Generating,
                                   progress::ToolCallRequested,
                                   progress::ExecutingTools,
                                   progress::ToolCallCancelled,
                                   progress::ProcessingMemory,
                                   progress::FlushingRecords,
                                   progress::Steering,
                                   progress::RetryScheduled,
                                   progress::SessionEnding>;

[[nodiscard]] PINTLE_API std::string to_string(const AgentProgress& progress);
namespace progress {  // where argument-dependent lookup finds it for the variant
using pintle::to_string;
}

}  // namespace pintle

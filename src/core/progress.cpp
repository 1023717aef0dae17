// SPDX-License-Identifier: MIT
#include "pintle/progress.hpp"

#include "core/overloaded.hpp"

namespace pintle {

std::string to_string(const AgentProgress& progress) {
  return std::visit(
      Overloaded{
          [](const progress::Initializing&) { return std::string("initializing"); },
          [](const progress::Assembling&) { return std::string("assembling"); },
          [](const progress::Generating& p) { return "generating with " + p.model; },
          [](const progress::ToolCallRequested& p) {
            return "tool call requested: " + p.name;
          },
          [](const progress::ExecutingTools& p) {
            return "executing tools: " + std::to_string(p.completed) + " of " +
                   std::to_string(p.total) + " done";
          },
          [](const progress::ToolCallCancelled& p) {
            return "tool call " + std::to_string(p.call.value) + " cancelled";
          },
          [](const progress::ProcessingMemory& p) {
            return "processing memory: " + p.kind;
          },
          [](const progress::FlushingRecords& p) {
            return "flushing " + std::to_string(p.count) + " records";
          },
          [](const progress::Steering& p) { return "steering from " + p.source; },
          [](const progress::RetryScheduled& p) {
            return "retry in " + std::to_string(p.delay_ms) + " ms: " + p.cause;
          },
          [](const progress::SessionEnding&) { return std::string("session ending"); },
      },
      progress);
}

}  // namespace pintle

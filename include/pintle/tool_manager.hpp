// SPDX-License-Identifier: MIT
// ToolCallManager: the tools of a session: which are offered, and how a batch of calls is
// checked and staged. `plan` is pure; running is the driver's. Threads: its executor's.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/limits.hpp"
#include "pintle/record.hpp"
#include "pintle/result.hpp"
#include "pintle/tool.hpp"

namespace pintle {

/// One call as it will be run, or why it will not.
struct PlannedCall {
  CallId call;
  std::string name;
  JsonText arguments;
  ToolEffect effect = ToolEffect::at_most_once;
  bool cancellable = false;
  std::int64_t deadline_ms = 0;
  std::uint32_t stage = 0;  ///< Calls of one stage may run side by side.
  std::vector<std::string>
      changes{};      ///< What was made to fit of `arguments`, for people.
  std::string error;  ///< Not empty: an error result for the model, and no run.
  friend bool operator==(const PlannedCall&, const PlannedCall&) = default;
};

/// In call order.
struct ToolPlan {
  std::vector<PlannedCall> calls;
  friend bool operator==(const ToolPlan&, const ToolPlan&) = default;
};

class PINTLE_API ToolCallManager {
 public:
  ToolCallManager() = default;
  ToolCallManager(const ToolCallManager&) = delete;
  ToolCallManager& operator=(const ToolCallManager&) = delete;
  virtual ~ToolCallManager() = default;
  virtual void on_record(const SessionRecord& record) = 0;
  /// Adds a tool. Errors: Session{invalid}: a name twice or ill-formed, an input_schema
  /// that is none (see schema.hpp) or takes no object; the message names the tool and the
  /// place in the schema.
  virtual Result<Unit> add(std::shared_ptr<Tool> tool) = 0;
  /// The tool of this name, or null.
  [[nodiscard]] virtual std::shared_ptr<Tool> get(std::string_view name) const = 0;
  /// What the next request declares, sorted by name.
  [[nodiscard]] virtual std::vector<const ToolSpec*> offered() const = 0;
  /// Checks names and arguments (`Schema::fit`, so safe coercions are made and named in
  /// `changes`), and stages the batch: maximal runs of consecutive
  /// read_only calls share a stage, each other call has its own. Calls beyond
  /// `Limits::calls_per_batch` get an error.
  [[nodiscard]] virtual ToolPlan plan(std::span<const CallPart* const> calls,
                                      const Limits& limits) const = 0;
};

[[nodiscard]] PINTLE_API std::shared_ptr<ToolCallManager> tool_manager();

}  // namespace pintle

// SPDX-License-Identifier: MIT
// A tool that does what a test says, call by call, and notes what it was called with:
//
//   auto add = scripted_tool("add").returns("3").after(100ms).fails("busy");
//   world.agent({model}).with_tools({add}) …
//   EXPECT_EQ(add.runs().at(0).arguments, R"({"a":1,"b":2})");
//
// Each call takes the next step; the last one repeats. Copies share one tool. Threads:
// the executor's.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/tool.hpp"

namespace pintle::testing {

/// One call that the tool got.
struct ToolRun {
  CallId call;
  JsonText arguments;
  std::string idempotency_key;
  MonoTime started{};
  bool saw_stop = false;   ///< It noticed that it was asked to stop.
  bool finished = false;   ///< It gave an outcome, or threw.
  bool destroyed = false;  ///< Its task was destroyed before that.
};

class PINTLE_API ScriptedTool {
 public:
  explicit ScriptedTool(std::string name);

  ScriptedTool& returns(std::string content);  ///< Any bytes, any length.
  ScriptedTool& gives(ToolOutcome outcome);
  ScriptedTool& fails(std::string text);  ///< An error result.
  ScriptedTool& throws(std::string what);
  /// Waits until it is asked to stop; then it gives a cancelled outcome.
  ScriptedTool& hangs();
  /// Waits for ever, and does not care about being asked to stop.
  ScriptedTool& hangs_hard();
  /// The next step first waits that long. Asked to stop meanwhile, it gives a cancelled
  /// outcome.
  ScriptedTool& after(MonoTime wait);

  ScriptedTool& describe(std::string description);
  ScriptedTool& schema(JsonText schema);
  ScriptedTool& effect(ToolEffect effect);
  /// For all else: the spec to change. Before the tool is used.
  [[nodiscard]] ToolSpec& spec();

  [[nodiscard]] const std::vector<ToolRun>& runs() const;
  [[nodiscard]] std::size_t call_count() const { return runs().size(); }
  /// How many runs noticed that they were asked to stop.
  [[nodiscard]] std::size_t stop_count() const;

  operator std::shared_ptr<Tool>() const;  // NOLINT: it is one
  [[nodiscard]] std::shared_ptr<Tool> tool() const { return *this; }

 private:
  class Script;
  std::shared_ptr<Script> script_;
};

[[nodiscard]] PINTLE_API ScriptedTool scripted_tool(std::string name);

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
#include "pintle/testing/scripted_tool.hpp"

#include <chrono>

#include <gtest/gtest.h>

#include "pintle/testing/fake_tool_context.hpp"

namespace pintle::testing {
namespace {

using namespace std::chrono_literals;

TEST(ScriptedTool, PlaysItsStepsAndRepeatsTheLast) {
  auto add = scripted_tool("add").returns("3").fails("busy").returns("5");
  const std::shared_ptr<Tool> tool = add;
  FakeToolContext context(CallId{9});
  EXPECT_EQ(context.run(*tool, R"({"a":1})"), text_outcome("3"));
  EXPECT_EQ(context.run(*tool, "{}"), error_outcome("busy"));
  EXPECT_EQ(context.run(*tool, "{}"), text_outcome("5"));
  EXPECT_EQ(context.run(*tool, "{}"), text_outcome("5"));
  ASSERT_EQ(add.call_count(), 4u);
  EXPECT_EQ(add.runs()[0].arguments, R"({"a":1})");
  EXPECT_EQ(add.runs()[0].call, CallId{9});
  EXPECT_EQ(add.runs()[0].idempotency_key, "call-9");
  EXPECT_TRUE(add.runs()[0].finished);
}

TEST(ScriptedTool, WaitsForVirtualTime) {
  auto slow = scripted_tool("slow").after(250ms).returns("late").returns("at once");
  FakeToolContext context;
  EXPECT_EQ(context.run(*slow.tool(), "{}"), text_outcome("late"));
  EXPECT_EQ(context.now().mono, 250ms);
  EXPECT_EQ(context.now().wall_ms, 250);
  EXPECT_EQ(context.run(*slow.tool(), "{}"), text_outcome("at once"));
  EXPECT_EQ(context.now().mono, 250ms);
  EXPECT_EQ(slow.runs()[1].started, 250ms);
}

TEST(ScriptedTool, ThrowsWhenItsTaskRuns) {
  auto broken = scripted_tool("broken").throws("no paper");
  FakeToolContext context;
  EXPECT_THROW(context.run(*broken.tool(), "{}"), std::runtime_error);
  EXPECT_TRUE(broken.runs()[0].finished);
}

TEST(ScriptedTool, HangsUntilItIsStopped) {
  auto stuck = scripted_tool("stuck").hangs();
  FakeToolContext context;
  const std::shared_ptr<Tool> tool = stuck;
  Task<ToolOutcome> task = tool->run("{}", context);
  EXPECT_EQ(context.finish(task), std::nullopt);
  context.request_stop();
  const std::optional<ToolOutcome> outcome = context.finish(task);
  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->status, ResultStatus::cancelled);
  EXPECT_EQ(stuck.stop_count(), 1u);
}

TEST(ScriptedTool, HangsHardWhateverItIsTold) {
  auto stuck = scripted_tool("stuck").hangs_hard();
  const std::shared_ptr<Tool> tool = stuck;
  {
    FakeToolContext context;
    Task<ToolOutcome> task = tool->run("{}", context);
    context.request_stop();
    EXPECT_EQ(context.finish(task), std::nullopt);
    EXPECT_FALSE(stuck.runs()[0].destroyed);
  }
  EXPECT_TRUE(stuck.runs()[0].destroyed);
  EXPECT_FALSE(stuck.runs()[0].finished);
  EXPECT_EQ(stuck.stop_count(), 0u);
}

TEST(ScriptedTool, ReturnsAnyBytes) {
  const std::string bytes = std::string(100'000'000, 'x') + "\xff\xfe" + '\0';
  auto big = scripted_tool("big").returns(bytes);
  FakeToolContext context;
  const std::optional<ToolOutcome> outcome = context.run(*big.tool(), "{}");
  ASSERT_TRUE(outcome.has_value());
  EXPECT_TRUE(outcome->content == bytes);
}

TEST(ScriptedTool, SaysWhatItIsTold) {
  auto described = scripted_tool("x")
                       .describe("Does x")
                       .effect(ToolEffect::read_only)
                       .schema(R"({"type":"object"})");
  described.spec().repeatable = true;
  const std::shared_ptr<Tool> tool = described;
  EXPECT_EQ(tool->spec().description, "Does x");
  EXPECT_EQ(tool->spec().effect, ToolEffect::read_only);
  EXPECT_EQ(tool->spec().input_schema, R"({"type":"object"})");
  EXPECT_TRUE(tool->spec().repeatable);
}

}  // namespace
}  // namespace pintle::testing

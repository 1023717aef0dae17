// SPDX-License-Identifier: MIT
#include "pintle/tool_manager.hpp"

#include <gtest/gtest.h>

#include "pintle/testing/scripted_tool.hpp"

namespace pintle {
namespace {

using testing::scripted_tool;

std::string message_of(const Result<Unit>& result) {
  return result.ok() ? "ok" : std::get<SessionError>(result.error()).message;
}

std::shared_ptr<ToolCallManager> manager_with(
    const std::vector<std::pair<std::string, ToolEffect>>& tools) {
  auto manager = tool_manager();
  for (const auto& [name, effect] : tools) {
    EXPECT_EQ(message_of(manager->add(scripted_tool(name).effect(effect))), "ok");
  }
  return manager;
}

CallPart call_of(std::string name, JsonText arguments = "{}") {
  static std::uint64_t next = 0;
  CallPart call;
  call.call = CallId{++next};
  call.name = std::move(name);
  call.arguments = std::move(arguments);
  return call;
}

ToolPlan plan_of(const ToolCallManager& manager,
                 const std::vector<CallPart>& calls,
                 const Limits& limits = {}) {
  std::vector<const CallPart*> pointers;
  for (const CallPart& call : calls) pointers.push_back(&call);
  return manager.plan(pointers, limits);
}

std::vector<std::uint32_t> stages_of(const ToolPlan& plan) {
  std::vector<std::uint32_t> stages;
  for (const PlannedCall& call : plan.calls) stages.push_back(call.stage);
  return stages;
}

TEST(ToolManager, OffersItsToolsSortedByName) {
  const auto manager = manager_with({{"write", ToolEffect::at_most_once},
                                     {"list", ToolEffect::read_only},
                                     {"read", ToolEffect::read_only}});
  std::vector<std::string> names;
  for (const ToolSpec* spec : manager->offered()) names.push_back(spec->name);
  EXPECT_EQ(names, (std::vector<std::string>{"list", "read", "write"}));
  ASSERT_NE(manager->get("read"), nullptr);
  EXPECT_EQ(manager->get("read")->spec().name, "read");
  EXPECT_EQ(manager->get("rea"), nullptr);
}

TEST(ToolManager, RefusesWhatIsNoToolAndSaysWhy) {
  const auto manager = manager_with({{"read", ToolEffect::read_only}});
  EXPECT_EQ(message_of(manager->add(scripted_tool("read"))),
            "tool \"read\": there is one of this name already");
  EXPECT_EQ(message_of(manager->add(scripted_tool("read file"))),
            "tool \"read file\": a name has 1 to 64 characters of [A-Za-z0-9_-]");
  EXPECT_EQ(message_of(manager->add(scripted_tool(""))),
            "tool \"\": a name has 1 to 64 characters of [A-Za-z0-9_-]");
  EXPECT_NE(message_of(manager->add(scripted_tool(std::string(65, 'a')))), "ok");
  EXPECT_EQ(message_of(manager->add(scripted_tool(std::string(64, 'a')))), "ok");
  EXPECT_EQ(message_of(manager->add(nullptr)), "tool \"\": the pointer is null");
  EXPECT_EQ(
      message_of(manager->add(scripted_tool("x").schema("{\"type\":"))),
      "tool \"x\": its input_schema: the schema is none: it is not valid JSON of at "
      "most 256 levels");
  EXPECT_EQ(
      message_of(manager->add(scripted_tool("x").schema(
          R"({"type":"object","properties":{"n":{"type":"int"}}})"))),
      "tool \"x\": its input_schema: in the schema, at #/properties/n/type: expected "
      "the name of a type, or a list of them, got string \"int\"");
  EXPECT_EQ(message_of(manager->add(scripted_tool("x").schema(R"({"type":"string"})"))),
            "tool \"x\": its input_schema must have the type \"object\"");
  EXPECT_EQ(manager->offered().size(), 2u);
}

TEST(ToolManager, StagesRunsOfReadOnlyCallsTogether) {
  const auto manager = manager_with({{"read", ToolEffect::read_only},
                                     {"write", ToolEffect::at_most_once},
                                     {"put", ToolEffect::idempotent}});
  const ToolPlan plan = plan_of(*manager,
                                {call_of("read"),
                                 call_of("read"),
                                 call_of("write"),
                                 call_of("write"),
                                 call_of("put"),
                                 call_of("read"),
                                 call_of("read")});
  EXPECT_EQ(stages_of(plan), (std::vector<std::uint32_t>{0, 0, 1, 2, 3, 4, 4}));
}

TEST(ToolManager, LetsACallThatWillNotRunPartNothing) {
  const auto manager = manager_with({{"read", ToolEffect::read_only}});
  const ToolPlan plan = plan_of(
      *manager, {call_of("nope"), call_of("read"), call_of("nope"), call_of("read")});
  EXPECT_EQ(stages_of(plan), (std::vector<std::uint32_t>{0, 0, 0, 0}));
  EXPECT_NE(plan.calls[0].error, "");
  EXPECT_EQ(plan.calls[1].error, "");
}

TEST(ToolManager, PlansFromSpecAndLimits) {
  auto manager = tool_manager();
  auto quick = scripted_tool("quick");
  quick.spec().deadline_ms = 50;
  quick.spec().cancellable = true;
  ASSERT_TRUE(manager->add(quick).ok());
  ASSERT_TRUE(manager->add(scripted_tool("plain").effect(ToolEffect::read_only)).ok());
  Limits limits;
  limits.tool_deadline_ms = 777;
  const std::vector<CallPart> calls = {call_of("quick", R"({"a":1})"), call_of("plain")};
  const ToolPlan plan = plan_of(*manager, calls, limits);
  PlannedCall expected;
  expected.call = calls[0].call;
  expected.name = "quick";
  expected.arguments = R"({"a":1})";
  expected.cancellable = true;
  expected.deadline_ms = 50;
  EXPECT_EQ(plan.calls[0], expected);
  EXPECT_EQ(plan.calls[1].deadline_ms, 777);
  EXPECT_EQ(plan.calls[1].effect, ToolEffect::read_only);
  EXPECT_EQ(plan, plan_of(*manager, calls, limits));
}

TEST(ToolManager, AnswersAnUnknownNameWithTheRealOnesNearestFirst) {
  const auto manager = manager_with({{"list_files", ToolEffect::read_only},
                                     {"read_file", ToolEffect::read_only},
                                     {"search", ToolEffect::read_only}});
  EXPECT_EQ(plan_of(*manager, {call_of("read_fiel")}).calls[0].error,
            "There is no tool \"read_fiel\". Did you mean \"read_file\"? "
            "The tools are: read_file, list_files, search.");
  EXPECT_EQ(plan_of(*manager, {call_of("bash")}).calls[0].error,
            "There is no tool \"bash\". The tools are: search, read_file, list_files.");
  EXPECT_EQ(plan_of(*tool_manager(), {call_of("bash")}).calls[0].error,
            "There is no tool \"bash\". There are no tools.");
  const std::string huge(1'000'000, 'x');
  EXPECT_LT(plan_of(*manager, {call_of(huge)}).calls[0].error.size(), 200u);
}

TEST(ToolManager, ListsTheFirstOfManyTools) {
  std::vector<std::pair<std::string, ToolEffect>> tools;
  for (int i = 0; i < 100; ++i) {
    tools.emplace_back("tool_" + std::to_string(i), ToolEffect::read_only);
  }
  const auto manager = manager_with(tools);
  const std::string error = plan_of(*manager, {call_of("tool_7x")}).calls[0].error;
  EXPECT_NE(error.find("Did you mean \"tool_7\"?"), std::string::npos) << error;
  EXPECT_NE(error.find(" and 60 more."), std::string::npos) << error;
}

TEST(ToolManager, AnswersUnreadableArgumentsWithAPieceOfThem) {
  const auto manager = manager_with({{"write", ToolEffect::at_most_once}});
  CallPart call = call_of("write");
  call.usable = false;
  call.malformed = R"({"path":"a","content":"b)" + std::string(1000, 'c');
  const std::string error = plan_of(*manager, {call}).calls[0].error;
  EXPECT_NE(error.find("not valid JSON"), std::string::npos) << error;
  EXPECT_NE(error.find(R"({"path":"a","content":"bccc)"), std::string::npos) << error;
  EXPECT_LT(error.size(), 400u);
}

TEST(ToolManager, ChecksArgumentsAgainstTheSchema) {
  auto manager = tool_manager();
  const JsonText schema =
      R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})";
  ASSERT_TRUE(manager->add(scripted_tool("count").schema(schema)).ok());
  EXPECT_EQ(plan_of(*manager, {call_of("count", R"({"n":5})")}).calls[0].error, "");
  EXPECT_EQ(
      plan_of(*manager, {call_of("count", R"({"n":"5 apples"})")}).calls[0].error,
      "Not run: the arguments of \"count\" do not fit: at /n: expected integer, got "
      "string \"5 apples\"");
}

TEST(ToolManager, RefusesCallsBeyondTheLimit) {
  const auto manager = manager_with({{"read", ToolEffect::read_only}});
  Limits limits;
  limits.calls_per_batch = 2;
  const ToolPlan plan =
      plan_of(*manager, {call_of("read"), call_of("read"), call_of("read")}, limits);
  ASSERT_EQ(plan.calls.size(), 3u);
  EXPECT_EQ(plan.calls[1].error, "");
  EXPECT_EQ(
      plan.calls[2].error,
      "Not run: only the first 2 calls of one answer are. Call it again in the next "
      "answer.");
}

}  // namespace
}  // namespace pintle

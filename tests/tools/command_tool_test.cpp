// SPDX-License-Identifier: MIT
#include "pintle/command_tool.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/schema.hpp"
#include "pintle/testing/contracts/tool.hpp"
#include "pintle/testing/fake_tool_context.hpp"
#include "pintle/tool_manager.hpp"

namespace {

struct Fact {
  std::string text;
  int weight = 1;
};
PINTLE_DESCRIBE(Fact,
                (text, "One sentence"),
                (weight, "", {.minimum = 1, .has_default = true}))

std::shared_ptr<pintle::Tool> memory() {
  return pintle::command_tool(
      "memory",
      "What was learned",
      {pintle::command(
           "add",
           "Keeps a fact",
           [](const Fact& f) { return f.text + "/" + std::to_string(f.weight); }),
       pintle::command("list", "All facts", [] { return "none"; })});
}

}  // namespace

namespace pintle {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

PlannedCall planned(std::string name, JsonText arguments) {
  const auto manager = tool_manager();
  EXPECT_TRUE(manager->add(memory()));
  CallPart call;
  call.name = std::move(name);
  call.arguments = std::move(arguments);
  const std::vector<const CallPart*> calls{&call};
  return manager->plan(calls, Limits{}).calls.at(0);
}

std::string run(JsonText arguments) {
  testing::FakeToolContext context;
  return context.run(*memory(), std::move(arguments)).value_or(ToolOutcome{}).content;
}

TEST(CommandTool, HasAFormForEachCommand) {
  EXPECT_EQ(
      memory()->spec().input_schema,
      R"({"type":"object","oneOf":[{"type":"object","description":"Keeps a fact",)"
      R"("properties":{"command":{"const":"add"},"text":{"type":"string",)"
      R"("description":"One sentence"},"weight":{"type":"integer","minimum":1,)"
      R"("default":1}},"required":["command","text"],"additionalProperties":false},)"
      R"({"type":"object","description":"All facts","properties":{"command":{)"
      R"("const":"list"}},"required":["command"],"additionalProperties":false}]})");
}

TEST(CommandTool, RunsTheCommandThatIsNamed) {
  EXPECT_EQ(run(R"({"command":"add","text":"tea"})"), "tea/1");
  EXPECT_EQ(run(R"({"command":"list"})"), "none");
  EXPECT_EQ(run(R"({"command":"drop"})"), R"(there is no command "drop")");
}

TEST(CommandTool, ReadsAJoinedNameAsWhatItMeans) {
  for (const char* const name :
       {"memory_add", "memory.add", "memory-add", "memory/add"}) {
    const PlannedCall call = planned(name, R"({"text":"tea"})");
    EXPECT_EQ(call.error, "") << name;
    EXPECT_EQ(call.name, "memory");
    EXPECT_EQ(call.arguments, R"({"text":"tea","command":"add"})");
    EXPECT_THAT(call.changes,
                ElementsAre("read the name " + json_quote(name) +
                            R"( as command "add" of "memory")"));
  }
  EXPECT_THAT(planned("memory_drop", "{}").error, HasSubstr("There is no tool"));
  EXPECT_THAT(planned("memoryadd", "{}").error, HasSubstr("There is no tool"));
}

TEST(CommandTool, TellsWhatTheCommandLacksOrWhichThereAre) {
  EXPECT_THAT(planned("memory", R"({"command":"add"})").error,
              HasSubstr(R"(at /: missing required field "text")"));
  EXPECT_THAT(
      planned("memory", R"({"command":"drop"})").error,
      HasSubstr(R"(at /command: expected one of "add", "list", got string "drop")"));
}

TEST(CommandTool, CoercesTheArgumentsOfTheCommandThatWasMeant) {
  const PlannedCall call =
      planned("memory", R"({"command":"add","text":"x","weight":"2"})");
  EXPECT_EQ(call.error, "");
  EXPECT_THAT(call.changes, ElementsAre(R"(at /weight: read string "2" as integer)"));
}

TEST(CommandTool, FollowsTheContractOfEveryTool) {
  EXPECT_THAT(testing::check_tool(memory, R"({"command":"list"})"), IsEmpty());
}

}  // namespace
}  // namespace pintle

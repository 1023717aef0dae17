// SPDX-License-Identifier: MIT
#include "pintle/typed_tool.hpp"

#include <chrono>
#include <stdexcept>

#include <gtest/gtest.h>

#include "pintle/schema.hpp"
#include "pintle/testing/fake_tool_context.hpp"

namespace {

struct Weather {
  std::string city;
  std::optional<std::string> unit;
};
PINTLE_DESCRIBE(Weather,
                (city, "City name, as people write it"),
                (unit, "celsius or fahrenheit"))

struct Report {
  std::string sky;
  int degrees = 0;
};
PINTLE_DESCRIBE(Report, (sky, ""), (degrees, ""))

}  // namespace

namespace pintle {
namespace {

using namespace std::chrono_literals;
using testing::FakeToolContext;

constexpr const char* oslo = R"({"city":"Oslo"})";

// The content that a run gives.
std::string content_of(const std::shared_ptr<Tool>& tool, JsonText arguments = "{}") {
  FakeToolContext context;
  const std::optional<ToolOutcome> outcome = context.run(*tool, std::move(arguments));
  return outcome ? outcome->content : "it hangs";
}

TEST(TypedTool, CallsAFunctionWithItsStruct) {
  const auto weather =
      tool("weather",
           "Current weather of a city",
           [](const Weather& w) { return w.city + " in " + w.unit.value_or("celsius"); },
           {.effect = ToolEffect::read_only});
  EXPECT_EQ(weather->spec().name, "weather");
  EXPECT_EQ(weather->spec().description, "Current weather of a city");
  EXPECT_EQ(weather->spec().effect, ToolEffect::read_only);
  EXPECT_EQ(content_of(weather, oslo), "Oslo in celsius");
  EXPECT_EQ(content_of(weather, R"({"city":"Rome","unit":"kelvin"})"), "Rome in kelvin");
}

TEST(TypedTool, HasTheSchemaOfItsStruct) {
  const auto weather = tool("weather", "", [](const Weather&) {});
  EXPECT_EQ(weather->spec().input_schema,
            R"({"type":"object","properties":{"city":{"type":"string",)"
            R"("description":"City name, as people write it"},"unit":{)"
            R"("type":["string","null"],"description":"celsius or fahrenheit"}},)"
            R"("required":["city"],"additionalProperties":false})");
  const Schema schema = Schema::compile(weather->spec().input_schema).value();
  EXPECT_TRUE(schema.check(oslo).empty());
  EXPECT_TRUE(schema.check(R"({"city":"x","unit":null})").empty());
}

TEST(TypedTool, GivesAnErrorThatNamesTheFieldThatDoesNotFit) {
  const auto weather = tool("weather", "", [](const Weather& w) { return w.city; });
  FakeToolContext context;
  const auto outcome = context.run(*weather, R"({"city":7})");
  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->status, ResultStatus::error);
  EXPECT_EQ(outcome->content, "at /city: expected string, got integer 7");
}

TEST(TypedTool, TakesFunctionsWithEachSetOfParameters) {
  EXPECT_EQ(content_of(tool("a", "", [] { return "no arguments"; })), "no arguments");
  EXPECT_EQ(content_of(tool("b", "", [](ToolContext& c) { return c.call().value; })),
            "1");
  EXPECT_EQ(
      content_of(tool("c", "", [](Weather w, ToolContext&) { return w.city; }), oslo),
      "Oslo");
  std::string (*pointer)(const Weather&) = [](const Weather& w) { return w.city; };
  EXPECT_EQ(content_of(tool("d", "", pointer), oslo), "Oslo");
  int calls = 0;
  const auto counting = tool("e", "", [calls]() mutable noexcept { return ++calls; });
  EXPECT_EQ(content_of(counting), "1");
  EXPECT_EQ(content_of(counting), "2");
  EXPECT_EQ(content_of(tool("f", "", [p = std::make_unique<int>(7)] { return *p; })),
            "7");
}

TEST(TypedTool, TurnsEachTypeOfResultIntoText) {
  EXPECT_EQ(content_of(tool("a", "", [] { return std::string("text\0x", 6); })),
            std::string("text\0x", 6));
  EXPECT_EQ(content_of(tool("b", "", [] { return std::string_view("view"); })), "view");
  EXPECT_EQ(content_of(tool("c", "", [] { return -5; })), "-5");
  EXPECT_EQ(content_of(tool("d", "", [] { return 0.1; })), "0.1");
  EXPECT_EQ(content_of(tool("e", "", [] { return true; })), "true");
  EXPECT_EQ(content_of(tool("f",
                            "",
                            [] {
                              return Report{"clear", -3};
                            })),
            R"({"sky":"clear","degrees":-3})");
  const auto list = [] { return std::vector<Report>{{"clear", 1}, {"grey", 2}}; };
  EXPECT_EQ(content_of(tool("g", "", list)),
            R"([{"sky":"clear","degrees":1},{"sky":"grey","degrees":2}])");
  EXPECT_EQ(content_of(tool("h", "", [] {})), "done");
}

TEST(TypedTool, PassesOutcomesAndResultsOn) {
  const auto broken = tool("a", "", [] { return error_outcome("no such city"); });
  const auto fails = tool("b", "", []() -> Result<Report> {
    return Err{SessionError{SessionFault::invalid, "the station is down"}};
  });
  const auto works = tool("c", "", []() -> Result<Report> { return Report{"clear", 4}; });
  const auto nothing = tool("d", "", []() -> Result<Unit> { return Unit{}; });
  FakeToolContext context;
  EXPECT_EQ(context.run(*broken, "{}"), error_outcome("no such city"));
  const auto failed = context.run(*fails, "{}");
  ASSERT_TRUE(failed.has_value());
  EXPECT_EQ(failed->status, ResultStatus::error);
  EXPECT_NE(failed->content.find("the station is down"), std::string::npos);
  EXPECT_EQ(context.run(*works, "{}"), text_outcome(R"({"sky":"clear","degrees":4})"));
  EXPECT_EQ(context.run(*nothing, "{}"), text_outcome("done"));
}

TEST(TypedTool, WaitsInACoroutineThatKeepsItsArguments) {
  const auto slow =
      tool("slow", "", [](const Weather& w, ToolContext& c) -> Task<ToolOutcome> {
        const bool slept = co_await c.sleep_until(c.now().mono + 5s);
        co_return text_outcome(slept ? w.city + " at last" : "stopped");
      });
  FakeToolContext context;
  Task<ToolOutcome> task = slow->run(R"({"city":"a city with a long name"})", context);
  EXPECT_EQ(context.poll(task), std::nullopt);
  EXPECT_EQ(context.finish(task), text_outcome("a city with a long name at last"));
  EXPECT_EQ(context.now().mono, 5s);
}

TEST(TypedTool, TurnsWhatATaskGivesIntoText) {
  const auto count = [](ToolContext& c) -> Task<int> {
    const bool slept = co_await c.sleep_until(1s);
    co_return slept ? 42 : 0;
  };
  EXPECT_EQ(content_of(tool("count", "", count)), "42");
}

TEST(TypedTool, RunsABlockingFunctionThroughTheContext) {
  const auto work =
      tool("work", "", [](const Weather& w) { return w.city; }, {.blocking = true});
  EXPECT_TRUE(work->spec().blocking);
  FakeToolContext context;
  EXPECT_EQ(context.run(*work, oslo), text_outcome("Oslo"));
  EXPECT_EQ(context.blocking_count(), 1u);
  EXPECT_EQ(context.run(*work, "{}")->status, ResultStatus::error);
  EXPECT_EQ(context.blocking_count(), 1u) << "arguments that do not fit need no worker";
}

TEST(TypedTool, LetsAnExceptionThrough) {
  const auto thrower = [] { throw std::runtime_error("out of paper"); };
  FakeToolContext context;
  EXPECT_THROW(context.run(*tool("a", "", thrower), "{}"), std::runtime_error);
  EXPECT_THROW(context.run(*tool("b", "", thrower, {.blocking = true}), "{}"),
               std::runtime_error);
  const auto later = [](ToolContext& c) -> Task<ToolOutcome> {
    const bool slept = co_await c.sleep_until(1s);
    if (slept) throw std::runtime_error("too late");
    co_return text_outcome("");
  };
  EXPECT_THROW(context.run(*tool("c", "", later), "{}"), std::runtime_error);
}

TEST(TypedTool, CarriesItsOptionsInItsSpec) {
  const auto job = tool("job",
                        "",
                        [] {},
                        {.effect = ToolEffect::idempotent,
                         .deadline_ms = 500,
                         .category = "jobs",
                         .cancellable = true,
                         .repeatable = true,
                         .doubt = Doubt::reconcile,
                         .result_bytes = 10});
  ToolSpec expected;
  expected.name = "job";
  expected.category = "jobs";
  expected.effect = ToolEffect::idempotent;
  expected.doubt = Doubt::reconcile;
  expected.cancellable = true;
  expected.repeatable = true;
  expected.deadline_ms = 500;
  expected.result_bytes = 10;
  EXPECT_EQ(job->spec(), expected);
}

TEST(ToolFromSchema, GivesTheArgumentsAsTheyCame) {
  const JsonText schema = R"({"type":"object","properties":{"id":{"type":"integer"}}})";
  const auto raw =
      tool_from_schema("raw",
                       "Takes JSON",
                       schema,
                       [](JsonText arguments, ToolContext&) { return arguments; },
                       {.effect = ToolEffect::read_only});
  EXPECT_EQ(raw->spec().input_schema, schema);
  EXPECT_EQ(content_of(raw, R"({"id": 2512292042121000001})"),
            R"({"id": 2512292042121000001})");
}

}  // namespace
}  // namespace pintle

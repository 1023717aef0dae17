// SPDX-License-Identifier: MIT
// What checking a call's arguments costs, beside parsing the same text with nlohmann_json
// in the same run, and what a typed tool costs from its planned call to its result.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include "pintle/pintle.hpp"
#include "pintle/testing/fake_tool_context.hpp"

#include "schema/compiler.hpp"
#include "schema/evaluation.hpp"

namespace {

using nlohmann::json;

constexpr const char* order_schema = R"({
  "type": "object",
  "properties": {
    "customer": {"type": "string", "minLength": 1},
    "express": {"type": "boolean"},
    "items": {"type": "array", "maxItems": 100, "items": {
      "type": "object",
      "properties": {
        "name": {"type": "string", "maxLength": 80},
        "count": {"type": "integer", "minimum": 1},
        "unit": {"enum": ["piece", "box", "pallet"]},
        "price": {"type": ["number", "null"]}
      },
      "required": ["name", "count"],
      "additionalProperties": false}}
  },
  "required": ["customer", "items"],
  "additionalProperties": false})";

// Arguments of so many items.
std::string order(std::int64_t items) {
  json list = json::array();
  for (std::int64_t i = 0; i < items; ++i) {
    list.push_back({{"name", "article number " + std::to_string(i)},
                    {"count", i + 1},
                    {"unit", "box"},
                    {"price", 12.5}});
  }
  return json{{"customer", "Ada"}, {"express", false}, {"items", list}}.dump();
}

void parse_only(benchmark::State& state) {
  const std::string text = order(state.range(0));
  for ([[maybe_unused]] const auto one : state) {
    benchmark::DoNotOptimize(json::parse(text, nullptr, false));
  }
}

void validate_only(benchmark::State& state) {
  const json value = json::parse(order(state.range(0)));
  const auto program = pintle::schema::Compiler({}).run(order_schema).value();
  for ([[maybe_unused]] const auto one : state) {
    const auto findings = pintle::schema::evaluate(*program, value);
    if (!findings.empty()) state.SkipWithError("the order must fit");
  }
}

void check_text(benchmark::State& state) {
  const std::string text = order(state.range(0));
  const pintle::Schema schema = pintle::Schema::compile(order_schema).value();
  for ([[maybe_unused]] const auto one : state) {
    if (!schema.check(text).empty()) state.SkipWithError("the order must fit");
  }
}

BENCHMARK(parse_only)->Arg(1)->Arg(20);
BENCHMARK(validate_only)->Arg(1)->Arg(20);
BENCHMARK(check_text)->Arg(1)->Arg(20);

}  // namespace

struct AddArgs {
  std::int64_t a = 0;
  std::int64_t b = 0;
};
PINTLE_DESCRIBE(AddArgs, (a, ""), (b, ""))

namespace {

std::int64_t add(const AddArgs& args) {
  return args.a + args.b;
}

void direct_call(benchmark::State& state) {
  AddArgs args{2, 3};
  for ([[maybe_unused]] const auto one : state) {
    benchmark::DoNotOptimize(args);
    benchmark::DoNotOptimize(std::to_string(add(args)));
  }
}

// Planned (arguments checked), then run.
void typed_call(benchmark::State& state) {
  const auto manager = pintle::tool_manager();
  if (!manager->add(pintle::tool("add", "Adds two integers", add))) {
    return state.SkipWithError("the tool was refused");
  }
  pintle::CallPart call;
  call.name = "add";
  call.arguments = R"({"a":2,"b":3})";
  const std::vector<const pintle::CallPart*> calls{&call};
  pintle::testing::FakeToolContext context;
  const auto tool = manager->get("add");
  for ([[maybe_unused]] const auto one : state) {
    const pintle::ToolPlan plan = manager->plan(calls, pintle::Limits{});
    const auto outcome = context.run(*tool, plan.calls[0].arguments);
    if (!outcome || outcome->content != "5") state.SkipWithError("the sum must be 5");
  }
}

BENCHMARK(direct_call);
BENCHMARK(typed_call);

}  // namespace

// SPDX-License-Identifier: MIT
#include "pintle/testing/contracts/tool.hpp"

#include <exception>
#include <optional>
#include <utility>

#include "pintle/schema.hpp"
#include "pintle/testing/fake_tool_context.hpp"
#include "pintle/tool_manager.hpp"

#include "testing/contracts/fault_list.hpp"

namespace pintle::testing {

namespace {

using Factory = UniqueFunction<std::shared_ptr<Tool>()>;

// What a run gives; a throw counts as an error result, as it does in the loop.
std::optional<ToolOutcome> end_of(FakeToolContext& context,
                                  Tool& tool,
                                  const JsonText& arguments) {
  try {
    return context.run(tool, arguments);
  } catch (const std::exception& thrown) {
    return error_outcome(thrown.what());
  }
}

void check_spec(FaultList& faults, const std::shared_ptr<Tool>& tool) {
  const ToolSpec& spec = tool->spec();
  faults.require(&spec == &tool->spec(), "spec() must give the same object each time");
  const Result<Unit> added = tool_manager()->add(tool);
  faults.require(added.ok(),
                 "the tool manager must take it: " +
                     (added.ok() ? std::string() : to_string(added.error())));
  faults.require(spec.deadline_ms.value_or(1) > 0, "a deadline must be above 0");
}

void check_run(FaultList& faults, Tool& tool, const JsonText& arguments) {
  FakeToolContext context;
  const ToolSpec before = tool.spec();
  for (int run = 0; run < 2; ++run) {
    const std::optional<ToolOutcome> outcome = end_of(context, tool, arguments);
    if (!faults.require(outcome.has_value(), "a run must end")) return;
    faults.require(outcome->status != ResultStatus::pending,
                   "an outcome must not be pending");
  }
  faults.require(tool.spec() == before, "a run must not change the spec");
}

void check_side_by_side(FaultList& faults, Tool& tool, const JsonText& arguments) {
  FakeToolContext first(CallId{1});
  FakeToolContext second(CallId{2});
  try {
    Task<ToolOutcome> a = tool.run(arguments, first);
    Task<ToolOutcome> b = tool.run(arguments, second);
    const bool b_ended = second.finish(b).has_value();
    const bool a_ended = first.finish(a).has_value();
    faults.require(a_ended && b_ended, "runs that overlap must both end");
  } catch (const std::exception&) {
    return;  // an error result
  }
}

// A run that is dropped, at once and at its first wait, leaves the tool usable.
void check_dropping(FaultList& faults, Tool& tool, const JsonText& arguments) {
  FakeToolContext context;
  try {
    { const Task<ToolOutcome> dropped = tool.run(arguments, context); }
    Task<ToolOutcome> started = tool.run(arguments, context);
    context.poll(started);
  } catch (const std::exception&) {
    return;
  }
  faults.require(end_of(context, tool, arguments).has_value(),
                 "a run after a dropped one must end");
}

void check_stopping(FaultList& faults, Tool& tool, const JsonText& arguments) {
  FakeToolContext context;
  context.request_stop();
  faults.require(end_of(context, tool, arguments).has_value(),
                 "a run that is asked to stop must end");
}

}  // namespace

Faults check_tool(Factory factory, JsonText valid_arguments) {
  FaultList faults;
  const std::shared_ptr<Tool> tool = factory();
  if (!faults.require(tool != nullptr, "the factory must give a tool")) {
    return std::move(faults).take();
  }
  check_spec(faults, tool);
  const Result<Schema> schema = Schema::compile(tool->spec().input_schema);
  if (!faults.require(schema.ok(), "the input_schema must be a schema")) {
    return std::move(faults).take();
  }
  const std::string misfit = to_string(schema->check(valid_arguments));
  if (faults.require(misfit.empty(), "the arguments must fit the schema: " + misfit)) {
    check_run(faults, *tool, valid_arguments);
    check_side_by_side(faults, *factory(), valid_arguments);
    check_dropping(faults, *factory(), valid_arguments);
    check_stopping(faults, *factory(), valid_arguments);
  }
  return std::move(faults).take();
}

}  // namespace pintle::testing

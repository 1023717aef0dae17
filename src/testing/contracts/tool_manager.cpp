// SPDX-License-Identifier: MIT
#include "pintle/testing/contracts/tool_manager.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "pintle/testing/scripted_tool.hpp"

#include "testing/contracts/fault_list.hpp"

namespace pintle::testing {

namespace {

using Factory = UniqueFunction<std::shared_ptr<ToolCallManager>()>;

constexpr const char* count_schema =
    R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})";

// The tools of all checks: "write" (at_most_once), "read" (read_only), "count" (has a
// required integer "n").
std::shared_ptr<ToolCallManager> filled(FaultList& faults, const Factory& factory) {
  std::shared_ptr<ToolCallManager> manager = factory();
  const ScriptedTool tools[] = {
      scripted_tool("write"),
      scripted_tool("read").effect(ToolEffect::read_only),
      scripted_tool("count").schema(count_schema).effect(ToolEffect::read_only)};
  for (const ScriptedTool& tool : tools) {
    faults.require(manager->add(tool).ok(), "add must take a well-formed tool");
  }
  return manager;
}

void check_adding(FaultList& faults, const Factory& factory) {
  const std::shared_ptr<ToolCallManager> manager = filled(faults, factory);
  const auto refuses = [&](std::shared_ptr<Tool> tool, const char* rule) {
    const std::string name = tool->spec().name;
    const Result<Unit> added = manager->add(std::move(tool));
    if (!faults.require(!added.ok(), rule)) return;
    const auto* const error = std::get_if<SessionError>(&added.error());
    faults.require(error != nullptr && error->fault == SessionFault::invalid,
                   "add must refuse with Session{invalid}");
    faults.require(to_string(added.error()).find(name) != std::string::npos,
                   "the refusal must name the tool");
  };
  refuses(scripted_tool("read"), "add must refuse a name that is taken");
  refuses(scripted_tool("a b"), "add must refuse an ill-formed name");
  refuses(scripted_tool("x").schema("{"), "add must refuse a schema that is no JSON");
  refuses(scripted_tool("x").schema("[]"), "add must refuse a schema that is no object");
  faults.require(manager->offered().size() == 3, "a refused tool must not be offered");
}

void check_offer(FaultList& faults, const Factory& factory) {
  faults.require(factory()->offered().empty(), "a new manager must offer nothing");
  const std::shared_ptr<ToolCallManager> manager = filled(faults, factory);
  const std::vector<const ToolSpec*> specs = manager->offered();
  faults.require(std::is_sorted(specs.begin(),
                                specs.end(),
                                [](const ToolSpec* a, const ToolSpec* b) {
                                  return a->name < b->name;
                                }),
                 "offered must be sorted by name");
  for (const ToolSpec* const spec : specs) {
    const std::shared_ptr<Tool> tool = manager->get(spec->name);
    faults.require(tool != nullptr && tool->spec() == *spec,
                   "get must find each tool that is offered");
  }
  faults.require(manager->get("nothing") == nullptr,
                 "get must give null for an unknown name");
  manager->on_record(record::TurnStarted{TurnId{1}, 0});
  faults.require(manager->offered() == specs,
                 "a record that names no tool must not change the offer");
}

CallPart call_of(std::uint64_t id, std::string name, JsonText arguments = "{}") {
  CallPart call;
  call.call = CallId{id};
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

void check_plan(FaultList& faults, const Factory& factory) {
  const std::shared_ptr<ToolCallManager> manager = filled(faults, factory);
  const std::vector<CallPart> calls = {call_of(1, "read"),
                                       call_of(2, "count", R"({"n":1})"),
                                       call_of(3, "write"),
                                       call_of(4, "write"),
                                       call_of(5, "read")};
  const ToolPlan plan = plan_of(*manager, calls);
  faults.require(plan == plan_of(*manager, calls), "plan must be pure");
  if (!faults.require(plan.calls.size() == calls.size(), "plan must keep every call")) {
    return;
  }
  bool in_order = true;
  std::vector<std::uint32_t> stages;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    in_order = in_order && plan.calls[i].call == calls[i].call &&
               plan.calls[i].name == calls[i].name;
    stages.push_back(plan.calls[i].stage);
    faults.require(plan.calls[i].error.empty(), "plan must let good calls run");
    faults.require(plan.calls[i].deadline_ms > 0, "each call must have a deadline");
  }
  faults.require(in_order, "plan must keep the order of the calls");
  faults.require(stages == std::vector<std::uint32_t>{0, 0, 1, 2, 3},
                 "consecutive read_only calls share a stage, others have their own");
}

void check_refusals(FaultList& faults, const Factory& factory) {
  const std::shared_ptr<ToolCallManager> manager = filled(faults, factory);
  std::vector<CallPart> calls = {call_of(1, "raed"),
                                 call_of(2, "count", R"({"n":"x"})"),
                                 call_of(3, "read"),
                                 call_of(4, "read")};
  calls[2].usable = false;
  calls[2].malformed = R"({"cut)";
  Limits limits;
  limits.calls_per_batch = 3;
  const ToolPlan plan = plan_of(*manager, calls, limits);
  if (!faults.require(plan.calls.size() == 4, "plan must keep calls that it refuses")) {
    return;
  }
  const auto says = [&](std::size_t call, const char* word) {
    return plan.calls[call].error.find(word) != std::string::npos;
  };
  faults.require(says(0, "read"), "an unknown name must be answered with the real ones");
  faults.require(says(1, "/n"), "a misfit must be answered with its path");
  faults.require(says(2, R"({"cut)"), "unreadable arguments must be quoted");
  faults.require(!plan.calls[3].error.empty(), "calls beyond the limit must not run");
}

}  // namespace

Faults check_tool_manager(Factory factory) {
  FaultList faults;
  if (faults.require(factory() != nullptr, "the factory must give a manager")) {
    check_adding(faults, factory);
    check_offer(faults, factory);
    check_plan(faults, factory);
    check_refusals(faults, factory);
  }
  return std::move(faults).take();
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// Looks inside the machine, for what a driver would know from the log as well.
#include "loop/inside.hpp"

#include <algorithm>

#include "testing/explore/fingerprint.hpp"
#include "testing/explore/world.hpp"

namespace pintle::testing {

namespace {

template <class T>
const T* of_call(const std::vector<T>& list, CallId call) {
  const auto found = std::find_if(
      list.begin(), list.end(), [&](const T& each) { return each.call == call; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

std::uint8_t timer_role(const LoopMachine& machine, TimerId timer) {
  const MachineInside::State& inside = MachineInside::of(machine);
  if (inside.wall_timer == timer) return turn_timer_role;
  const auto* assembling = std::get_if<phase::InnerAssemble>(&inside.phase);
  if (assembling != nullptr && assembling->timer == timer) return retry_timer_role;
  for (std::size_t i = 0; i < inside.batch.size(); ++i) {
    if (inside.batch[i].timer == timer) return static_cast<std::uint8_t>(i + 2);
  }
  return no_timer_role;
}

std::string name_of_timer(std::uint8_t role) {
  if (role == turn_timer_role) return "the turn's time";
  if (role == retry_timer_role) return "retry";
  return "call " + std::to_string(role - 2);
}

std::vector<CallId> open_approvals(const LoopMachine& machine) {
  std::vector<CallId> calls;
  for (const record::ApprovalAsked& asked : MachineInside::of(machine).durable.asked) {
    calls.push_back(asked.call);
  }
  std::sort(calls.begin(), calls.end());
  return calls;
}

std::vector<CallId> closed_calls(const LoopMachine& machine) {
  std::vector<CallId> calls;
  const auto messages = machine.history().messages();
  if (messages.empty() || messages.back().role != Role::tool) return calls;
  for (const Part& part : messages.back().parts) {
    const auto* slot = std::get_if<ResultPart>(&part);
    if (slot != nullptr && slot->status != ResultStatus::pending) {
      calls.push_back(slot->call);
    }
  }
  return calls;
}

bool may_run(const LoopMachine& machine, CallId call) {
  const Durable& durable = MachineInside::of(machine).durable;
  if (of_call(durable.asked, call) != nullptr) return false;
  const auto* answer = of_call(durable.answered, call);
  return answer == nullptr || answer->verdict.approved;
}

bool start_is_recorded(const LoopMachine& machine, CallId call, std::uint32_t run) {
  const auto* started = of_call(MachineInside::of(machine).durable.started, call);
  return started != nullptr && started->run == run;
}

GenerationId open_generation(const LoopMachine& machine) {
  return MachineInside::of(machine).durable.generation.value_or(GenerationId{});
}

bool any_model_open(const LoopMachine& machine, Now now) {
  const CircuitBreaker& breaker = MachineInside::of(machine).durable.breaker;
  return breaker.is_open("a", now.wall_ms) || breaker.is_open("b", now.wall_ms);
}

}  // namespace pintle::testing

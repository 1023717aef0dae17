// SPDX-License-Identifier: MIT
// The machine's door: which inputs a state takes is read from the contract table.
#include "pintle/machine.hpp"

#include <algorithm>
#include <utility>

#include "loop/contract.hpp"
#include "loop/state.hpp"

namespace pintle {

LoopMachine::State::State(LoopConfig loop_config)
    : config(std::move(loop_config)), durable(config) {}

void LoopMachine::State::apply(const LoopInput& input,
                               Now when,
                               std::vector<LoopEffect>& effects) {
  const auto kind = static_cast<InputKind>(input.index());
  if (failed || contract(static_cast<StateKind>(phase.index()), kind).ignored()) return;
  now = when;
  out = &effects;
  const std::size_t mark = effects.size();
  std::visit([&](const auto& in) { on(in); }, input);
  flush(mark);
  out = nullptr;
}

void LoopMachine::State::on(const input::TurnStarted& in) {
  stopping.reset();
  attempts = {};
  finish = finish::Completed{};
  weak = false;
  outer = inner = denials = denials_in_row = 0;
  decide(record::TurnStarted{TurnId{durable.turns + 1}, now.wall_ms}, Show::when_durable);
  decide(record::InputAccepted{in.id, in.message, SteerMode::when_idle, in.dedup},
         Show::when_durable);
  accepted = need_durable();
  push(effect::Report{progress::Initializing{}});
  begin_wall_time();
  phase = phase::OuterBoundary{};
}

// Of each stream: while a person is asked, no time is spent.
void LoopMachine::State::begin_wall_time() {
  const auto wall = config.agent.budget.wall_ms;
  if (wall) wall_timer = set_timer(now.mono + std::chrono::milliseconds(*wall));
}

void LoopMachine::State::on(const input::TurnContinued&) {
  begin_wall_time();
  if (stopping) {
    close_open_calls("cancelled: the turn was aborted");
    return enter_assemble();
  }
  if (durable.history.has_open_calls()) return enter_tools();
  finish = finish_of(durable.stop);
  if (durable.replied) return enter_outer();  // what is queued was not delivered yet
  enter_assemble();
}

void LoopMachine::State::on(const input::SessionEnded&) {
  while (!durable.queue.empty()) decide(record::InputReturned{durable.queue.front().id});
  need_durable();
}

void LoopMachine::State::on(const input::UserMessage& in) {
  decide(record::InputAccepted{in.id, in.message, in.mode, in.dedup}, Show::when_durable);
  accepted = need_durable();
  if (stopping) return;
  const auto* assembling = std::get_if<phase::InnerAssemble>(&phase);
  if (assembling != nullptr) {
    const bool waits = assembling->step == phase::InnerAssemble::Step::retry_wait;
    if (waits && in.mode == SteerMode::interrupt_generation) {
      cancel_timer(std::get_if<phase::InnerAssemble>(&phase)->timer);
      return enter_assemble();
    }
    deliver_priority();
    return;
  }
  if (std::holds_alternative<phase::InnerGenerate>(phase)) {
    if (in.mode != SteerMode::interrupt_generation) return;
    push(effect::Report{progress::Steering{"mid_generation"}});
    discard(RetractReason::steered);
    return enter_assemble();
  }
  if (in.mode < SteerMode::interrupt_tools) return;
  if (std::holds_alternative<phase::InnerToolCalls>(phase)) {
    close_open_calls("cancelled: the user sent a new message");
    return enter_results();
  }
  if (!std::holds_alternative<phase::InnerExecuting>(phase)) return;
  push(effect::Report{progress::Steering{"tools"}});
  interrupt_calls("cancelled: the user sent a new message");
  release();
}

void LoopMachine::State::on(const input::AbortRequested&) {
  stop(finish::Cancelled{}, std::nullopt);
}

void LoopMachine::State::on(const input::MemoryChecked& in) {
  if (in.ask != std::get_if<phase::OutputProcessing>(&phase)->ask) return;
  if (in.trigger != MemoryTrigger::none) {
    push(effect::Report{progress::ProcessingMemory{std::string(to_string(in.trigger))}});
  }
  enter_outer();
}

void LoopMachine::State::on(const input::Stored& in) {
  stored = std::max(stored, in.ticket);
  std::size_t released = 0;
  bool finished = false;  // what was accepted after the end is shown in the next stream
  while (!finished && released < held.size() && held[released].ticket <= stored) {
    finished = std::holds_alternative<effect::Finish>(held[released].effect);
    out->push_back(std::move(held[released++].effect));
  }
  held.erase(held.begin(), held.begin() + static_cast<std::ptrdiff_t>(released));
  const auto* ending = std::get_if<phase::Ending>(&phase);
  if (ending != nullptr && ending->summary <= stored) phase = phase::Done{};
  if (std::holds_alternative<phase::OuterBoundary>(phase)) enter_outer();
  for (BatchCall& call : batch) {
    if (call.status == BatchCall::Status::storing && call.ticket <= stored) launch(call);
  }
}

// Releases nothing: what was held back waits for a store that will not answer. The stream
// ends without a summary, and the machine takes nothing more.
void LoopMachine::State::on(const input::StoreFailed& in) {
  if (durable.generation) push(effect::StopGeneration{*durable.generation});
  for (BatchCall& call : batch) {
    const bool runs = call.status == BatchCall::Status::running ||
                      call.status == BatchCall::Status::stopping;
    if (runs) push(effect::StopTool{call.plan.call, call.run, true});
  }
  held.clear();
  batch.clear();
  failed = true;
  phase = phase::Done{};
  push(effect::Emit{FailedAction{in.error, "store"}});
  push(effect::Finish{finish::StoreFailed{}});
}

void LoopMachine::State::on(const input::TimerFired& in) {
  if (in.timer == wall_timer) {
    wall_timer = {};
    const std::int64_t limit = config.agent.budget.wall_ms.value_or(0);
    const BudgetExhausted error{BudgetKind::time, limit, limit};
    return stop(finish::BudgetSpent{error.kind, error.limit, error.used}, error);
  }
  const auto* assembling = std::get_if<phase::InnerAssemble>(&phase);
  if (assembling != nullptr && assembling->timer == in.timer) return enter_assemble();
  if (call_timer(in.timer)) release();
}

// Whatever the log leaves open waits for continue_turn, as after a suspension.
void LoopMachine::State::on(const input::Reopened&) {
  if (const auto open = durable.generation) {
    record::GenerationEnded ended;
    ended.generation = *open;
    ended.outcome = GenerationOutcome::discarded;
    ended.discarded = RetractReason::interrupted;
    ended.model = durable.last_model;
    decide(ended);
    retract(*open, RetractReason::interrupted);
  }
  if (durable.turn) phase = phase::Suspended{};
}

LoopMachine::LoopMachine(LoopConfig config)
    : state_(std::make_unique<State>(std::move(config))) {}
LoopMachine::LoopMachine(std::unique_ptr<State> state) : state_(std::move(state)) {}
LoopMachine::~LoopMachine() = default;
LoopMachine::LoopMachine(LoopMachine&&) noexcept = default;
LoopMachine& LoopMachine::operator=(LoopMachine&&) noexcept = default;

void LoopMachine::apply(const LoopInput& input, Now now, std::vector<LoopEffect>& out) {
  state_->apply(input, now, out);
}
void LoopMachine::evolve(const SessionRecord& record) {
  state_->durable.evolve(record);
}
StateKind LoopMachine::state() const noexcept {
  return static_cast<StateKind>(state_->phase.index());
}
const History& LoopMachine::history() const noexcept {
  return state_->durable.history;
}
const record::EpochStarted& LoopMachine::epoch() const noexcept {
  return state_->durable.epoch;
}
std::string_view LoopMachine::epoch_model() const noexcept {
  return state_->durable.last_model;
}
MessageId LoopMachine::last_message() const noexcept {
  return state_->durable.last_message;
}
std::size_t LoopMachine::queued() const noexcept {
  return state_->durable.queue.size();
}
bool LoopMachine::failed() const noexcept {
  return state_->failed;
}
std::uint64_t LoopMachine::digest() const noexcept {
  return state_->durable.digest.digest();
}
LoopMachine LoopMachine::clone() const {
  return LoopMachine(std::make_unique<State>(*state_));
}

}  // namespace pintle

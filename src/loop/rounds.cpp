// SPDX-License-Identifier: MIT
// Outer and inner rounds, and how a turn ends.
#include <algorithm>
#include <utility>

#include "core/overloaded.hpp"
#include "loop/state.hpp"

namespace pintle {

bool LoopMachine::State::has_queued(bool priority) const {
  return std::any_of(durable.queue.begin(), durable.queue.end(), [&](const Queued& each) {
    return (each.mode != SteerMode::when_idle) == priority;
  });
}

void LoopMachine::State::drain(bool priority) {
  std::vector<MessageId> ids;
  for (const Queued& each : durable.queue) {
    if ((each.mode != SteerMode::when_idle) == priority) ids.push_back(each.id);
  }
  for (const MessageId id : ids) decide(record::InputDelivered{id});
  push(effect::Report{
      progress::Steering{priority ? "priority_queue" : "follow_up_queue"}});
}

bool LoopMachine::State::deliver_priority() {
  if (!has_queued(true)) return false;
  drain(true);
  return true;
}

void LoopMachine::State::enter_outer() {
  phase = phase::OuterBoundary{};
  if (stopping) return end(stopping->reason, stopping->error);
  if (durable.queue.empty()) return end(finish);
  if (accepted > stored) return;  // drained as soon as all of it is durable
  if (outer >= config.agent.max_outer_iterations) {
    return end(finish::OuterCap{config.agent.max_outer_iterations});
  }
  ++outer;
  inner = 0;
  drain(has_queued(true));
  enter_assemble();
}

void LoopMachine::State::enter_results() {
  batch.clear();
  const AskId id = ask();
  phase = phase::InnerEmitResults{id};
  push(effect::JudgeAnswer{id,
                           JudgeRequest::What::results,
                           {},
                           {},
                           durable.question,
                           durable.text_shown,
                           false});
}

void LoopMachine::State::results_judged(const Judgement& judgement) {
  const Limits& limits = config.agent.limits;
  if (stopping) return end(stopping->reason, stopping->error);
  if (judgement.kind == JudgementKind::finish) return end(judgement.finish);
  if (denials_in_row >= limits.denials_in_a_row || denials >= limits.denials_in_turn) {
    return fail(AuthError{"the agent's tool calls were denied " +
                          std::to_string(denials) + " times in this turn"});
  }
  ++inner;
  if (inner >= config.agent.max_inner_iterations) {
    return end(finish::StepCap{config.agent.max_inner_iterations});
  }
  enter_assemble();
}

void LoopMachine::State::enter_output() {
  const AskId id = ask();
  phase = phase::OutputProcessing{id};
  push(effect::CheckMemory{id});
}

void LoopMachine::State::stop(FinishReason reason, std::optional<AgenticError> error) {
  if (!stopping) stopping = Stopping{std::move(reason), std::move(error)};
  if (std::holds_alternative<phase::Suspended>(phase)) return;  // at TurnContinued
  if (std::holds_alternative<phase::InnerGenerate>(phase)) {
    keep_partial(GenerationOutcome::discarded);
  } else if (auto* assembling = std::get_if<phase::InnerAssemble>(&phase)) {
    cancel_timer(assembling->timer);
  } else if (std::holds_alternative<phase::InnerToolCalls>(phase)) {
    close_open_calls("cancelled: the turn was aborted");
  } else if (std::holds_alternative<phase::InnerExecuting>(phase)) {
    interrupt_calls("cancelled: the turn was aborted");
    if (durable.history.has_open_calls()) return;  // their grace runs
  }
  end(stopping->reason, stopping->error);
}

void LoopMachine::State::fail(AgenticError error) {
  FinishReason reason = std::visit(
      Overloaded{
          [](const AuthError&) -> FinishReason { return finish::PermissionDenied{}; },
          [](const BudgetExhausted& e) -> FinishReason {
            return finish::BudgetSpent{e.kind, e.limit, e.used};
          },
          [](const BudgetRefused& e) -> FinishReason {
            return finish::BudgetSpent{BudgetKind::tokens, 0, e.tokens};
          },
          [&](const GenerationError& e) -> FinishReason {
            if (e.kind != GenerationKind::context_overflow) {
              return finish::ProviderError{};
            }
            return finish::ContextLimit{attempts.last_tokens, 0};
          },
          [](const auto&) -> FinishReason { return finish::ProviderError{}; }},
      error);
  end(std::move(reason), std::move(error));
}

namespace {

// The error that a failing end shows when none was given.
AgenticError error_of(const FinishReason& reason) {
  if (const auto* loop = std::get_if<finish::Loop>(&reason)) {
    return LoopDetected{loop->kind, loop->count};
  }
  return UnexpectedError{to_string(reason)};
}

}  // namespace

void LoopMachine::State::end(FinishReason reason, std::optional<AgenticError> error) {
  cancel_timer(wall_timer);
  batch.clear();
  if (is_failure(reason)) {
    if (!error) error = error_of(reason);
    push(effect::Emit{FailedAction{*error, to_string(reason)}});
  }
  push(effect::Report{progress::SessionEnding{}});
  record::Summary summary;
  summary.turn = durable.turn.value_or(TurnId{});
  summary.finish = reason;
  summary.error = std::move(error);
  summary.weak = weak;
  summary.message_count = durable.turn_messages;
  summary.queued = static_cast<std::int64_t>(durable.queue.size());
  summary.usage = durable.usage;
  if (const auto budget = config.agent.budget.tokens) {
    summary.usage.budget = budget;
    summary.usage.remaining = std::max<std::int64_t>(*budget - summary.usage.total, 0);
  }
  decide(std::move(summary), Show::when_durable);
  to_hold.emplace_back(effect::Finish{std::move(reason)});
  phase = phase::Ending{need_durable()};
}

void LoopMachine::State::suspend() {
  cancel_timer(wall_timer);
  decide(record::TurnSuspended{*durable.turn}, Show::when_durable);
  need_durable();
  to_hold.emplace_back(effect::Finish{finish::Suspended{}});
  phase = phase::Suspended{};
}

}  // namespace pintle

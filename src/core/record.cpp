// SPDX-License-Identifier: MIT
#include "pintle/record.hpp"

#include <utility>

#include "core/overloaded.hpp"

namespace pintle {

std::string_view to_string(SteerMode mode) noexcept {
  switch (mode) {
    case SteerMode::when_idle: return "when_idle";
    case SteerMode::next_boundary: return "next_boundary";
    case SteerMode::interrupt_tools: return "interrupt_tools";
    case SteerMode::interrupt_generation: return "interrupt_generation";
  }
  return "?";
}

std::string_view to_string(RetractReason reason) noexcept {
  switch (reason) {
    case RetractReason::vacuous: return "vacuous";
    case RetractReason::loop: return "loop";
    case RetractReason::steered: return "steered";
    case RetractReason::error: return "error";
    case RetractReason::switched: return "switched";
    case RetractReason::cancelled: return "cancelled";
    case RetractReason::interrupted: return "interrupted";
  }
  return "?";
}

std::string_view to_string(GenerationOutcome outcome) noexcept {
  switch (outcome) {
    case GenerationOutcome::accepted: return "accepted";
    case GenerationOutcome::discarded: return "discarded";
    case GenerationOutcome::failed: return "failed";
  }
  return "?";
}

std::string_view to_string(BreakerState state) noexcept {
  switch (state) {
    case BreakerState::closed: return "closed";
    case BreakerState::open: return "open";
    case BreakerState::half_open: return "half_open";
  }
  return "?";
}

Approval approve() {
  Approval verdict;
  verdict.approved = true;
  return verdict;
}

Approval deny(std::string reason) {
  Approval verdict;
  verdict.reason = std::move(reason);
  return verdict;
}

Approval with_arguments(JsonText arguments) {
  Approval verdict = approve();
  verdict.arguments = std::move(arguments);
  return verdict;
}

std::string_view name_of(const SessionRecord& record) noexcept {
  using View = std::string_view;
  return std::visit(
      Overloaded{
          [](const record::SessionCreated&) -> View { return "session_created"; },
          [](const record::TurnStarted&) -> View { return "turn_started"; },
          [](const record::TurnSuspended&) -> View { return "turn_suspended"; },
          [](const record::InputAccepted&) -> View { return "input_accepted"; },
          [](const record::InputDelivered&) -> View { return "input_delivered"; },
          [](const record::InputReturned&) -> View { return "input_returned"; },
          [](const record::GenerationStarted&) -> View { return "generation_started"; },
          [](const record::GenerationEnded&) -> View { return "generation_ended"; },
          [](const record::Conversation&) -> View { return "conversation"; },
          [](const record::Retracted&) -> View { return "retracted"; },
          [](const record::ApprovalAsked&) -> View { return "approval_asked"; },
          [](const record::ApprovalAnswered&) -> View { return "approval_answered"; },
          [](const record::ToolStarted&) -> View { return "tool_started"; },
          [](const record::ToolResult&) -> View { return "tool_result"; },
          [](const record::ModelSwitched&) -> View { return "model_switched"; },
          [](const record::BreakerChanged&) -> View { return "breaker_changed"; },
          [](const record::EpochStarted&) -> View { return "epoch_started"; },
          [](const record::WorkingMemory&) -> View { return "working_memory"; },
          [](const record::Observation&) -> View { return "observation"; },
          [](const record::Reflection&) -> View { return "reflection"; },
          [](const record::ContextCompacted&) -> View { return "context_compacted"; },
          [](const record::BudgetReserved&) -> View { return "budget_reserved"; },
          [](const record::BudgetSettled&) -> View { return "budget_settled"; },
          [](const record::ToolsActivated&) -> View { return "tools_activated"; },
          [](const record::Summary&) -> View { return "summary"; },
      },
      record);
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
// The fields of every kind of record. Private.
#pragma once

#include "pintle/record.hpp"

#include "core/message_fields.hpp"

namespace pintle {

PINTLE_FIELDS(record::SessionCreated,
              "session_created",
              (config_digest),
              (tools_digest),
              (system_digest))
PINTLE_FIELDS(record::TurnStarted, "turn_started", (turn), (wall_ms))
PINTLE_FIELDS(record::TurnSuspended, "turn_suspended", (turn))
PINTLE_FIELDS(record::InputAccepted, "input_accepted", (id), (message), (mode), (dedup))
PINTLE_FIELDS(record::InputDelivered, "input_delivered", (id))
PINTLE_FIELDS(record::InputReturned, "input_returned", (id))
PINTLE_FIELDS(record::GenerationStarted,
              "generation_started",
              (generation),
              (model),
              (max_tokens),
              (temperature),
              (epoch),
              (from),
              (upto),
              (reserved))
PINTLE_FIELDS(record::GenerationEnded,
              "generation_ended",
              (generation),
              (outcome),
              (discarded),
              (failed),
              (stop),
              (usage),
              (model),
              (cost))
PINTLE_FIELDS(record::Conversation, "conversation", (message))
PINTLE_FIELDS(record::Retracted, "retracted", (generation), (reason))
PINTLE_FIELDS(
    record::ApprovalAsked, "approval_asked", (call), (name), (arguments), (digest))
PINTLE_FIELDS(record::ApprovalAnswered, "approval_answered", (call), (digest), (verdict))
PINTLE_FIELDS(record::ToolStarted,
              "tool_started",
              (call),
              (run),
              (name),
              (effect),
              (idempotency_key),
              (deadline_ms),
              (changes))
PINTLE_FIELDS(record::ToolResult, "tool_result", (call), (name), (outcome))
PINTLE_FIELDS(record::ModelSwitched, "model_switched", (from), (to), (cause))
PINTLE_FIELDS(record::BreakerChanged,
              "breaker_changed",
              (model),
              (state),
              (failures),
              (openings),
              (open_until_ms))
PINTLE_FIELDS(record::EpochStarted,
              "epoch_started",
              (epoch),
              (from),
              (cause),
              (tools_digest),
              (system_digest))
PINTLE_FIELDS(record::WorkingMemory, "working_memory", (version), (facts))
PINTLE_FIELDS(record::Observation,
              "observation",
              (version),
              (observations),
              (token_count),
              (sources))
PINTLE_FIELDS(record::Reflection,
              "reflection",
              (version),
              (reflections),
              (tokens_before),
              (tokens_after))
PINTLE_FIELDS(record::ContextCompacted,
              "context_compacted",
              (first),
              (last),
              (summary),
              (kept_facts))
PINTLE_FIELDS(record::BudgetReserved, "budget_reserved", (generation), (tokens))
PINTLE_FIELDS(record::BudgetSettled, "budget_settled", (generation), (tokens))
PINTLE_FIELDS(record::ToolsActivated, "tools_activated", (names))
PINTLE_FIELDS(record::Summary,
              "summary",
              (turn),
              (finish),
              (error),
              (weak),
              (message_count),
              (queued),
              (usage))

}  // namespace pintle

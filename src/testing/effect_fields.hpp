// SPDX-License-Identifier: MIT
// The fields of a machine's effects. Private.
#pragma once

#include "testing/input_fields.hpp"

namespace pintle {

template <>
inline constexpr std::array<std::string_view, 2> enum_names<Barrier> = {"none",
                                                                        "durable"};
template <>
inline constexpr std::array<std::string_view, 2> enum_names<JudgeRequest::What> = {
    "answer", "results"};

PINTLE_FIELDS(Delta, "delta", (generation), (kind), (call), (bytes))
PINTLE_FIELDS(FailedAction, "failed_action", (error), (trace))

PINTLE_FIELDS(progress::Initializing, "initializing")
PINTLE_FIELDS(progress::Assembling, "assembling")
PINTLE_FIELDS(progress::Generating, "generating", (model))
PINTLE_FIELDS(progress::ToolCallRequested, "tool_call_requested", (name))
PINTLE_FIELDS(progress::ExecutingTools, "executing_tools", (total), (completed))
PINTLE_FIELDS(progress::ToolCallCancelled, "tool_call_cancelled", (call))
PINTLE_FIELDS(progress::ProcessingMemory, "processing_memory", (kind))
PINTLE_FIELDS(progress::FlushingRecords, "flushing_records", (count))
PINTLE_FIELDS(progress::Steering, "steering", (source))
PINTLE_FIELDS(progress::RetryScheduled, "retry_scheduled", (delay_ms), (cause))
PINTLE_FIELDS(progress::SessionEnding, "session_ending")

PINTLE_FIELDS(effect::Append, "append", (records), (barrier), (ticket))
PINTLE_FIELDS(effect::ResolveModel, "resolve_model", (ask), (name))
PINTLE_FIELDS(effect::AssembleContext,
              "assemble_context",
              (ask),
              (model),
              (window),
              (reduction),
              (last_tokens))
PINTLE_FIELDS(effect::ReserveSpend,
              "reserve_spend",
              (ask),
              (generation),
              (input_tokens),
              (max_tokens),
              (pricing))
PINTLE_FIELDS(effect::StartGeneration,
              "start_generation",
              (generation),
              (model),
              (memory),
              (from),
              (notes),
              (max_tokens),
              (temperature))
PINTLE_FIELDS(effect::JudgeAnswer,
              "judge_answer",
              (ask),
              (what),
              (answer),
              (stop),
              (question),
              (text_shown),
              (other_model))
PINTLE_FIELDS(
    effect::ClassifyError, "classify_error", (ask), (error), (attempt), (can_switch))
PINTLE_FIELDS(effect::PlanTools, "plan_tools", (ask), (calls))
PINTLE_FIELDS(effect::AuthorizeTools, "authorize_tools", (ask), (calls))
PINTLE_FIELDS(effect::AskApproval, "ask_approval", (call))
PINTLE_FIELDS(
    effect::StartTool, "start_tool", (call), (run), (idempotency_key), (deadline))
PINTLE_FIELDS(effect::CheckMemory, "check_memory", (ask))
PINTLE_FIELDS(effect::SetTimer, "set_timer", (timer), (at))
PINTLE_FIELDS(effect::Emit, "emit", (item))
PINTLE_FIELDS(effect::Report, "report", (progress))
PINTLE_FIELDS(effect::RecordUsage, "record_usage", (generation), (model), (usage))
PINTLE_FIELDS(effect::StopGeneration, "stop_generation", (generation))
PINTLE_FIELDS(effect::StopTool, "stop_tool", (call), (run), (abandon))
PINTLE_FIELDS(effect::CancelTimer, "cancel_timer", (timer))
PINTLE_FIELDS(effect::Finish, "finish", (reason))

}  // namespace pintle

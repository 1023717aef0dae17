// SPDX-License-Identifier: MIT
// The fields of a machine's configuration and of its inputs. Private.
#pragma once

#include "pintle/machine.hpp"

#include "core/record_fields.hpp"

namespace pintle {

template <>
inline constexpr std::array<std::string_view, 5> enum_names<ActionKind> = {
    "continue_turn", "retry", "retry_with_reduced_context", "switch_model", "terminate"};
template <>
inline constexpr std::array<std::string_view, 4> enum_names<JudgementKind> = {
    "accept", "accept_weak", "retry", "finish"};
template <>
inline constexpr std::array<std::string_view, 3> enum_names<AccessVerdict> = {
    "allow", "deny", "ask"};
template <>
inline constexpr std::array<std::string_view, 3> enum_names<DeltaKind> = {
    "text", "thinking", "call_arguments"};
template <>
inline constexpr std::array<std::string_view, 4> enum_names<model::OpaqueKind> = {
    "thinking_signature", "redacted_thinking", "call_signature", "provider_block"};

PINTLE_FIELDS(Limits,
              "limits",
              (connect_ms),
              (first_content_ms),
              (between_content_ms),
              (tool_deadline_ms),
              (tool_grace_ms),
              (retry_attempts),
              (retry_initial_ms),
              (retry_max_ms),
              (retry_after_max_ms),
              (overflow_attempts),
              (pause_continuations),
              (breaker_cooldown_ms),
              (breaker_cooldown_max_ms),
              (max_tokens_floor),
              (denials_in_a_row),
              (denials_in_turn),
              (calls_per_batch),
              (parallel_tools),
              (tool_result_bytes),
              (queue_messages),
              (message_bytes),
              (stream_backlog_bytes),
              (sse_line_bytes),
              (answer_bytes),
              (error_body_bytes))
PINTLE_FIELDS(ModelParams,
              "model_params",
              (max_tokens),
              (temperature),
              (top_p),
              (top_k),
              (repeat_penalty),
              (frequency_penalty),
              (presence_penalty),
              (seed),
              (stop_sequences),
              (thinking_level),
              (thinking_budget),
              (output_schema))
PINTLE_FIELDS(ModelSelection, "model_selection", (primary), (fallbacks), (memory))
PINTLE_FIELDS(Budget, "budget", (tokens), (cost_micro), (calls), (wall_ms))
PINTLE_FIELDS(AgentConfig,
              "agent_config",
              (max_inner_iterations),
              (max_outer_iterations),
              (circuit_breaker_threshold),
              (preflight_compression_threshold),
              (context_pressure_threshold),
              (model_params),
              (budget),
              (limits))
PINTLE_FIELDS(LoopConfig, "loop_config", (agent), (models), (user), (session))

PINTLE_FIELDS(Now, "now", (mono), (wall_ms))
PINTLE_FIELDS(Pricing, "pricing", (input), (output), (cache_read), (cache_write))
PINTLE_FIELDS(ModelInfo,
              "model_info",
              (name),
              (provider),
              (context_window),
              (max_output),
              (pricing),
              (text_tool_calls))
PINTLE_FIELDS(
    ContextPlan, "context_plan", (memory), (from), (notes), (tokens), (new_epoch_cause))
PINTLE_FIELDS(Judgement,
              "judgement",
              (kind),
              (reason),
              (note),
              (temperature_delta),
              (switch_model),
              (finish))
PINTLE_FIELDS(AgentAction, "agent_action", (kind), (delay_ms), (error))
PINTLE_FIELDS(PlannedCall,
              "planned_call",
              (call),
              (name),
              (arguments),
              (effect),
              (cancellable),
              (deadline_ms),
              (stage),
              (changes),
              (error))
PINTLE_FIELDS(ToolPlan, "tool_plan", (calls))

PINTLE_FIELDS(input::TurnStarted, "turn_started", (id), (message), (dedup))
PINTLE_FIELDS(input::TurnContinued, "turn_continued")
PINTLE_FIELDS(input::SessionEnded, "session_ended")
PINTLE_FIELDS(input::UserMessage, "user_message", (id), (message), (mode), (dedup))
PINTLE_FIELDS(input::AbortRequested, "abort_requested")
PINTLE_FIELDS(input::ApprovalAnswered, "approval_answered", (call), (verdict))
PINTLE_FIELDS(input::ModelResolved, "model_resolved", (ask), (model))
PINTLE_FIELDS(
    input::ContextReady, "context_ready", (ask), (plan), (tools_digest), (system_digest))
PINTLE_FIELDS(input::SpendAnswered, "spend_answered", (ask), (granted))
PINTLE_FIELDS(
    input::CallStarted, "call_started", (generation), (index), (provider_id), (name))
PINTLE_FIELDS(input::Delta, "delta", (generation), (kind), (index), (bytes))
PINTLE_FIELDS(input::Opaque, "opaque", (generation), (kind), (index), (bytes))
PINTLE_FIELDS(input::GenerationEnded, "generation_ended", (generation), (stop), (usage))
PINTLE_FIELDS(
    input::GenerationFailed, "generation_failed", (generation), (error), (usage))
PINTLE_FIELDS(input::AnswerJudged, "answer_judged", (ask), (judgement))
PINTLE_FIELDS(input::ErrorClassified, "error_classified", (ask), (action), (retry_at))
PINTLE_FIELDS(input::ToolsPlanned, "tools_planned", (ask), (plan))
PINTLE_FIELDS(input::ToolsAuthorized, "tools_authorized", (ask), (verdicts))
PINTLE_FIELDS(input::ToolFinished, "tool_finished", (call), (run), (outcome))
PINTLE_FIELDS(input::MemoryChecked, "memory_checked", (ask), (trigger))
PINTLE_FIELDS(input::Stored, "stored", (ticket))
PINTLE_FIELDS(input::StoreFailed, "store_failed", (ticket), (error))
PINTLE_FIELDS(input::TimerFired, "timer_fired", (timer))
PINTLE_FIELDS(input::Reopened, "reopened")

}  // namespace pintle

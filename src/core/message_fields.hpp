// SPDX-License-Identifier: MIT
// The fields of messages, outcomes, usage, errors and endings. Private.
#pragma once

#include "pintle/error.hpp"
#include "pintle/finish.hpp"
#include "pintle/message.hpp"
#include "pintle/record.hpp"
#include "pintle/tool.hpp"
#include "pintle/usage.hpp"

#include "core/fields.hpp"

namespace pintle {

template <>
inline constexpr std::array<std::string_view, 3> enum_names<CostStatus> = {
    "unknown", "estimated", "actual"};

PINTLE_FIELDS(StopReason, "stop_reason", (kind), (raw))
PINTLE_FIELDS(TextPart, "text", (text))
PINTLE_FIELDS(ImagePart, "image", (media_type), (base64), (url))
PINTLE_FIELDS(ThinkingPart, "thinking", (text), (signature), (redacted))
PINTLE_FIELDS(CallPart,
              "call",
              (call),
              (provider_id),
              (name),
              (arguments),
              (malformed),
              (usable),
              (signature))
PINTLE_FIELDS(
    ResultPart, "result", (call), (provider_id), (name), (status), (content), (images))
PINTLE_FIELDS(OpaquePart, "opaque_part", (provider), (json))
PINTLE_FIELDS(
    Message, "message", (id), (role), (parts), (generation), (model), (interrupted))
PINTLE_FIELDS(ToolOutcome, "tool_outcome", (status), (content), (images), (detail))
PINTLE_FIELDS(Approval, "approval", (approved), (reason), (arguments))

PINTLE_FIELDS(Usage,
              "usage",
              (input),
              (output),
              (cache_read),
              (cache_write),
              (reasoning),
              (cost_micro))
PINTLE_FIELDS(Cost, "cost", (micro), (status))
PINTLE_FIELDS(CostAccumulator, "cost_accumulator", (micro), (calls), (unknown_calls))
PINTLE_FIELDS(TokenSnapshot,
              "token_snapshot",
              (total),
              (input),
              (output),
              (cache_read),
              (cache_write),
              (rolling),
              (requests),
              (unknown_requests),
              (budget),
              (remaining),
              (cost))

PINTLE_FIELDS(GenerationError,
              "generation_error",
              (kind),
              (message),
              (status),
              (retry_after_ms),
              (retryable))
PINTLE_FIELDS(ToolCallError, "tool_call_error", (tool_name), (reason))
PINTLE_FIELDS(ToolNotAuthorized, "tool_not_authorized", (tool_name), (user))
PINTLE_FIELDS(BudgetRefused, "budget_refused", (tokens))
PINTLE_FIELDS(BudgetExhausted, "budget_exhausted", (kind), (limit), (used))
PINTLE_FIELDS(LoopDetected, "loop_detected", (kind), (occurrences))
PINTLE_FIELDS(AuthError, "auth_error", (reason))
PINTLE_FIELDS(RoutingError, "routing_error", (model), (reason))
PINTLE_FIELDS(StoreError, "store_error", (fault), (message))
PINTLE_FIELDS(MemoryError, "memory_error", (message))
PINTLE_FIELDS(SessionError, "session_error", (fault), (message))
PINTLE_FIELDS(UnexpectedError, "unexpected_error", (message))

PINTLE_FIELDS(finish::Completed, "completed")
PINTLE_FIELDS(finish::Truncated, "truncated")
PINTLE_FIELDS(finish::StepCap, "step_cap", (limit))
PINTLE_FIELDS(finish::OuterCap, "outer_cap", (limit))
PINTLE_FIELDS(finish::Stuck, "stuck", (call), (count), (rule))
PINTLE_FIELDS(finish::Loop, "loop", (kind), (count))
PINTLE_FIELDS(finish::BudgetSpent, "budget_spent", (kind), (limit), (used))
PINTLE_FIELDS(finish::ContextLimit, "context_limit", (size), (limit))
PINTLE_FIELDS(finish::Cancelled, "cancelled")
PINTLE_FIELDS(finish::Refused, "refused")
PINTLE_FIELDS(finish::ContentFiltered, "content_filter")
PINTLE_FIELDS(finish::ProviderStop, "provider_stop", (reason))
PINTLE_FIELDS(finish::ProviderError, "provider_error")
PINTLE_FIELDS(finish::PermissionDenied, "permission_denied")
PINTLE_FIELDS(finish::StoreFailed, "store_failed")
PINTLE_FIELDS(finish::Suspended, "suspended")

}  // namespace pintle

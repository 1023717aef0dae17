// SPDX-License-Identifier: MIT
#include "pintle/error.hpp"

#include <cstdio>
#include <cstdlib>
#include <ostream>

#include "pintle/result.hpp"

#include "core/overloaded.hpp"

namespace pintle {

std::string_view to_string(GenerationKind kind) noexcept {
  switch (kind) {
    case GenerationKind::context_overflow: return "context_overflow";
    case GenerationKind::rate_limit: return "rate_limit";
    case GenerationKind::overloaded: return "overloaded";
    case GenerationKind::server: return "server";
    case GenerationKind::network: return "network";
    case GenerationKind::timeout: return "timeout";
    case GenerationKind::truncated_stream: return "truncated_stream";
    case GenerationKind::protocol: return "protocol";
    case GenerationKind::malformed_call: return "malformed_call";
    case GenerationKind::quota: return "quota";
    case GenerationKind::auth: return "auth";
    case GenerationKind::invalid_request: return "invalid_request";
    case GenerationKind::not_found: return "not_found";
    case GenerationKind::request_too_large: return "request_too_large";
    case GenerationKind::content_filter: return "content_filter";
    case GenerationKind::slow_reader: return "slow_reader";
  }
  return "?";
}

std::string_view to_string(BudgetKind kind) noexcept {
  switch (kind) {
    case BudgetKind::tokens: return "tokens";
    case BudgetKind::cost: return "cost";
    case BudgetKind::calls: return "calls";
    case BudgetKind::time: return "time";
  }
  return "?";
}

std::string_view to_string(StoreFault fault) noexcept {
  switch (fault) {
    case StoreFault::fenced: return "fenced";
    case StoreFault::unknown: return "unknown";
    case StoreFault::full: return "full";
    case StoreFault::io: return "io";
    case StoreFault::corrupt: return "corrupt";
    case StoreFault::read_only: return "read_only";
  }
  return "?";
}

std::string_view to_string(SessionFault fault) noexcept {
  switch (fault) {
    case SessionFault::busy: return "busy";
    case SessionFault::not_found: return "not_found";
    case SessionFault::incomplete: return "incomplete";
    case SessionFault::invalid: return "invalid";
    case SessionFault::ended: return "ended";
    case SessionFault::queue_full: return "queue_full";
    case SessionFault::not_suspended: return "not_suspended";
  }
  return "?";
}

bool is_retryable(const GenerationError& error) noexcept {
  if (error.retryable) return *error.retryable;
  switch (error.kind) {
    case GenerationKind::rate_limit:
    case GenerationKind::overloaded:
    case GenerationKind::server:
    case GenerationKind::network:
    case GenerationKind::timeout:
    case GenerationKind::truncated_stream:
    case GenerationKind::protocol:
    case GenerationKind::malformed_call:
    case GenerationKind::slow_reader: return true;
    case GenerationKind::context_overflow:
    case GenerationKind::quota:
    case GenerationKind::auth:
    case GenerationKind::invalid_request:
    case GenerationKind::not_found:
    case GenerationKind::request_too_large:
    case GenerationKind::content_filter: return false;
  }
  return false;
}

namespace {

std::string_view advice(GenerationKind kind) noexcept {
  switch (kind) {
    case GenerationKind::context_overflow: return "shorten the conversation";
    case GenerationKind::auth: return "check the API key";
    case GenerationKind::quota: return "check the account's credit";
    case GenerationKind::not_found: return "check the model's name and the base URL";
    case GenerationKind::network: return "check the base URL and the network";
    case GenerationKind::invalid_request: return "check the parameters and the base URL";
    case GenerationKind::request_too_large: return "send less";
    case GenerationKind::content_filter: return "rephrase the request";
    case GenerationKind::protocol: return "check that the base URL is that of the API";
    case GenerationKind::rate_limit:
    case GenerationKind::overloaded:
    case GenerationKind::server:
    case GenerationKind::timeout:
    case GenerationKind::truncated_stream:
    case GenerationKind::malformed_call:
    case GenerationKind::slow_reader: return "try again later";
  }
  return "?";
}

std::string describe(const GenerationError& e) {
  std::string text(to_string(e.kind));
  if (e.status != 0) text += " (HTTP " + std::to_string(e.status) + ")";
  if (!e.message.empty()) text += ": " + e.message;
  if (e.retry_after_ms)
    text += "; asked to wait " + std::to_string(*e.retry_after_ms) + " ms";
  return text + "; " + std::string(advice(e.kind));
}

}  // namespace

std::string to_string(const AgenticError& error) {
  return std::visit(
      Overloaded{
          [](const GenerationError& e) { return "generation failed: " + describe(e); },
          [](const ToolCallError& e) {
            return "tool '" + e.tool_name + "' failed: " + e.reason;
          },
          [](const ToolNotAuthorized& e) {
            return "user '" + e.user + "' is not authorized to use tool '" + e.tool_name +
                   "'";
          },
          [](const BudgetRefused& e) {
            return "spending " + std::to_string(e.tokens) +
                   " tokens was refused; raise the user's allowance";
          },
          [](const BudgetExhausted& e) {
            return "budget of " + std::string(to_string(e.kind)) + " exhausted: used " +
                   std::to_string(e.used) + " of " + std::to_string(e.limit) +
                   "; raise it or start a new session";
          },
          [](const LoopDetected& e) {
            return "loop detected (" + e.kind + ", " + std::to_string(e.occurrences) +
                   " times); rephrase or use another model";
          },
          [](const AuthError& e) { return "not authorized: " + e.reason; },
          [](const RoutingError& e) { return "no model '" + e.model + "': " + e.reason; },
          [](const StoreError& e) {
            return "session store failed (" + std::string(to_string(e.fault)) +
                   "): " + e.message;
          },
          [](const MemoryError& e) { return "memory failed: " + e.message; },
          [](const SessionError& e) {
            return "session " + std::string(to_string(e.fault)) + ": " + e.message;
          },
          [](const UnexpectedError& e) { return "unexpected: " + e.message; },
      },
      error);
}

std::ostream& operator<<(std::ostream& out, const AgenticError& error) {
  return out << to_string(error);
}

namespace detail {

void abort_on_error(const AgenticError& error) noexcept {
  std::fprintf(
      stderr, "pintle: value() of a failed result: %s\n", to_string(error).c_str());
  std::abort();
}

}  // namespace detail

}  // namespace pintle

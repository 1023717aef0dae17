// SPDX-License-Identifier: MIT
// What can go wrong, as data. Every error says what to do next; none carries a secret.
// A tool that fails is no error of the turn: the model reads its result and goes on.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "pintle/export.hpp"

namespace pintle {

/// Why a generation failed. Named by status and type first, by text last.
enum class GenerationKind : std::uint8_t {
  context_overflow,  ///< The request is too long: reduce it.
  rate_limit,        ///< Wait for Retry-After, or use another model.
  overloaded,        ///< The provider is busy: retry with back-off.
  server,            ///< The provider failed: retry with back-off.
  network,           ///< No connection, or it broke: retry with back-off.
  timeout,           ///< No content in time: retry with back-off.
  truncated_stream,  ///< The stream ended before the answer did: retry.
  protocol,          ///< Bytes that the codec cannot read; retry if `retryable`.
  malformed_call,    ///< The model wrote a call that its provider refused: ask once more.
  quota,             ///< Out of credit: another model, or a person.
  auth,              ///< Wrong key: a person.
  invalid_request,   ///< The provider refuses the request: a bug, or a wrong parameter.
  not_found,         ///< No such model or address: a person.
  request_too_large,  ///< Too many bytes: send less.
  content_filter,     ///< Refused by a filter.
  slow_reader,        ///< The caller read too slowly and the stream was given up: retry.
};
[[nodiscard]] PINTLE_API std::string_view to_string(GenerationKind kind) noexcept;

/// A generation failed at its start or in its stream.
struct GenerationError {
  GenerationKind kind = GenerationKind::server;
  std::string message;  ///< What happened, shortened, no markup, no advice.
  int status = 0;       ///< HTTP status; 0 when there was none.
  std::optional<std::int64_t>
      retry_after_ms;             ///< When the provider said how long to wait.
  std::optional<bool> retryable;  ///< Set where the kind alone does not tell.
  friend bool operator==(const GenerationError&, const GenerationError&) = default;
};
/// May the same request succeed when it is sent again unchanged?
[[nodiscard]] PINTLE_API bool is_retryable(const GenerationError& error) noexcept;

/// A tool could not be run, and the policy is asked whether the turn goes on.
struct ToolCallError {
  std::string tool_name;
  std::string reason;
  friend bool operator==(const ToolCallError&, const ToolCallError&) = default;
};
/// The user may not use this tool; the model is told so.
struct ToolNotAuthorized {
  std::string tool_name;
  std::string user;
  friend bool operator==(const ToolNotAuthorized&, const ToolNotAuthorized&) = default;
};
/// `can_spend` refused this many tokens: raise the user's allowance.
struct BudgetRefused {
  std::int64_t tokens = 0;
  friend bool operator==(const BudgetRefused&, const BudgetRefused&) = default;
};
enum class BudgetKind : std::uint8_t { tokens, cost, calls, time };
[[nodiscard]] PINTLE_API std::string_view to_string(BudgetKind kind) noexcept;
/// A budget is used up: raise it, or start a new session. Units: tokens, micro-units of
/// currency, provider requests, milliseconds.
struct BudgetExhausted {
  BudgetKind kind = BudgetKind::tokens;
  std::int64_t limit = 0;
  std::int64_t used = 0;
  friend bool operator==(const BudgetExhausted&, const BudgetExhausted&) = default;
};
/// The model repeats itself and the ladder is used up: rephrase, or use another model.
struct LoopDetected {
  std::string kind;  ///< exact, near, vacuous
  std::int64_t occurrences = 0;
  friend bool operator==(const LoopDetected&, const LoopDetected&) = default;
};
/// A user may not do this (session, model), or denials reached their limit.
struct AuthError {
  std::string reason;
  friend bool operator==(const AuthError&, const AuthError&) = default;
};
/// No model answers to this name.
struct RoutingError {
  std::string model;
  std::string reason;
  friend bool operator==(const RoutingError&, const RoutingError&) = default;
};
enum class StoreFault : std::uint8_t {
  fenced,     ///< Another writer owns the session: re-open it.
  unknown,    ///< It may or may not be stored: re-open and look.
  full,       ///< No space: free some, then resume.
  io,         ///< The device failed: repair it, then resume.
  corrupt,    ///< What was read does not match its checksum.
  read_only,  ///< The store cannot be written.
};
[[nodiscard]] PINTLE_API std::string_view to_string(StoreFault fault) noexcept;
/// The session's log could not be written or read; nothing that was acknowledged is lost.
struct StoreError {
  StoreFault fault = StoreFault::io;
  std::string message;
  friend bool operator==(const StoreError&, const StoreError&) = default;
};
/// Memory could not be read or written; the turn goes on without it.
struct MemoryError {
  std::string message;
  friend bool operator==(const MemoryError&, const MemoryError&) = default;
};
enum class SessionFault : std::uint8_t {
  busy,          ///< A turn runs: wait for it, or steer it.
  not_found,     ///< No such session to resume.
  incomplete,    ///< The builder lacks something; the message names the missing call.
  invalid,       ///< An argument is no good; the message names it.
  ended,         ///< The session was ended.
  queue_full,    ///< Too many messages wait: let some be delivered first.
  not_suspended  ///< Nothing waits for this answer.
};
[[nodiscard]] PINTLE_API std::string_view to_string(SessionFault fault) noexcept;
/// The session was used in a way that it cannot serve now.
struct SessionError {
  SessionFault fault = SessionFault::invalid;
  std::string message;
  friend bool operator==(const SessionError&, const SessionError&) = default;
};
/// None of the others: most likely a bug in a plug-in, or in pintle.
struct UnexpectedError {
  std::string message;
  friend bool operator==(const UnexpectedError&, const UnexpectedError&) = default;
};

/// Every error of pintle. Take it apart with `std::get_if`.
using AgenticError = std::variant<GenerationError,
                                  ToolCallError,
                                  ToolNotAuthorized,
                                  BudgetRefused,
                                  BudgetExhausted,
                                  LoopDetected,
                                  AuthError,
                                  RoutingError,
                                  StoreError,
                                  MemoryError,
                                  SessionError,
                                  UnexpectedError>;

/// One line for a person: what happened and what to do next.
[[nodiscard]] PINTLE_API std::string to_string(const AgenticError& error);
PINTLE_API std::ostream& operator<<(std::ostream& out, const AgenticError& error);

}  // namespace pintle

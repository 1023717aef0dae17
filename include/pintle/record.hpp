// SPDX-License-Identifier: MIT
// SessionRecord: what the loop decided, in order. A session's durable state is the fold
// of its records and nothing else. Unknown kinds are kept and skipped. Values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pintle/config.hpp"
#include "pintle/export.hpp"
#include "pintle/finish.hpp"
#include "pintle/ids.hpp"
#include "pintle/message.hpp"
#include "pintle/tool.hpp"
#include "pintle/usage.hpp"

namespace pintle {

/// How urgently a message is delivered. Each mode includes the weaker ones.
enum class SteerMode : std::uint8_t {
  when_idle,            ///< After the current answer: a follow-up.
  next_boundary,        ///< Before the next generation.
  interrupt_tools,      ///< Stops running tools that may be stopped.
  interrupt_generation  ///< Discards the answer in the making as well.
};
[[nodiscard]] PINTLE_API std::string_view to_string(SteerMode mode) noexcept;

/// Why an answer was thrown away.
enum class RetractReason : std::uint8_t {
  vacuous,     ///< It said nothing.
  loop,        ///< It repeated an earlier one.
  steered,     ///< A message interrupted it.
  error,       ///< Its stream failed; another attempt follows or the turn ends.
  switched,    ///< Another model answers.
  cancelled,   ///< The turn was aborted before anything worth keeping came.
  interrupted  ///< The process ended while it streamed.
};
[[nodiscard]] PINTLE_API std::string_view to_string(RetractReason reason) noexcept;

enum class GenerationOutcome : std::uint8_t { accepted, discarded, failed };
[[nodiscard]] PINTLE_API std::string_view to_string(GenerationOutcome outcome) noexcept;

enum class BreakerState : std::uint8_t { closed, open, half_open };
[[nodiscard]] PINTLE_API std::string_view to_string(BreakerState state) noexcept;

/// A person's or a policy's answer to "may this call run?".
struct Approval {
  bool approved = false;
  std::string reason;
  std::optional<JsonText> arguments;  ///< Run it with these instead.
  friend bool operator==(const Approval&, const Approval&) = default;
};
[[nodiscard]] PINTLE_API Approval approve();
[[nodiscard]] PINTLE_API Approval deny(std::string reason);
[[nodiscard]] PINTLE_API Approval with_arguments(JsonText arguments);

namespace record {
struct SessionCreated {
  std::uint64_t config_digest = 0;
  std::uint64_t tools_digest = 0;
  std::uint64_t system_digest = 0;
  friend bool operator==(const SessionCreated&, const SessionCreated&) = default;
};
struct TurnStarted {
  TurnId turn;
  std::int64_t wall_ms = 0;
  friend bool operator==(const TurnStarted&, const TurnStarted&) = default;
};
struct TurnSuspended {
  TurnId turn;
  friend bool operator==(const TurnSuspended&, const TurnSuspended&) = default;
};
/// A message was taken; shown once it is durable.
struct InputAccepted {
  MessageId id;
  Message message;
  SteerMode mode = SteerMode::when_idle;
  std::string dedup;  ///< The caller's key; a second message with it is the first one.
  friend bool operator==(const InputAccepted&, const InputAccepted&) = default;
};
/// It joined the history here.
struct InputDelivered {
  MessageId id;
  friend bool operator==(const InputDelivered&, const InputDelivered&) = default;
};
/// It will never be delivered; the caller has it back.
struct InputReturned {
  MessageId id;
  friend bool operator==(const InputReturned&, const InputReturned&) = default;
};
struct GenerationStarted {
  GenerationId generation;
  std::string model;
  std::int64_t max_tokens = 0;
  std::optional<double> temperature;
  std::uint64_t epoch = 0;
  std::uint64_t from = 0;     ///< First message of the history that was sent.
  std::uint64_t upto = 0;     ///< One past the last.
  std::int64_t reserved = 0;  ///< Tokens reserved in the budget.
  friend bool operator==(const GenerationStarted&, const GenerationStarted&) = default;
};
struct GenerationEnded {
  GenerationId generation;
  GenerationOutcome outcome = GenerationOutcome::accepted;
  std::optional<RetractReason> discarded;
  std::optional<GenerationKind> failed;
  StopReason stop;
  std::optional<Usage> usage;  ///< Empty: unknown.
  std::string model;
  Cost cost;
  friend bool operator==(const GenerationEnded&, const GenerationEnded&) = default;
};
/// A message joined the history: an accepted answer, or one given from outside.
struct Conversation {
  Message message;
  friend bool operator==(const Conversation&, const Conversation&) = default;
};
struct Retracted {
  GenerationId generation;
  RetractReason reason = RetractReason::error;
  friend bool operator==(const Retracted&, const Retracted&) = default;
};
struct ApprovalAsked {
  CallId call;
  std::string name;
  JsonText arguments;
  std::uint64_t digest = 0;  ///< Of call, name, arguments: the answer is bound to it.
  friend bool operator==(const ApprovalAsked&, const ApprovalAsked&) = default;
};
struct ApprovalAnswered {
  CallId call;
  std::uint64_t digest = 0;
  Approval verdict;
  friend bool operator==(const ApprovalAnswered&, const ApprovalAnswered&) = default;
};
struct ToolStarted {
  CallId call;
  std::uint32_t run = 1;
  std::string name;
  ToolEffect effect = ToolEffect::at_most_once;
  std::string idempotency_key;
  std::int64_t deadline_ms = 0;        ///< How long it may take.
  std::vector<std::string> changes{};  ///< PlannedCall::changes.
  friend bool operator==(const ToolStarted&, const ToolStarted&) = default;
};
struct ToolResult {
  CallId call;
  std::string name;
  ToolOutcome outcome;
  friend bool operator==(const ToolResult&, const ToolResult&) = default;
};
struct ModelSwitched {
  std::string from;
  std::string to;
  std::string cause;
  friend bool operator==(const ModelSwitched&, const ModelSwitched&) = default;
};
struct BreakerChanged {
  std::string model;
  BreakerState state = BreakerState::closed;
  std::int64_t failures = 0;
  std::int64_t openings = 0;       ///< In a row; the cool-down doubles with each.
  std::int64_t open_until_ms = 0;  ///< Wall time; 0 when closed.
  friend bool operator==(const BreakerChanged&, const BreakerChanged&) = default;
};
struct EpochStarted {
  std::uint64_t epoch = 0;
  std::uint64_t from = 0;
  std::string cause;
  std::uint64_t tools_digest = 0;   ///< Of the tools that its requests declare.
  std::uint64_t system_digest = 0;  ///< Of their system prompt.
  friend bool operator==(const EpochStarted&, const EpochStarted&) = default;
};
struct WorkingMemory {
  std::uint64_t version = 0;
  std::vector<std::string> facts;
  friend bool operator==(const WorkingMemory&, const WorkingMemory&) = default;
};
struct Observation {
  std::uint64_t version = 0;
  std::vector<std::string> observations;
  std::int64_t token_count = 0;
  std::vector<MessageId> sources;
  friend bool operator==(const Observation&, const Observation&) = default;
};
struct Reflection {
  std::uint64_t version = 0;
  std::vector<std::string> reflections;
  std::int64_t tokens_before = 0;
  std::int64_t tokens_after = 0;
  friend bool operator==(const Reflection&, const Reflection&) = default;
};
struct ContextCompacted {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::string summary;
  std::vector<std::string> kept_facts;
  friend bool operator==(const ContextCompacted&, const ContextCompacted&) = default;
};
struct BudgetReserved {
  GenerationId generation;
  std::int64_t tokens = 0;
  friend bool operator==(const BudgetReserved&, const BudgetReserved&) = default;
};
struct BudgetSettled {
  GenerationId generation;
  std::int64_t tokens = 0;
  friend bool operator==(const BudgetSettled&, const BudgetSettled&) = default;
};
struct ToolsActivated {
  std::vector<std::string> names;
  friend bool operator==(const ToolsActivated&, const ToolsActivated&) = default;
};
/// The end of a turn, and its last record.
struct Summary {
  TurnId turn;
  FinishReason finish;
  std::optional<AgenticError> error;
  bool weak = false;  ///< The answer is empty or says nothing, and no better one came.
  std::int64_t message_count = 0;  ///< Messages of this turn.
  std::int64_t queued = 0;         ///< Messages that still wait.
  TokenSnapshot usage;             ///< Of the session so far.
  friend bool operator==(const Summary&, const Summary&) = default;
};
}  // namespace record

using SessionRecord = std::variant<record::SessionCreated,
                                   record::TurnStarted,
                                   record::TurnSuspended,
                                   record::InputAccepted,
                                   record::InputDelivered,
                                   record::InputReturned,
                                   record::GenerationStarted,
                                   record::GenerationEnded,
                                   record::Conversation,
                                   record::Retracted,
                                   record::ApprovalAsked,
                                   record::ApprovalAnswered,
                                   record::ToolStarted,
                                   record::ToolResult,
                                   record::ModelSwitched,
                                   record::BreakerChanged,
                                   record::EpochStarted,
                                   record::WorkingMemory,
                                   record::Observation,
                                   record::Reflection,
                                   record::ContextCompacted,
                                   record::BudgetReserved,
                                   record::BudgetSettled,
                                   record::ToolsActivated,
                                   record::Summary>;

/// The kind's name, as "conversation".
[[nodiscard]] PINTLE_API std::string_view name_of(const SessionRecord& record) noexcept;

}  // namespace pintle

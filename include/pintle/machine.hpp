// SPDX-License-Identifier: MIT
// LoopMachine: an agent's turn as a pure state machine. It is given what happened
// (inputs) and says what shall be done (effects); it does no I/O, reads no clock, calls
// no plug-in. As straight-line code, a turn would read:
//
//   accept the prompt; wait until it is durable
//   while something is queued:                                   (OuterBoundary)
//     loop:
//       resolve model, assemble context, reserve spend           (InnerAssemble)
//       stream one generation, judge it, accept or discard it    (InnerGenerate)
//       if it made no calls: break
//       plan, authorize, approve; run; record the results        (InnerToolCalls,
//       …Executing) judge the results (InnerEmitResults)
//     check memory                                               (OutputProcessing)
//   write the summary; wait until it is durable                  (Ending)
//
// The machine is this code's desugaring; docs/state_machine.md has the whole table.
// Threads: a machine belongs to one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pintle/access.hpp"
#include "pintle/config.hpp"
#include "pintle/context.hpp"
#include "pintle/error_policy.hpp"
#include "pintle/export.hpp"
#include "pintle/history.hpp"
#include "pintle/loop_detector.hpp"
#include "pintle/memory.hpp"
#include "pintle/model.hpp"
#include "pintle/progress.hpp"
#include "pintle/record.hpp"
#include "pintle/store.hpp"
#include "pintle/stream_item.hpp"
#include "pintle/time.hpp"
#include "pintle/tool_manager.hpp"

namespace pintle {

/// What happened. Views are valid during `apply`.
namespace input {
struct TurnStarted {
  MessageId id;
  Message message;
  std::string dedup;
};
struct TurnContinued {};
struct SessionEnded {};
struct UserMessage {
  MessageId id;
  Message message;
  SteerMode mode = SteerMode::when_idle;
  std::string dedup;
};
struct AbortRequested {};
struct ApprovalAnswered {
  CallId call;
  Approval verdict;
};
struct ModelResolved {
  AskId ask;
  Result<ModelInfo> model;
};
struct ContextReady {
  AskId ask;
  Result<ContextPlan> plan;
  std::uint64_t tools_digest = 0;   ///< Of the tools and the system prompt of the plan's
  std::uint64_t system_digest = 0;  ///< request; an epoch keeps them.
};
struct SpendAnswered {
  AskId ask;
  Result<std::int64_t> granted;  ///< Tokens of the answer.
};
struct CallStarted {
  GenerationId generation;
  std::uint32_t index = 0;
  std::string_view provider_id;
  std::string_view name;
};
struct Delta {
  GenerationId generation;
  DeltaKind kind = DeltaKind::text;
  std::uint32_t index = 0;  ///< Of call_arguments: which call.
  std::string_view bytes;
};
struct Opaque {
  GenerationId generation;
  model::OpaqueKind kind = model::OpaqueKind::thinking_signature;
  std::uint32_t index = 0;
  std::string_view bytes;
};
struct GenerationEnded {
  GenerationId generation;
  StopReason stop;
  std::optional<Usage> usage;
};
struct GenerationFailed {
  GenerationId generation;
  GenerationError error;
  std::optional<Usage> usage;
};
struct AnswerJudged {
  AskId ask;
  Judgement judgement;
};
struct ErrorClassified {
  AskId ask;
  AgentAction action;
  std::optional<MonoTime> retry_at;  ///< Jitter is in it.
};
struct ToolsPlanned {
  AskId ask;
  ToolPlan plan;
};
struct ToolsAuthorized {
  AskId ask;
  std::vector<AccessVerdict> verdicts;  ///< In the order of the calls asked about.
};
struct ToolFinished {
  CallId call;
  std::uint32_t run = 0;
  ToolOutcome outcome;
};
struct MemoryChecked {
  AskId ask;
  MemoryTrigger trigger = MemoryTrigger::none;
};
struct Stored {
  Ticket ticket;
};
struct StoreFailed {
  Ticket ticket;
  StoreError error;
};
struct TimerFired {
  TimerId timer;
};
struct Reopened {};  ///< The log was folded; act on what is open.
}  // namespace input

using LoopInput = std::variant<input::TurnStarted,
                               input::TurnContinued,
                               input::SessionEnded,
                               input::UserMessage,
                               input::AbortRequested,
                               input::ApprovalAnswered,
                               input::ModelResolved,
                               input::ContextReady,
                               input::SpendAnswered,
                               input::CallStarted,
                               input::Delta,
                               input::Opaque,
                               input::GenerationEnded,
                               input::GenerationFailed,
                               input::AnswerJudged,
                               input::ErrorClassified,
                               input::ToolsPlanned,
                               input::ToolsAuthorized,
                               input::ToolFinished,
                               input::MemoryChecked,
                               input::Stored,
                               input::StoreFailed,
                               input::TimerFired,
                               input::Reopened>;

/// What shall be done. Asks are answered by the input named behind them, unless they are
/// dropped; orders are not answered.
namespace effect {
// Asks
struct Append {  // -> Stored | StoreFailed
  std::vector<SessionRecord> records;
  Barrier barrier = Barrier::none;
  Ticket ticket;
};
struct ResolveModel {  // -> ModelResolved
  AskId ask;
  std::string name;
};
struct AssembleContext {  // -> ContextReady
  AskId ask;
  std::string model;
  std::optional<std::int64_t> window;
  int reduction = 0;
  std::int64_t last_tokens = 0;
};
struct ReserveSpend {  // -> SpendAnswered
  AskId ask;
  GenerationId generation;
  std::int64_t input_tokens = 0;
  std::int64_t max_tokens = 0;
  std::optional<Pricing> pricing;
};
struct StartGeneration {  // -> GenerationEnded | GenerationFailed, after deltas
  GenerationId generation;
  std::string model;
  std::vector<Message> memory;
  std::size_t from = 0;
  std::vector<std::string> notes;
  std::int64_t max_tokens = 0;
  std::optional<double> temperature;
};
struct JudgeAnswer {  // -> AnswerJudged
  AskId ask;
  JudgeRequest::What what = JudgeRequest::What::answer;
  Message answer;
  StopReason stop;
  std::string question;
  bool text_shown = false;   ///< Visible text of this turn was accepted before.
  bool other_model = false;  ///< There is another model to switch to.
};
struct ClassifyError {  // -> ErrorClassified
  AskId ask;
  AgenticError error;
  int attempt = 1;
  bool can_switch = false;
};
struct PlanTools {  // -> ToolsPlanned
  AskId ask;
  std::vector<CallPart> calls;
};
struct AuthorizeTools {  // -> ToolsAuthorized
  AskId ask;
  std::vector<PlannedCall> calls;
};
struct AskApproval {  // -> ApprovalAnswered; meanwhile the stream may suspend
  CallId call;
};
struct StartTool {  // -> ToolFinished
  PlannedCall call;
  std::uint32_t run = 1;
  std::string idempotency_key;
  MonoTime deadline{};
};
struct CheckMemory {  // -> MemoryChecked
  AskId ask;
};
struct SetTimer {  // -> TimerFired
  TimerId timer;
  MonoTime at{};
};
// Orders
struct Emit {
  StreamItem item;
};
struct Report {
  AgentProgress progress;
};
struct RecordUsage {
  GenerationId generation;
  std::string model;
  std::optional<Usage> usage;
};
struct StopGeneration {
  GenerationId generation;
};
struct StopTool {
  CallId call;
  std::uint32_t run = 0;
  bool abandon = false;  ///< Drop it now; else ask it to stop and let it finish.
};
struct CancelTimer {
  TimerId timer;
};
struct Finish {
  FinishReason reason;
};
}  // namespace effect

using LoopEffect = std::variant<effect::Append,
                                effect::ResolveModel,
                                effect::AssembleContext,
                                effect::ReserveSpend,
                                effect::StartGeneration,
                                effect::JudgeAnswer,
                                effect::ClassifyError,
                                effect::PlanTools,
                                effect::AuthorizeTools,
                                effect::AskApproval,
                                effect::StartTool,
                                effect::CheckMemory,
                                effect::SetTimer,
                                effect::Emit,
                                effect::Report,
                                effect::RecordUsage,
                                effect::StopGeneration,
                                effect::StopTool,
                                effect::CancelTimer,
                                effect::Finish>;

/// The machine's states; docs/state_machine.md.
enum class StateKind : std::uint8_t {
  initializing,        ///< Nothing was asked of this machine yet.
  outer_boundary,      ///< Waits until queued messages are durable, to drain them.
  inner_assemble,      ///< Prepares a request, or waits to repeat one.
  inner_generate,      ///< A generation streams, is judged, or failed.
  inner_tool_calls,    ///< A batch of calls is planned and authorized.
  inner_executing,     ///< Calls run.
  inner_emit_results,  ///< All results are in; they are judged.
  output_processing,   ///< Memory is looked after.
  ending,              ///< The summary is being stored.
  suspended,           ///< The turn waits for answers, the stream has ended.
  done                 ///< No turn is open.
};
inline constexpr std::size_t state_count = 11;
[[nodiscard]] PINTLE_API std::string_view to_string(StateKind state) noexcept;

/// What a machine is made for.
struct LoopConfig {
  AgentConfig agent;
  ModelSelection models;  ///< `primary` must be set.
  std::string user = "local";
  SessionId session;  ///< Part of idempotency keys.
};

class PINTLE_API LoopMachine {
 public:
  explicit LoopMachine(LoopConfig config);
  ~LoopMachine();
  LoopMachine(LoopMachine&&) noexcept;
  LoopMachine& operator=(LoopMachine&&) noexcept;

  /// Takes one input: decides records, folds each, then asks. Appends to `out`, in order.
  void apply(const LoopInput& input, Now now, std::vector<LoopEffect>& out);
  /// Folds one record of the log into the durable state. Resume = evolve over the log,
  /// then `apply(Reopened)`.
  void evolve(const SessionRecord& record);

  [[nodiscard]] StateKind state() const noexcept;
  [[nodiscard]] const History& history() const noexcept;
  /// The epoch's number, first message and model.
  [[nodiscard]] const record::EpochStarted& epoch() const noexcept;
  [[nodiscard]] std::string_view epoch_model() const noexcept;
  /// The greatest id of an accepted message.
  [[nodiscard]] MessageId last_message() const noexcept;
  /// Messages that wait.
  [[nodiscard]] std::size_t queued() const noexcept;
  /// Has the log failed? Then the machine takes nothing more.
  [[nodiscard]] bool failed() const noexcept;
  /// Of the durable state: the same on every compiler.
  [[nodiscard]] std::uint64_t digest() const noexcept;
  /// An independent copy; explorers and debuggers branch from it.
  [[nodiscard]] LoopMachine clone() const;

 private:
  friend struct MachineInside;  // for explorers
  struct State;
  explicit LoopMachine(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace pintle

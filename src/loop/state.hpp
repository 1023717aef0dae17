// SPDX-License-Identifier: MIT
// The machine's inside. `Durable` is the fold of the records and changes in `evolve`
// alone; the rest is volatile and is dropped at resume. Each phase holds only what is
// valid in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pintle/circuit_breaker.hpp"
#include "pintle/hash.hpp"
#include "pintle/machine.hpp"

#include "core/answer_draft.hpp"

namespace pintle {

namespace phase {
struct Initializing {};
struct OuterBoundary {};
struct InnerAssemble {
  enum class Step : std::uint8_t { retry_wait, resolve, context, spend };
  Step step = Step::resolve;
  AskId ask;         // open in every step but retry_wait
  TimerId timer;     // set in retry_wait only
  ModelInfo model;   // in `resolve` its name only
  ContextPlan plan;  // in `spend`
};
struct InnerGenerate {
  enum class Step : std::uint8_t { streaming, judging, classifying };
  Step step = Step::streaming;
  GenerationId generation;
  ModelInfo model;
  AskId ask;                             // from `judging` on
  StopReason stop;                       // in `judging`
  std::optional<Usage> usage;            // from `judging` on
  std::optional<GenerationError> error;  // in `classifying`
};
struct InnerToolCalls {
  enum class Step : std::uint8_t { planning, authorizing };
  Step step = Step::planning;
  AskId ask;
};
struct InnerExecuting {};
struct InnerEmitResults {
  AskId ask;
};
struct OutputProcessing {
  AskId ask;
};
struct Ending {
  Ticket summary;
};
struct Suspended {};
struct Done {};
}  // namespace phase

// In the order of StateKind.
using Phase = std::variant<phase::Initializing,
                           phase::OuterBoundary,
                           phase::InnerAssemble,
                           phase::InnerGenerate,
                           phase::InnerToolCalls,
                           phase::InnerExecuting,
                           phase::InnerEmitResults,
                           phase::OutputProcessing,
                           phase::Ending,
                           phase::Suspended,
                           phase::Done>;

struct Queued {
  MessageId id;
  Message message;
  SteerMode mode = SteerMode::when_idle;
};

/// What follows from the records.
struct Durable {
  explicit Durable(const LoopConfig& config)
      : breaker(
            config.agent.circuit_breaker_threshold, config.models, config.agent.limits) {}
  void evolve(const SessionRecord& record);
  void deliver(MessageId id);
  void close(const record::ToolResult& result);

  History history;
  std::vector<Queued> queue;
  CircuitBreaker breaker;
  record::EpochStarted epoch;
  std::string last_model;
  std::optional<TurnId> turn;                      // the open one
  std::optional<GenerationId> generation;          // the open one
  std::vector<record::ToolStarted> started;        // calls without a result
  std::vector<record::ApprovalAsked> asked;        // likewise
  std::vector<record::ApprovalAnswered> answered;  // likewise
  std::uint64_t turns = 0;
  std::uint64_t generations = 0;
  CallId last_call;
  MessageId last_message;
  std::int64_t turn_messages = 0;
  bool text_shown = false;  // in this turn
  bool replied = true;      // no request is due before the queue is drained again
  StopReason stop;          // of the last generation
  std::string question;
  TokenSnapshot usage;
  Hasher digest;
};

/// A call of the current batch.
struct BatchCall {
  enum class Status : std::uint8_t {
    planned,   // not yet allowed
    ready,     // may be started
    asked,     // waits for a person
    storing,   // its start is not durable yet
    running,   //
    stopping,  // asked to stop, within its grace
    closed     // it has its result
  };
  PlannedCall plan;
  Status status = Status::planned;
  std::uint32_t run = 0;
  Ticket ticket;  // of its start, in `storing`
  TimerId timer;  // deadline or grace
};

/// How a turn ends whose last answer stopped so.
[[nodiscard]] FinishReason finish_of(const StopReason& stop);
[[nodiscard]] ToolOutcome outcome_of(ResultStatus status, std::string text);

/// What is remembered between the attempts at one answer.
struct Attempts {
  int failures = 0;  // on the current model
  int reductions = 0;
  int pauses = 0;
  std::int64_t last_tokens = 0;
  std::vector<std::string> notes;
  std::vector<std::string> excluded;  // models that are not asked for this answer
  std::optional<double> temperature_delta;
  std::optional<AgenticError> last_error;
  std::string switch_cause;
};

struct Stopping {
  FinishReason reason;
  std::optional<AgenticError> error;
};

struct LoopMachine::State {
  explicit State(LoopConfig loop_config);

  void apply(const LoopInput& input, Now when, std::vector<LoopEffect>& effects);

  // Inputs (machine.cpp unless a file is named)
  void on(const input::TurnStarted& in);
  void on(const input::TurnContinued& in);
  void on(const input::SessionEnded& in);
  void on(const input::UserMessage& in);
  void on(const input::AbortRequested& in);
  void on(const input::ApprovalAnswered& in);  // plan.cpp
  void on(const input::ModelResolved& in);     // assemble.cpp
  void on(const input::ContextReady& in);
  void on(const input::SpendAnswered& in);
  void on(const input::CallStarted& in);  // generate.cpp
  void on(const input::Delta& in);
  void on(const input::Opaque& in);
  void on(const input::GenerationEnded& in);
  void on(const input::GenerationFailed& in);
  void on(const input::AnswerJudged& in);
  void on(const input::ErrorClassified& in);
  void on(const input::ToolsPlanned& in);  // plan.cpp
  void on(const input::ToolsAuthorized& in);
  void on(const input::ToolFinished& in);  // tools.cpp
  void on(const input::MemoryChecked& in);
  void on(const input::Stored& in);
  void on(const input::StoreFailed& in);
  void on(const input::TimerFired& in);
  void on(const input::Reopened& in);

  void begin_wall_time();

  // Rounds (rounds.cpp)
  void enter_outer();
  void drain(bool priority);
  bool has_queued(bool priority) const;
  bool deliver_priority();
  void enter_results();
  void results_judged(const Judgement& judgement);
  void enter_output();
  void stop(FinishReason reason, std::optional<AgenticError> error);
  void fail(AgenticError error);
  void end(FinishReason reason, std::optional<AgenticError> error = std::nullopt);
  void suspend();

  // Assembling (assemble.cpp)
  void enter_assemble();
  void try_next_model();
  std::optional<std::string> other_model() const;
  bool excluded(std::string_view model) const;
  void start_generation(phase::InnerAssemble& at, std::int64_t granted);

  // Generating (generate.cpp)
  void accept_answer(phase::InnerGenerate& at, bool weak);
  void retry_answer(const Judgement& judgement);
  void act_on_error(phase::InnerGenerate& at, const input::ErrorClassified& in);
  void retry_later(const input::ErrorClassified& in, const GenerationError& error);
  void discard(RetractReason reason);
  void keep_partial(GenerationOutcome outcome);
  record::GenerationEnded ended_record(const phase::InnerGenerate& at,
                                       GenerationOutcome outcome);
  void close_generation(record::GenerationEnded ended);
  void retract(GenerationId generation, RetractReason reason);
  void count_failure(const std::string& model, const GenerationError& error, bool trip);

  // Planning calls (plan.cpp)
  std::vector<const CallPart*> open_calls() const;
  void enter_tools();
  void settle_started(BatchCall& call);

  // Running them (tools.cpp)
  void release();
  void start_call(BatchCall& call);
  void launch(BatchCall& call);
  void close_call(BatchCall& call, ToolOutcome outcome);
  void close_open_calls(std::string_view why);
  void interrupt_calls(std::string_view why);
  void stop_call(BatchCall& call, ResultStatus status, std::string text);
  bool call_timer(TimerId timer);
  BatchCall* find_call(CallId id);
  std::string key_of(CallId call) const;

  // Records, effects, timers (effects.cpp)
  enum class Show : std::uint8_t { now, when_durable, never };
  void decide(SessionRecord record, Show show = Show::now);
  Ticket need_durable();
  void flush(std::size_t mark);
  AskId ask();
  TimerId set_timer(MonoTime at);
  void cancel_timer(TimerId& timer);
  template <class E>
  void push(E e) {
    out->emplace_back(std::move(e));
  }

  LoopConfig config;
  Durable durable;
  Phase phase;

  // The turn
  Attempts attempts;
  AnswerDraft draft;
  bool shown = false;  // something of the draft was shown
  std::vector<BatchCall> batch;
  std::optional<Stopping> stopping;
  FinishReason finish;
  bool weak = false;
  int outer = 0;
  int inner = 0;
  int denials = 0;
  int denials_in_row = 0;
  TimerId wall_timer;

  // The step
  Now now;
  std::vector<LoopEffect>* out = nullptr;
  std::vector<SessionRecord> decided;
  std::vector<LoopEffect> to_hold;
  Barrier barrier = Barrier::none;

  // Counters and what is held back
  struct Held {
    Ticket ticket;
    LoopEffect effect;
  };
  std::vector<Held> held;
  Ticket last_ticket{1};  // the first is the driver's, for SessionCreated
  Ticket stored;
  Ticket accepted;  // of the newest accepted message
  AskId last_ask;
  TimerId last_timer;
  bool failed = false;
};

}  // namespace pintle

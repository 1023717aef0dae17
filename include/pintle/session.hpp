// SPDX-License-Identifier: MIT
// AgentSession: a conversation with an agent. Build one, run turns, steer them.
//
//   auto agent = AgentSession::builder(single_model(model)).build().value();
//   for (const TurnEvent& event : agent.run_turn_stream("Hi").value().events()) …
//
// Threads: the session belongs to its executor's thread; `handle()` gives what any thread
// may use. One turn at a time.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/access.hpp"
#include "pintle/config.hpp"
#include "pintle/executor.hpp"
#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/loop.hpp"
#include "pintle/model.hpp"
#include "pintle/result.hpp"
#include "pintle/turn.hpp"

namespace pintle {

/// Steers a session from any thread; may outlive it, then everything it gets is refused.
class PINTLE_API SessionHandle {
 public:
  explicit SessionHandle(std::weak_ptr<SessionCore> core);
  /// Queues a message with the session's default mode (interrupt_generation). Its id
  /// comes back; the event Input{accepted} tells when it is durable. A message whose
  /// `dedup` key was seen before is the earlier one. Errors: Session{queue_full, ended,
  /// invalid (empty or too long)}.
  Result<MessageId> steer(std::string text, std::string dedup = {}) const;
  Result<MessageId> steer(std::string text, SteerMode mode, std::string dedup = {}) const;
  /// Queues a message for after the current answer.
  Result<MessageId> follow_up(std::string text, std::string dedup = {}) const;
  /// Ends the running turn as cancelled. Nothing that is steered later takes it back.
  void abort() const;
  /// Answers a call that waits for approval; `continue_turn` goes on.
  Result<Unit> answer(CallId call, Approval verdict) const;

 private:
  std::weak_ptr<SessionCore> core_;
};

class AgentSessionBuilder;

class PINTLE_API AgentSession {
 public:
  [[nodiscard]] static AgentSessionBuilder builder(std::shared_ptr<ModelRouter> router);
  explicit AgentSession(std::shared_ptr<SessionCore> core);

  /// Starts a turn. Errors (the turn never started, the prompt is yours again):
  /// Session{busy, ended, invalid: empty prompt}, Store.
  Result<TurnStream> run_turn_stream(std::string prompt);
  Result<TurnStream> run_turn_stream(Message prompt);
  /// Runs a whole turn and collects it.
  Result<Turn> run_turn(std::string prompt);
  /// Runs a whole turn for its text; what went wrong is in the answer.
  Answer ask(std::string prompt);
  /// A turn as a job for `executor.spawn`: the session's executor. `on_event` sees each
  /// event.
  Result<std::unique_ptr<Job>> run_turn_task(
      std::string prompt, UniqueFunction<void(const TurnEvent&)> on_event);
  /// Goes on with a suspended or reopened turn. Errors: Session{not_suspended}.
  Result<TurnStream> continue_turn();
  /// Returns what is queued and takes nothing more. Errors: Session{busy}, Store.
  Result<Unit> end();

  // As SessionHandle's.
  Result<MessageId> steer(std::string text, std::string dedup = {});
  Result<MessageId> steer(std::string text, SteerMode mode, std::string dedup = {});
  Result<MessageId> follow_up(std::string text, std::string dedup = {});
  void abort();
  Result<Unit> answer(CallId call, Approval verdict);

  [[nodiscard]] SessionHandle handle() const;
  [[nodiscard]] const SessionId& session_id() const noexcept;
  [[nodiscard]] const History& history() const noexcept;
  [[nodiscard]] TokenSnapshot usage() const;
  [[nodiscard]] Executor& executor() noexcept;
  [[nodiscard]] const Plugins& plugins() const noexcept;

 private:
  std::shared_ptr<SessionCore> core_;
};

/// Collects what a session is made of. What is not given has a default.
class PINTLE_API AgentSessionBuilder {
 public:
  explicit AgentSessionBuilder(std::shared_ptr<ModelRouter> router);
  ~AgentSessionBuilder();
  AgentSessionBuilder(AgentSessionBuilder&&) noexcept;
  AgentSessionBuilder& operator=(AgentSessionBuilder&&) noexcept;

  /// The primary model's name. Not needed when the router has a default.
  AgentSessionBuilder& with_model(std::string name);
  AgentSessionBuilder& with_fallback_models(std::vector<std::string> names);
  AgentSessionBuilder& with_memory_model(std::string name);
  AgentSessionBuilder& with_system_prompt(std::string prompt);
  AgentSessionBuilder& with_tools(std::vector<std::shared_ptr<Tool>> tools);
  AgentSessionBuilder& with_tool_manager(std::shared_ptr<ToolCallManager> manager);
  AgentSessionBuilder& with_config(AgentConfig config);
  AgentSessionBuilder& with_budget(Budget budget);
  AgentSessionBuilder& with_access(std::shared_ptr<SessionAccessProvider> access);
  AgentSessionBuilder& with_user(std::string user);
  AgentSessionBuilder& with_error_policy(std::shared_ptr<ErrorPolicy> policy);
  AgentSessionBuilder& with_loop_detector(std::shared_ptr<LoopDetector> detector);
  AgentSessionBuilder& with_ledger(std::shared_ptr<TokenLedger> ledger);
  AgentSessionBuilder& with_context_provider(std::shared_ptr<ContextProvider> provider);
  AgentSessionBuilder& with_memory(std::shared_ptr<MemoryHierarchy> memory);
  AgentSessionBuilder& with_store(std::shared_ptr<SessionStore> store);
  /// Create the session, or go on with it. Unset: a random id.
  AgentSessionBuilder& with_session_id(SessionId id);
  /// The executor that the session lives on; outlives it. Unset: a private one.
  AgentSessionBuilder& with_executor(Executor& executor);
  AgentSessionBuilder& with_worker_pool(std::shared_ptr<WorkerPool> pool);
  AgentSessionBuilder& with_default_steer_mode(SteerMode mode);
  AgentSessionBuilder& with_log_sink(std::shared_ptr<LogSink> sink);
  AgentSessionBuilder& with_step_observer(std::shared_ptr<StepObserver> observer);

  /// Checks everything and opens the session. Errors: Session{incomplete}: names the
  /// missing call; Session{invalid}: a tool twice, a blocking tool without a pool;
  /// Routing: unknown model; Auth: the user may not use the session or the model; Store.
  Result<AgentSession> build();
  /// Likewise, for a session that must exist. Errors also: Session{not_found}.
  Result<AgentSession> resume(SessionId id);

 private:
  Result<AgentSession> open(OpenMode mode);
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace pintle

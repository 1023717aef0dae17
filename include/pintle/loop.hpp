// SPDX-License-Identifier: MIT
// AgentLoop: drives a LoopMachine. One call of `next_status` performs one effect or takes
// one input, and returns at once. Threads: its executor's, except `post`.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "pintle/event.hpp"
#include "pintle/export.hpp"
#include "pintle/machine.hpp"
#include "pintle/stream_item.hpp"
#include "pintle/waker.hpp"

namespace pintle {

class Executor;
class LogSink;
class TokenLedger;
class WorkerPool;

struct Ready {  ///< Show it. Views in it die at the next step.
  StreamItem item;
};
struct Pending {};  ///< Parked; the waker is registered.
struct Delayed {    ///< Parked until then, or an earlier wake.
  MonoTime until{};
};
struct Ignore {};  ///< Worked, nothing to show; call again.
/// `Progress` is advisory: call again.
using Status = std::variant<Ready, Progress, Pending, Delayed, Ignore>;

/// One step of a loop's machine. Views die when the call returns.
struct LoopStep {
  StateKind before = StateKind::initializing;
  const LoopInput& input;
  Now now;
  StateKind after = StateKind::initializing;
  std::span<const LoopEffect> effects;
  const LoopMachine& machine;  ///< As the step left it.
};

/// Sees every step of the machine: recorders, and tests that check the contract table.
/// Threads: the executor's. It must not call the session and must not throw.
class PINTLE_API StepObserver {
 public:
  StepObserver() = default;
  StepObserver(const StepObserver&) = delete;
  StepObserver& operator=(const StepObserver&) = delete;
  virtual ~StepObserver() = default;
  /// A machine for `config` has folded `log`: what was stored, or the first record of a
  /// new session. Before the first step.
  virtual void on_begin(const LoopConfig& config, std::span<const SessionRecord> log);
  virtual void on_step(const LoopStep& step) = 0;
};

/// Everything that the driver consults. None may be null but the last four.
struct Plugins {
  std::shared_ptr<ModelRouter> router;
  std::shared_ptr<ToolCallManager> tools;
  std::shared_ptr<ContextProvider> context;
  std::shared_ptr<MemoryHierarchy> memory;
  std::shared_ptr<TokenLedger> ledger;
  std::shared_ptr<ErrorPolicy> policy;
  std::shared_ptr<LoopDetector> detector;
  std::shared_ptr<SessionAccessProvider> access;
  Executor* executor = nullptr;  ///< Outlives the loop.
  LoopConfig config;
  std::string system_prompt;
  std::shared_ptr<SessionLog> log;  ///< Null: nothing is stored; appends succeed at once.
  std::shared_ptr<WorkerPool> pool;
  std::shared_ptr<LogSink> sink;
  std::shared_ptr<StepObserver> observer;
};

class PINTLE_API AgentLoop {
 public:
  explicit AgentLoop(Plugins plugins);
  ~AgentLoop();
  AgentLoop(const AgentLoop&) = delete;
  AgentLoop& operator=(const AgentLoop&) = delete;

  /// One quantum. Empty: no turn is open, or it is suspended. Never blocks, never throws.
  std::optional<Status> next_status();
  /// Whom to wake when a parked loop can go on.
  void set_waker(const Waker& waker);
  /// Queues an input: TurnStarted, UserMessage, AbortRequested and the like. Any thread.
  void post(LoopInput input);
  /// Folds the records of an opened log, then acts on what is open. A new log is begun.
  void reopen(std::vector<SessionRecord> records);
  /// Messages that wait to be taken or delivered. Any thread.
  [[nodiscard]] std::size_t waiting() const noexcept;
  /// Has the log failed? Then the loop takes nothing more. Any thread.
  [[nodiscard]] bool failed() const noexcept;
  /// Is a stream open: will `next_status` give something?
  [[nodiscard]] bool open() const noexcept;

  [[nodiscard]] const LoopMachine& machine() const noexcept;
  [[nodiscard]] const Plugins& plugins() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pintle

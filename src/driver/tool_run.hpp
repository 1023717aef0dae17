// SPDX-License-Identifier: MIT
// ToolRun: one run of a tool, with the context that it is given.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "pintle/executor.hpp"
#include "pintle/machine.hpp"
#include "pintle/worker_pool.hpp"

namespace pintle {

class RunContext;

class ToolRun {
 public:
  /// Starts `tool`; null: there is none of this name any more.
  ToolRun(std::shared_ptr<Tool> tool,
          const effect::StartTool& start,
          Executor& executor,
          std::shared_ptr<WorkerPool> pool,
          std::size_t result_bytes);
  ~ToolRun();  ///< Drops the run; blocking work goes on until it returns.

  [[nodiscard]] CallId call() const noexcept { return call_; }
  [[nodiscard]] std::uint32_t run() const noexcept { return run_; }
  void request_stop();
  /// The outcome, once: valid UTF-8 and bounded.
  std::optional<ToolOutcome> poll(const Waker& waker);

 private:
  ToolOutcome tidy(ToolOutcome outcome) const;

  CallId call_;
  std::uint32_t run_;
  std::string name_;
  std::size_t result_bytes_;
  std::shared_ptr<Tool> tool_;
  std::shared_ptr<RunContext> context_;
  std::optional<Task<ToolOutcome>> task_;
  std::optional<ToolOutcome> early_;
};

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "driver/tool_run.hpp"

#include <atomic>
#include <mutex>
#include <utility>

#include "driver/guarded.hpp"
#include "tools/result_limit.hpp"

namespace pintle {

namespace {

// What a worker thread leaves for the task that waits for it.
class BlockingResult {
 public:
  void finish(std::optional<ToolOutcome> outcome, std::exception_ptr thrown) {
    Waker waker;
    {
      const std::lock_guard lock(mutex_);
      outcome_ = std::move(outcome);
      thrown_ = std::move(thrown);
      waker = waker_;
    }
    waker.wake();
  }
  std::optional<ToolOutcome> poll(const Waker& waker) {
    const std::lock_guard lock(mutex_);
    if (thrown_) std::rethrow_exception(thrown_);
    if (outcome_) return std::exchange(outcome_, std::nullopt);
    waker_ = waker;
    return std::nullopt;
  }

 private:
  std::mutex mutex_;
  std::optional<ToolOutcome> outcome_;
  std::exception_ptr thrown_;
  Waker waker_;
};

// A timer that a stop ends early.
class StoppableSleep {
 public:
  StoppableSleep(Task<Unit> timer, const std::atomic<bool>& stop)
      : timer_(std::move(timer)), stop_(&stop) {}
  std::optional<bool> poll(const Waker& waker) {
    if (stop_->load(std::memory_order_acquire)) return false;
    if (timer_.poll(waker)) return true;
    return std::nullopt;
  }

 private:
  Task<Unit> timer_;
  const std::atomic<bool>* stop_;
};

}  // namespace

class RunContext final : public ToolContext,
                         public std::enable_shared_from_this<RunContext> {
 public:
  RunContext(const effect::StartTool& start,
             Executor& executor,
             std::shared_ptr<WorkerPool> pool)
      : call_(start.call.call),
        key_(start.idempotency_key),
        deadline_(start.deadline),
        executor_(&executor),
        pool_(std::move(pool)) {}

  [[nodiscard]] CallId call() const noexcept override { return call_; }
  [[nodiscard]] std::string_view idempotency_key() const noexcept override {
    return key_;
  }
  [[nodiscard]] MonoTime deadline() const noexcept override { return deadline_; }
  [[nodiscard]] Now now() const noexcept override { return executor_->now(); }
  [[nodiscard]] bool stop_requested() const noexcept override {
    return stop_.load(std::memory_order_acquire);
  }
  void request_stop() noexcept { stop_.store(true, std::memory_order_release); }

  Task<ToolOutcome> blocking(UniqueFunction<ToolOutcome()> work) override {
    if (!pool_) co_return error_outcome("this tool blocks, and there is no worker pool");
    const auto result = std::make_shared<BlockingResult>();
    // The work may look at this context after its task is gone: it keeps it alive.
    pool_->run([result, self = shared_from_this(), work = std::move(work)]() mutable {
      try {
        result->finish(work(), nullptr);
      } catch (...) {
        result->finish(std::nullopt, std::current_exception());
      }
    });
    ToolOutcome outcome = co_await from_poll<ToolOutcome>(*result);
    co_return outcome;
  }

  Task<bool> sleep_until(MonoTime when) override {
    StoppableSleep sleep(executor_->sleep_until(when), stop_);
    const bool reached = co_await from_poll<bool>(sleep);
    co_return reached;
  }

 private:
  CallId call_;
  std::string key_;
  MonoTime deadline_;
  Executor* executor_;
  std::shared_ptr<WorkerPool> pool_;
  std::atomic<bool> stop_{false};
};

ToolRun::ToolRun(std::shared_ptr<Tool> tool,
                 const effect::StartTool& start,
                 Executor& executor,
                 std::shared_ptr<WorkerPool> pool,
                 std::size_t result_bytes)
    : call_(start.call.call),
      run_(start.run),
      name_(start.call.name),
      result_bytes_(result_bytes),
      tool_(std::move(tool)),
      context_(std::make_shared<RunContext>(start, executor, std::move(pool))) {
  if (!tool_) {
    early_ = error_outcome("tool '" + name_ + "' is no longer available");
    return;
  }
  try {
    task_.emplace(tool_->run(start.call.arguments, *context_));
  } catch (...) {
    early_ = error_outcome("tool '" + name_ + "' failed: " + current_exception_text());
  }
}

ToolRun::~ToolRun() {
  context_->request_stop();
}

void ToolRun::request_stop() {
  context_->request_stop();
}

std::optional<ToolOutcome> ToolRun::poll(const Waker& waker) {
  if (early_) return tidy(*std::exchange(early_, std::nullopt));
  try {
    std::optional<ToolOutcome> outcome = task_->poll(waker);
    if (!outcome) return std::nullopt;
    return tidy(std::move(*outcome));
  } catch (...) {
    return tidy(
        error_outcome("tool '" + name_ + "' failed: " + current_exception_text()));
  }
}

ToolOutcome ToolRun::tidy(ToolOutcome outcome) const {
  if (outcome.status == ResultStatus::pending) outcome.status = ResultStatus::error;
  outcome.content = limited_result(outcome.content, result_bytes_);
  return outcome;
}

}  // namespace pintle

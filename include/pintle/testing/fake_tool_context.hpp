// SPDX-License-Identifier: MIT
// FakeToolContext: runs one tool alone, in virtual time, without an executor.
//
//   FakeToolContext context;
//   std::optional<ToolOutcome> outcome = context.run(*tool, R"({"city":"Oslo"})");
//
// Threads: one; `blocking` work runs at once on it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/tool.hpp"

namespace pintle::testing {

class PINTLE_API FakeToolContext final : public ToolContext {
 public:
  explicit FakeToolContext(CallId call = CallId{1});

  CallId call() const noexcept override { return call_; }
  std::string_view idempotency_key() const noexcept override { return key_; }
  MonoTime deadline() const noexcept override { return deadline_; }
  Now now() const noexcept override { return now_; }
  bool stop_requested() const noexcept override { return stopped_; }
  Task<ToolOutcome> blocking(UniqueFunction<ToolOutcome()> work) override;
  Task<bool> sleep_until(MonoTime when) override;

  void set_deadline(MonoTime deadline) { deadline_ = deadline; }
  void advance(MonoTime by);
  void request_stop() { stopped_ = true; }
  /// How often `blocking` was used.
  [[nodiscard]] std::size_t blocking_count() const noexcept { return blocking_count_; }

  /// One poll. Empty: the task waits.
  std::optional<ToolOutcome> poll(Task<ToolOutcome>& task);
  /// Polls until the task is done, going to the time it sleeps for whenever it waits.
  /// Empty: it waits for something that never comes, or slept 10,000 times. Throws what
  /// the tool throws.
  std::optional<ToolOutcome> finish(Task<ToolOutcome>& task);
  std::optional<ToolOutcome> run(Tool& tool, JsonText arguments);

 private:
  struct Sleep {
    FakeToolContext* context;
    MonoTime when;
    std::optional<bool> poll(const Waker& waker);
  };

  CallId call_;
  std::string key_;
  MonoTime deadline_ = MonoTime::max();
  Now now_;
  bool stopped_ = false;
  std::size_t blocking_count_ = 0;
  std::optional<MonoTime> next_wake_;  // earliest time that the last poll sleeps for
};

}  // namespace pintle::testing

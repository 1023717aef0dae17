// SPDX-License-Identifier: MIT
#include "pintle/testing/fake_tool_context.hpp"

#include <algorithm>
#include <utility>

namespace pintle::testing {

namespace {
constexpr int sleeps_max = 10'000;
}  // namespace

FakeToolContext::FakeToolContext(CallId call)
    : call_(call), key_("call-" + std::to_string(call.value)) {}

Task<ToolOutcome> FakeToolContext::blocking(UniqueFunction<ToolOutcome()> work) {
  ++blocking_count_;
  ToolOutcome outcome = work();
  co_return outcome;
}

Task<bool> FakeToolContext::sleep_until(MonoTime when) {
  Sleep sleep{this, when};
  const bool slept = co_await from_poll<bool>(sleep);
  co_return slept;
}

std::optional<bool> FakeToolContext::Sleep::poll(const Waker&) {
  if (context->stopped_) return false;
  if (context->now_.mono >= when) return true;
  auto& next = context->next_wake_;
  next = next ? std::min(*next, when) : when;
  return std::nullopt;
}

void FakeToolContext::advance(MonoTime by) {
  now_.mono += by;
  now_.wall_ms += by / std::chrono::milliseconds(1);
}

std::optional<ToolOutcome> FakeToolContext::poll(Task<ToolOutcome>& task) {
  next_wake_.reset();
  return task.poll(Waker());
}

std::optional<ToolOutcome> FakeToolContext::finish(Task<ToolOutcome>& task) {
  for (int sleeps = 0; sleeps < sleeps_max; ++sleeps) {
    std::optional<ToolOutcome> outcome = poll(task);
    if (outcome || !next_wake_ || *next_wake_ == MonoTime::max()) return outcome;
    advance(*next_wake_ - now_.mono);
  }
  return std::nullopt;
}

std::optional<ToolOutcome> FakeToolContext::run(Tool& tool, JsonText arguments) {
  Task<ToolOutcome> task = tool.run(std::move(arguments), *this);
  return finish(task);
}

}  // namespace pintle::testing

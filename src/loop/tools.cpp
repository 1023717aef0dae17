// SPDX-License-Identifier: MIT
// A batch of calls at work: released stage by stage, stopped, closed.
#include <algorithm>
#include <limits>
#include <utility>

#include "loop/state.hpp"

namespace pintle {

using Status = BatchCall::Status;

namespace {

bool busy(const BatchCall& call) {
  return call.status == Status::storing || call.status == Status::running ||
         call.status == Status::stopping;
}

// May a call be dropped half-way without leaving the world in doubt?
bool droppable(const PlannedCall& call) {
  return call.effect != ToolEffect::at_most_once || call.cancellable;
}

}  // namespace

ToolOutcome outcome_of(ResultStatus status, std::string text) {
  ToolOutcome outcome;
  outcome.status = status;
  outcome.content = std::move(text);
  return outcome;
}

std::string LoopMachine::State::key_of(CallId call) const {
  return config.session + ":" + std::to_string(call.value);
}

// Starts what may run now: the ready calls of the earliest stage that is not closed.
void LoopMachine::State::release() {
  std::uint32_t stage = std::numeric_limits<std::uint32_t>::max();
  std::size_t running = 0;
  for (const BatchCall& call : batch) {
    if (call.status != Status::closed) stage = std::min(stage, call.plan.stage);
    running += busy(call) ? 1 : 0;
  }
  if (stage == std::numeric_limits<std::uint32_t>::max()) return enter_results();
  for (BatchCall& call : batch) {
    const bool due = call.status == Status::ready && call.plan.stage == stage;
    if (!due || running >= config.agent.limits.parallel_tools) continue;
    start_call(call);
    ++running;
  }
  if (running == 0) suspend();  // only calls that wait for a person are left here
}

void LoopMachine::State::start_call(BatchCall& call) {
  ++call.run;
  record::ToolStarted started;
  started.call = call.plan.call;
  started.run = call.run;
  started.name = call.plan.name;
  started.effect = call.plan.effect;
  started.idempotency_key = key_of(call.plan.call);
  started.deadline_ms = call.plan.deadline_ms;
  started.changes = call.plan.changes;
  decide(std::move(started));
  if (call.plan.effect == ToolEffect::read_only) return launch(call);
  call.status = Status::storing;
  call.ticket = need_durable();
}

void LoopMachine::State::launch(BatchCall& call) {
  const MonoTime deadline = now.mono + std::chrono::milliseconds(call.plan.deadline_ms);
  call.status = Status::running;
  call.timer = set_timer(deadline);
  push(effect::StartTool{call.plan, call.run, key_of(call.plan.call), deadline});
}

void LoopMachine::State::close_call(BatchCall& call, ToolOutcome outcome) {
  cancel_timer(call.timer);
  call.status = Status::closed;
  const bool denied = outcome.status == ResultStatus::denied;
  denials += denied ? 1 : 0;
  denials_in_row = denied ? denials_in_row + 1 : 0;
  decide(record::ToolResult{call.plan.call, call.plan.name, std::move(outcome)});
  const auto closed =
      std::count_if(batch.begin(), batch.end(), [](const BatchCall& each) {
        return each.status == Status::closed;
      });
  push(effect::Report{
      progress::ExecutingTools{static_cast<std::int64_t>(batch.size()), closed}});
}

BatchCall* LoopMachine::State::find_call(CallId id) {
  const auto found = std::find_if(batch.begin(), batch.end(), [&](const BatchCall& call) {
    return call.plan.call == id;
  });
  return found == batch.end() ? nullptr : &*found;
}

// A result that came in time is kept, also of a call that was asked to stop.
void LoopMachine::State::on(const input::ToolFinished& in) {
  BatchCall* call = find_call(in.call);
  const bool expected =
      call != nullptr && call->run == in.run &&
      (call->status == Status::running || call->status == Status::stopping);
  if (!expected) return;
  close_call(*call, in.outcome);
  release();
}

void LoopMachine::State::close_open_calls(std::string_view why) {
  batch.clear();
  for (const CallPart* open : open_calls()) {
    BatchCall call;
    call.plan.call = open->call;
    call.plan.name = open->name;
    close_call(call, outcome_of(ResultStatus::cancelled, std::string(why)));
  }
}

void LoopMachine::State::interrupt_calls(std::string_view why) {
  for (BatchCall& call : batch) {
    if (call.status == Status::running) {
      stop_call(call, ResultStatus::cancelled, std::string(why));
    } else if (call.status != Status::closed && call.status != Status::stopping) {
      push(effect::Report{progress::ToolCallCancelled{call.plan.call}});
      close_call(call, outcome_of(ResultStatus::cancelled, std::string(why)));
    }
  }
}

// Drops a call that may be dropped; any other is asked to stop and awaited for its grace.
void LoopMachine::State::stop_call(BatchCall& call,
                                   ResultStatus status,
                                   std::string text) {
  const bool now_closed = droppable(call.plan);
  push(effect::Report{progress::ToolCallCancelled{call.plan.call}});
  push(effect::StopTool{call.plan.call, call.run, now_closed});
  if (now_closed) return close_call(call, outcome_of(status, std::move(text)));
  cancel_timer(call.timer);
  call.status = Status::stopping;
  call.timer =
      set_timer(now.mono + std::chrono::milliseconds(config.agent.limits.tool_grace_ms));
}

// True when the timer was one of a call's.
bool LoopMachine::State::call_timer(TimerId timer) {
  const auto found = std::find_if(batch.begin(), batch.end(), [&](const BatchCall& call) {
    return call.timer == timer;
  });
  if (found == batch.end()) return false;
  found->timer = {};
  if (found->status == Status::running) {
    stop_call(*found,
              ResultStatus::error,
              "timed out after " + std::to_string(found->plan.deadline_ms) + " ms");
    return true;
  }
  push(effect::StopTool{found->plan.call, found->run, true});
  close_call(*found,
             outcome_of(ResultStatus::in_doubt,
                        "The call did not stop in time; it may or may not have had its "
                        "effect."));
  return true;
}

}  // namespace pintle

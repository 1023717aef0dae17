// SPDX-License-Identifier: MIT
// A batch of calls before it runs: planned, authorized, approved.
#include <algorithm>
#include <utility>

#include "loop/state.hpp"

namespace pintle {

using Status = BatchCall::Status;

namespace {

std::uint64_t approval_digest(const PlannedCall& call) {
  Hasher hasher;
  hasher.number(call.call.value);
  hasher.text(call.name);
  hasher.number(canonical_digest(call.arguments));
  return hasher.digest();
}

template <class T>
const T* find_by_call(const std::vector<T>& list, CallId call) {
  const auto found = std::find_if(
      list.begin(), list.end(), [&](const T& each) { return each.call == call; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

// The calls of the last answer that have no result yet, as it made them.
std::vector<const CallPart*> LoopMachine::State::open_calls() const {
  const std::vector<CallId> open = durable.history.open_calls();
  if (open.empty()) return {};
  const auto messages = durable.history.messages();
  std::vector<const CallPart*> calls = calls_of(messages[messages.size() - 2]);
  const auto closed = [&](const CallPart* call) {
    return std::find(open.begin(), open.end(), call->call) == open.end();
  };
  calls.erase(std::remove_if(calls.begin(), calls.end(), closed), calls.end());
  return calls;
}

// The open calls are planned anew after a suspension or a restart; a person may have
// changed their arguments since.
void LoopMachine::State::enter_tools() {
  phase::InnerToolCalls next;
  next.ask = ask();
  effect::PlanTools plan{next.ask, {}};
  for (const CallPart* call : open_calls()) {
    plan.calls.push_back(*call);
    const auto* answer = find_by_call(durable.answered, call->call);
    if (answer != nullptr && answer->verdict.arguments) {
      plan.calls.back().arguments = *answer->verdict.arguments;
    }
  }
  push(std::move(plan));
  phase = next;
}

void LoopMachine::State::on(const input::ToolsPlanned& in) {
  auto& at = *std::get_if<phase::InnerToolCalls>(&phase);
  if (at.step != phase::InnerToolCalls::Step::planning || at.ask != in.ask) return;
  batch.clear();
  for (const PlannedCall& planned : in.plan.calls)
    batch.push_back(BatchCall{planned, {}, 0, {}, {}});
  std::vector<PlannedCall> unknown;
  for (BatchCall& call : batch) {
    settle_started(call);
    if (call.status == Status::planned) unknown.push_back(call.plan);
  }
  if (unknown.empty()) {
    phase = phase::InnerExecuting{};
    return release();
  }
  at.step = phase::InnerToolCalls::Step::authorizing;
  at.ask = ask();
  push(effect::AuthorizeTools{at.ask, std::move(unknown)});
}

// What is known of a call before anybody is asked about it.
void LoopMachine::State::settle_started(BatchCall& call) {
  if (const auto* started = find_by_call(durable.started, call.plan.call)) {
    call.run = started->run;
    if (call.plan.effect == ToolEffect::at_most_once) {
      return close_call(call,
                        outcome_of(ResultStatus::in_doubt,
                                   "The process ended while this call ran; it may or may "
                                   "not have had its effect."));
    }
    call.status = Status::ready;
    return;
  }
  if (!call.plan.error.empty()) {
    return close_call(call, outcome_of(ResultStatus::error, call.plan.error));
  }
  if (find_by_call(durable.asked, call.plan.call) != nullptr) call.status = Status::asked;
  const auto* answer = find_by_call(durable.answered, call.plan.call);
  if (answer == nullptr) return;
  if (!answer->verdict.approved) {
    return close_call(call,
                      outcome_of(ResultStatus::denied,
                                 "The user denied this call: " + answer->verdict.reason));
  }
  // A person may change arguments to what no rule allows: those are authorized anew.
  call.status = answer->verdict.arguments ? Status::planned : Status::ready;
}

void LoopMachine::State::on(const input::ToolsAuthorized& in) {
  auto& at = *std::get_if<phase::InnerToolCalls>(&phase);
  if (at.step != phase::InnerToolCalls::Step::authorizing || at.ask != in.ask) return;
  std::size_t next = 0;
  for (BatchCall& call : batch) {
    if (call.status != Status::planned) continue;
    const bool known = next < in.verdicts.size();
    const AccessVerdict verdict = known ? in.verdicts[next++] : AccessVerdict::deny;
    switch (verdict) {
      case AccessVerdict::allow: call.status = Status::ready; break;
      case AccessVerdict::ask:
        if (find_by_call(durable.answered, call.plan.call) != nullptr) {
          call.status = Status::ready;  // the person who changed it was asked
          break;
        }
        call.status = Status::asked;
        decide(record::ApprovalAsked{call.plan.call,
                                     call.plan.name,
                                     call.plan.arguments,
                                     approval_digest(call.plan)},
               Show::when_durable);
        need_durable();
        push(effect::AskApproval{call.plan.call});
        break;
      case AccessVerdict::deny:
        close_call(call,
                   outcome_of(ResultStatus::denied,
                              to_string(ToolNotAuthorized{call.plan.name, config.user})));
        break;
    }
  }
  phase = phase::InnerExecuting{};
  release();
}

void LoopMachine::State::on(const input::ApprovalAnswered& in) {
  const auto* asked = find_by_call(durable.asked, in.call);
  if (asked == nullptr) return;
  decide(record::ApprovalAnswered{in.call, asked->digest, in.verdict});
  need_durable();
  BatchCall* call = find_call(in.call);
  const bool planned =
      std::holds_alternative<phase::InnerExecuting>(phase) && call != nullptr;
  if (!planned || in.verdict.arguments) return;  // planned anew when the turn continues
  call->status = Status::planned;
  settle_started(*call);
  release();
}

}  // namespace pintle

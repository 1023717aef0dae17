// SPDX-License-Identifier: MIT
// What the world of chance does next.
#include <algorithm>

#include "core/overloaded.hpp"
#include "loop/chance_world.hpp"

namespace pintle {

bool ChanceWorld::step() {
  now_.mono += std::chrono::milliseconds(pick(50));
  now_.wall_ms += 10;
  if (timer_is_overdue()) return fire_timer(), true;
  if (chance(outage_ ? 1 : 6)) {
    caller();
    return true;
  }
  for (int tries = 0; tries < 8; ++tries) {
    switch (pick(5)) {
      case 0:
        if (answer_ask()) return true;
        break;
      case 1:
        if (!appends_.empty()) return acknowledge(), true;
        break;
      case 2:
        if (!tools_.empty() && chance(70)) return finish_a_tool(), true;
        break;
      case 3:
        if (streaming_) return stream_something(), true;
        break;
      case 4:
        if (!timers_.empty() && chance(20)) return fire_timer(), true;
        break;
    }
  }
  if (answer_ask()) return true;
  if (!appends_.empty()) return acknowledge(), true;
  if (streaming_) return stream_something(), true;
  if (!timers_.empty()) return fire_timer(), true;
  return false;
}

void ChanceWorld::caller() {
  // More aborts while tools run: then the turn does not end at once.
  const std::uint64_t what = pick(tools_.empty() ? 12 : 5);
  if (what == 0) {
    feed(input::AbortRequested{});
    if (chance(50)) return;  // else a message follows at once
  }
  if (what <= 2 && !approvals_.empty()) return answer_approval();
  if (what == 3) return late_answers();
  if (what == 4 && chance(20)) return crash();
  const auto mode = static_cast<SteerMode>(pick(4));
  feed(input::UserMessage{MessageId{next_message_++}, user_message("steer"), mode, {}});
}

void ChanceWorld::answer_approval() {
  Approval verdict = chance(50) ? approve() : deny("no");
  if (verdict.approved && chance(30)) verdict = with_arguments(R"({"x":2})");
  feed(input::ApprovalAnswered{approvals_[pick(approvals_.size())], verdict});
}

// Late or foreign answers are dropped.
void ChanceWorld::feed_late(const LoopInput& input) {
  feed(input);
  if (!effects_.empty()) broken("a late answer had an effect");
}

void ChanceWorld::late_answers() {
  const AskId ask{9'999};
  feed_late(input::ModelResolved{ask, Err{AuthError{"late"}}});
  feed_late(input::ContextReady{ask, Err{AuthError{"late"}}});
  feed_late(input::SpendAnswered{ask, std::int64_t{1}});
  feed_late(input::AnswerJudged{ask, {}});
  feed_late(input::ErrorClassified{ask, {}, {}});
  feed_late(input::ToolsPlanned{ask, {}});
  feed_late(input::ToolsAuthorized{ask, {}});
  feed_late(input::MemoryChecked{ask, {}});
  feed_late(input::ToolFinished{CallId{9'999}, 1, text_outcome("late")});
  feed_late(input::Delta{GenerationId{9'999}, DeltaKind::text, 0, "late"});
  feed_late(input::TimerFired{TimerId{9'999}});
  feed_late(input::ApprovalAnswered{CallId{9'999}, approve()});
  if (tools_.empty()) return;
  const effect::StartTool& tool = tools_.front();
  feed_late(input::ToolFinished{tool.call.call, tool.run + 1, text_outcome("late")});
}

// The process ends and another folds what it finds of the log and goes on. What was not
// acknowledged may be there or not.
void ChanceWorld::crash() {
  const bool whole = chance(50);
  if (!whole) log_.resize(durable_);
  LoopMachine again(config_);
  for (const SessionRecord& record : log_) again.evolve(record);
  if (whole && again.digest() != machine_.digest()) {
    broken("after a crash: another state");
  }
  machine_ = std::move(again);
  budget_.restart(log_);
  auditor_.on_crash(log_);
  asks_.clear();
  tools_.clear();
  timers_.clear();
  appends_.clear();
  durable_ = log_.size();
  streaming_ = {};
  feed(input::Reopened{});
  stream_open_ = machine_.state() == StateKind::suspended;
  if (!stream_open_) return;
  if (chance(50)) {
    feed(input::UserMessage{
        MessageId{next_message_++}, user_message("meanwhile"), SteerMode::when_idle, {}});
  }
  budget_.on_stream(now_);
  feed(input::TurnContinued{});
}

void ChanceWorld::stream_something() {
  const GenerationId g = streaming_;
  switch (outage_ && chance(50) ? 6 : pick(9)) {
    case 0:
    case 1: return feed(input::Delta{g, DeltaKind::text, 0, chance(70) ? "word " : "\n"});
    case 2: return feed(input::Delta{g, DeltaKind::thinking, 0, "hm "});
    case 3:
      if (calls_ > 2) return;
      return feed(
          input::CallStarted{g, calls_++, "call_0", chance(80) ? "tool" : "other"});
    case 4:
      if (calls_ == 0) return;
      return feed(input::Delta{
          g, DeltaKind::call_arguments, calls_ - 1, chance(80) ? R"({"x":1})" : "{x"});
    case 5:
      return feed(input::Opaque{g, model::OpaqueKind::thinking_signature, 0, "sig"});
    case 6: {
      if (!chance(outage_ ? 100 : 50)) return;
      GenerationError error;
      error.kind = static_cast<GenerationKind>(pick(16));
      streaming_ = {};
      return feed(input::GenerationFailed{g, error, {}});
    }
    default: {
      if (outage_) return;
      Usage usage;
      const auto most = static_cast<std::uint64_t>(budget_.granted());
      usage.input = budget_.input() + static_cast<std::int64_t>(pick(5));  // misjudged
      usage.output = static_cast<std::int64_t>(pick(most + 1));
      streaming_ = {};
      const auto stop = static_cast<StopKind>(pick(9));
      return feed(input::GenerationEnded{
          g, {stop, "raw"}, chance(80) ? std::optional<Usage>(usage) : std::nullopt});
    }
  }
}

bool ChanceWorld::answer_ask() {
  if (asks_.empty()) return false;
  const std::size_t at = pick(asks_.size());
  const LoopEffect ask = asks_[at];
  asks_.erase(asks_.begin() + static_cast<std::ptrdiff_t>(at));
  std::visit(
      Overloaded{[&](const effect::ResolveModel& e) {
                   ModelInfo info;
                   info.name = e.name;
                   if (chance(50)) info.context_window = 1'000;
                   info.pricing = chance_pricing;
                   if (chance(90)) return feed(input::ModelResolved{e.ask, info});
                   feed(input::ModelResolved{e.ask, Err{AuthError{"no"}}});
                 },
                 [&](const effect::AssembleContext& e) {
                   ContextPlan context;
                   context.tokens = 100;
                   context.new_epoch_cause = chance(20) ? "first_request" : "";
                   if (chance(95)) return feed(input::ContextReady{e.ask, context});
                   feed(input::ContextReady{e.ask, Err{GenerationError{}}});
                 },
                 [&](const effect::ReserveSpend& e) {
                   if (chance(95)) {
                     return feed(input::SpendAnswered{e.ask, budget_.reserve(e)});
                   }
                   feed(input::SpendAnswered{e.ask, Err{BudgetExhausted{}}});
                 },
                 [&](const effect::JudgeAnswer& e) { judge(e.ask, e); },
                 [&](const effect::ClassifyError& e) { classify(e.ask); },
                 [&](const effect::PlanTools& e) { plan(e); },
                 [&](const effect::AuthorizeTools& e) { authorize(e); },
                 [&](const effect::CheckMemory& e) {
                   feed(input::MemoryChecked{e.ask, static_cast<MemoryTrigger>(pick(3))});
                 },
                 [](const auto&) {}},
      ask);
  return true;
}

void ChanceWorld::judge(AskId ask, const effect::JudgeAnswer& effect) {
  Judgement judgement;
  const std::uint64_t roll = pick(20);
  if (roll == 0) {
    judgement.kind = JudgementKind::finish;
    judgement.finish = finish::Loop{"exact", 3};
    if (chance(50)) judgement.finish = finish::Stuck{"tool", 3, "repeated"};
  } else if (roll < 3 && effect.what == JudgeRequest::What::answer) {
    judgement.kind = JudgementKind::retry;
    judgement.reason = chance(50) ? RetractReason::loop : RetractReason::vacuous;
    judgement.note = "again";
    judgement.switch_model = effect.other_model && chance(50);
  } else if (roll == 3) {
    judgement.kind = JudgementKind::accept_weak;
  }
  feed(input::AnswerJudged{ask, judgement});
}

void ChanceWorld::classify(AskId ask) {
  AgentAction action;
  action.kind = outage_.value_or(static_cast<ActionKind>(pick(5)));
  std::optional<MonoTime> at;
  if (chance(50)) at = now_.mono + std::chrono::milliseconds(pick(1'000));
  feed(input::ErrorClassified{ask, action, at});
}

void ChanceWorld::plan(const effect::PlanTools& ask) {
  ToolPlan planned;
  std::uint32_t stage = 0;
  for (const CallPart& call : ask.calls) {
    PlannedCall next;
    next.call = call.call;
    next.name = call.name;
    next.arguments = call.arguments;
    next.effect = static_cast<ToolEffect>(pick(3));
    const auto known =
        std::find_if(log_.begin(), log_.end(), [&](const SessionRecord& r) {
          const auto* started = std::get_if<record::ToolStarted>(&r);
          return started != nullptr && started->call == call.call;
        });
    if (known != log_.end()) next.effect = std::get<record::ToolStarted>(*known).effect;
    next.cancellable = chance(20);
    next.deadline_ms = 1'000;
    stage += chance(50) ? 1 : 0;
    next.stage = stage;
    if (call.name == "other") next.error = "no such tool";
    planned.calls.push_back(std::move(next));
  }
  feed(input::ToolsPlanned{ask.ask, std::move(planned)});
}

void ChanceWorld::authorize(const effect::AuthorizeTools& ask) {
  input::ToolsAuthorized answer{ask.ask, {}};
  for (std::size_t i = 0; i < ask.calls.size(); ++i) {
    const std::uint64_t roll = pick(10);
    answer.verdicts.push_back(roll == 0   ? AccessVerdict::deny
                              : roll == 1 ? AccessVerdict::ask
                                          : AccessVerdict::allow);
  }
  if (chance(3)) answer.verdicts.pop_back();  // a provider that forgets one
  feed(answer);
}

void ChanceWorld::finish_a_tool() {
  const std::size_t at = pick(tools_.size());
  const effect::StartTool tool = tools_[at];
  if (tool.call.call.value % 7 == 3) return;  // it hangs
  tools_.erase(tools_.begin() + static_cast<std::ptrdiff_t>(at));
  feed(input::ToolFinished{tool.call.call,
                           tool.run,
                           chance(80) ? text_outcome(Auditor::result_text(tool.call.call))
                                      : error_outcome("bad")});
}

void ChanceWorld::acknowledge() {
  const auto [ticket, log_size] = appends_.front();
  appends_.erase(appends_.begin());
  if (pick(1'500) == 0) {
    store_failed_ = true;
    appends_.clear();
    return feed(input::StoreFailed{ticket, {StoreFault::io, "disk"}});
  }
  durable_ = log_size;
  feed(input::Stored{ticket});
}

std::map<TimerId, MonoTime>::iterator ChanceWorld::earliest_timer() {
  return std::min_element(
      timers_.begin(), timers_.end(), [](const auto& a, const auto& b) {
        return a.second < b.second;
      });
}

bool ChanceWorld::timer_is_overdue() {
  return !timers_.empty() && earliest_timer()->second + timer_lateness < now_.mono;
}

void ChanceWorld::fire_timer() {
  const auto first = earliest_timer();
  now_.mono = std::max(now_.mono, first->second);
  const TimerId timer = first->first;
  timers_.erase(first);
  feed(input::TimerFired{timer});
}

}  // namespace pintle

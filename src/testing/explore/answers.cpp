// SPDX-License-Identifier: MIT
// The answers that the world gives to the machine's asks.
#include "testing/explore/fingerprint.hpp"
#include "testing/explore/world.hpp"

namespace pintle::testing {

void CheckedWorld::answer(std::uint8_t which) {
  const OpenAsk asked = *ask;
  if (asked.what == Asked::plan) return plan(which);
  if (asked.what == Asked::access) return authorize(which);
  if (asked.what == Asked::error) return classify(which);
  if (asked.what == Asked::answer || asked.what == Asked::results) return judge(which);
  ask.reset();
  if (asked.what == Asked::model) {
    ModelInfo info;
    info.name = asked.model;
    if (which == 0) return feed(input::ModelResolved{asked.id, info});
    return feed(input::ModelResolved{asked.id, Err{AuthError{"no"}}});
  }
  if (asked.what == Asked::context) {
    ContextPlan context;
    context.tokens = 100;
    if (which == 1) context.new_epoch_cause = "window";
    if (which < 2) return feed(input::ContextReady{asked.id, context});
    return feed(input::ContextReady{asked.id, Err{GenerationError{}}});
  }
  if (asked.what == Asked::spend) {
    if (which == 0) return feed(input::SpendAnswered{asked.id, std::int64_t{100}});
    return feed(input::SpendAnswered{asked.id, Err{BudgetExhausted{}}});
  }
  feed(input::MemoryChecked{
      asked.id, which == 0 ? MemoryTrigger::none : MemoryTrigger::observation});
}

void CheckedWorld::judge(std::uint8_t which) {
  const AskId id = ask->id;
  Judgement judgement;
  if (ask->what == Asked::results) {
    if (which == 1) judgement.kind = JudgementKind::finish;
    judgement.finish = finish::Stuck{"tool", 3, "repeated"};
  } else {
    constexpr JudgementKind kinds[] = {JudgementKind::accept,
                                       JudgementKind::accept_weak,
                                       JudgementKind::finish,
                                       JudgementKind::retry,
                                       JudgementKind::retry};
    judgement.kind = kinds[which];
    judgement.finish = finish::Loop{"exact", 3};
    judgement.reason = RetractReason::vacuous;
    judgement.switch_model = which == 4;
  }
  ask.reset();
  feed(input::AnswerJudged{id, judgement});
}

void CheckedWorld::classify(std::uint8_t which) {
  const AskId id = ask->id;
  ask.reset();
  constexpr ActionKind kinds[] = {ActionKind::continue_turn,
                                  ActionKind::retry,
                                  ActionKind::retry,
                                  ActionKind::retry_with_reduced_context,
                                  ActionKind::switch_model,
                                  ActionKind::switch_model,
                                  ActionKind::terminate};
  AgentAction action;
  action.kind = kinds[which];
  std::optional<MonoTime> at;
  if (which == 2 || which == 5) at = now.mono + std::chrono::milliseconds(10);
  feed(input::ErrorClassified{id, action, at});
}

void CheckedWorld::plan(std::uint8_t which) {
  const OpenAsk asked = *ask;
  ask.reset();
  ToolPlan planned;
  for (const auto& [call, letter] : asked.calls) {
    const ExploredTool& tool =
        setting->options.tools[static_cast<std::size_t>(letter - 'a')];
    PlannedCall next;
    next.call = call;
    next.name = std::string(1, letter);
    next.arguments = "{}";
    next.effect = tool.effect;
    next.cancellable = tool.cancellable;
    next.deadline_ms = 100;
    next.stage = which == 0 ? 0 : static_cast<std::uint32_t>(planned.calls.size());
    if (!tool.known) next.error = "no such tool";
    planned.calls.push_back(std::move(next));
  }
  feed(input::ToolsPlanned{asked.id, std::move(planned)});
}

void CheckedWorld::authorize(std::uint8_t which) {
  const OpenAsk asked = *ask;
  const std::size_t base = setting->options.approvals ? 3 : 2;
  const bool forgets = which + 1U == answers();
  ask.reset();
  input::ToolsAuthorized verdicts{asked.id, {}};
  constexpr AccessVerdict kinds[] = {
      AccessVerdict::allow, AccessVerdict::deny, AccessVerdict::ask};
  std::size_t rest = which;
  for (std::size_t i = 0; i < asked.count && !forgets; ++i) {
    verdicts.verdicts.push_back(kinds[rest % base]);
    rest /= base;
  }
  feed(verdicts);
}

// Answers to what was answered, replaced or stopped before; some of them twice.
void CheckedWorld::late_answers() {
  const Mark mark = fingerprint(*this);
  const bool newest_is_open = ask && ask->id == newest_ask;
  const AskId id{newest_ask.value - (newest_is_open ? 1 : 0)};
  const GenerationId generation{9'999'999};
  const CallId call{9'999'999};
  feed(input::ModelResolved{id, Err{AuthError{"late"}}});
  feed(input::ContextReady{id, Err{AuthError{"late"}}});
  feed(input::SpendAnswered{id, std::int64_t{1}});
  feed(input::AnswerJudged{id, {}});
  feed(input::ErrorClassified{id, {}, {}});
  feed(input::ToolsPlanned{id, {}});
  feed(input::ToolsAuthorized{id, {}});
  feed(input::MemoryChecked{id, {}});
  feed(input::TimerFired{TimerId{9'999'999}});
  feed(input::ApprovalAnswered{call, approve()});
  feed(input::Delta{generation, DeltaKind::text, 0, "late"});
  feed(input::GenerationEnded{generation, {}, {}});
  feed(input::GenerationFailed{generation, {}, {}});
  feed(input::ToolFinished{call, 1, text_outcome("late")});
  for (const CallId stopped : closed_calls(machine)) {
    feed(input::ToolFinished{stopped, 1, text_outcome("late")});
  }
  if (!setting->signature.empty()) broken("a late answer had an effect");
  if (fingerprint(*this) != mark) broken("a late answer changed the machine");
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
#include "driver/consult.hpp"

#include <algorithm>
#include <utility>

#include "pintle/executor.hpp"
#include "pintle/hash.hpp"
#include "pintle/ledger.hpp"

#include "driver/guarded.hpp"

namespace pintle {

Task<LoopInput> resolve_model(const Plugins& plugins, effect::ResolveModel ask) {
  Result<std::shared_ptr<Model>> model = guarded(
      [&] { return plugins.router->get_model(ask.name); },
      [](std::string text) {
        return Result<std::shared_ptr<Model>>(Err{UnexpectedError{std::move(text)}});
      });
  if (!model) co_return input::ModelResolved{ask.ask, Err{model.error()}};
  auto allowed = guarded_task<bool>(
      [&] { return plugins.access->can_use_model(plugins.config.user, ask.name); });
  const Result<bool> may = co_await std::move(allowed);
  if (may && *may) {
    Result<ModelInfo> info = (*model)->info();
    co_return input::ModelResolved{ask.ask, std::move(info)};
  }
  AuthError refused{"user '" + plugins.config.user + "' may not use model '" + ask.name +
                    "'"};
  if (!may) refused.reason += ": " + to_string(may.error());
  co_return input::ModelResolved{ask.ask, Err{std::move(refused)}};
}

namespace {

std::int64_t estimate_tools(const Plugins& plugins) {
  std::size_t bytes = 0;
  for (const ToolSpec* spec : plugins.tools->offered()) {
    bytes += spec->name.size() + spec->description.size() + spec->input_schema.size();
  }
  return static_cast<std::int64_t>(bytes / 4);
}

ContextRequest context_request(const Plugins& plugins,
                               const LoopMachine& machine,
                               const effect::AssembleContext& ask,
                               const input::ContextReady& answer) {
  ContextRequest request;
  request.history = &machine.history();
  request.memory = plugins.memory.get();
  request.config = &plugins.config.agent;
  request.system = plugins.system_prompt;
  request.tool_tokens = estimate_tools(plugins);
  request.window = ask.window;
  request.budget_remaining = plugins.ledger->remaining();
  request.reduction = ask.reduction;
  request.last_tokens = ask.last_tokens;
  request.epoch = machine.epoch().epoch;
  request.epoch_from = machine.epoch().from;
  request.epoch_model = machine.epoch_model();
  request.model = ask.model;
  request.tools_changed = answer.tools_digest != machine.epoch().tools_digest;
  request.system_changed = answer.system_digest != machine.epoch().system_digest;
  return request;
}

}  // namespace

std::uint64_t tools_digest(const Plugins& plugins) {
  Hasher hasher;
  for (const ToolSpec* spec : plugins.tools->offered()) {
    hasher.text(spec->name);
    hasher.text(spec->description);
    hasher.text(spec->input_schema);
  }
  return hasher.digest();
}

Task<LoopInput> assemble_context(const Plugins& plugins,
                                 const LoopMachine& machine,
                                 effect::AssembleContext ask) {
  input::ContextReady answer{
      ask.ask, ContextPlan{}, tools_digest(plugins), hash64(plugins.system_prompt)};
  const ContextRequest request = context_request(plugins, machine, ask, answer);
  auto task =
      guarded_task<ContextPlan>([&] { return plugins.context->assemble(request); });
  answer.plan = co_await std::move(task);
  co_return LoopInput(std::move(answer));
}

Task<LoopInput> reserve_spend(const Plugins& plugins, effect::ReserveSpend ask) {
  const std::int64_t floor = plugins.config.agent.limits.max_tokens_floor;
  Result<std::int64_t> granted = guarded(
      [&] {
        return plugins.ledger->reserve(
            {ask.generation, ask.input_tokens, ask.max_tokens, floor, ask.pricing});
      },
      [](std::string text) {
        return Result<std::int64_t>(Err{UnexpectedError{std::move(text)}});
      });
  if (!granted) co_return input::SpendAnswered{ask.ask, std::move(granted)};
  const std::int64_t tokens = *granted;
  auto task = guarded_task<bool>(
      [&] { return plugins.access->can_spend(plugins.config.user, tokens); });
  const Result<bool> may = co_await std::move(task);
  if (may && *may) co_return input::SpendAnswered{ask.ask, std::move(granted)};
  plugins.ledger->settle(ask.generation);
  if (!may) {
    co_return input::SpendAnswered{ask.ask, Err{AuthError{to_string(may.error())}}};
  }
  co_return input::SpendAnswered{ask.ask, Err{BudgetRefused{tokens}}};
}

Task<LoopInput> authorize_tools(const Plugins& plugins, effect::AuthorizeTools ask) {
  input::ToolsAuthorized answer{ask.ask, {}};
  for (const PlannedCall& call : ask.calls) {
    auto task = guarded_task<AccessVerdict>([&] {
      return plugins.access->can_use_tool(
          plugins.config.user, ToolUse{call.name, call.arguments, call.effect});
    });
    const Result<AccessVerdict> verdict = co_await std::move(task);
    answer.verdicts.push_back(verdict ? *verdict : AccessVerdict::deny);
  }
  co_return LoopInput(std::move(answer));
}

// Memory is a help, not a need: without an answer the turn goes on.
Task<LoopInput> check_memory(const Plugins& plugins, effect::CheckMemory ask) {
  auto task =
      guarded_task<MemoryTrigger>([&] { return plugins.memory->check_triggers(); });
  const Result<MemoryTrigger> trigger = co_await std::move(task);
  co_return input::MemoryChecked{ask.ask, trigger ? *trigger : MemoryTrigger::none};
}

namespace {

bool all_repeatable(const Plugins& plugins, const Message& answer) {
  const auto calls = calls_of(answer);
  return !calls.empty() &&
         std::all_of(calls.begin(), calls.end(), [&](const CallPart* call) {
           const auto tool = plugins.tools->get(call->name);
           return tool && tool->spec().repeatable;
         });
}

}  // namespace

LoopInput judge_answer(const Plugins& plugins, const effect::JudgeAnswer& ask) {
  JudgeRequest request;
  request.what = ask.what;
  request.answer = &ask.answer;
  request.stop = ask.stop;
  request.question = ask.question;
  request.text_shown = ask.text_shown;
  request.repeatable = all_repeatable(plugins, ask.answer);
  request.other_model = ask.other_model;
  return input::AnswerJudged{ask.ask,
                             guarded([&] { return plugins.detector->judge(request); },
                                     [](const std::string&) { return Judgement{}; })};
}

LoopInput classify_error(const Plugins& plugins, const effect::ClassifyError& ask) {
  const Limits& limits = plugins.config.agent.limits;
  AgentAction action = guarded(
      [&] {
        return plugins.policy->classify(
            ask.error, ErrorContext{ask.attempt, ask.can_switch, limits});
      },
      [](std::string text) {
        return AgentAction::terminate(UnexpectedError{std::move(text)});
      });
  const bool waits = action.kind == ActionKind::retry ||
                     action.kind == ActionKind::continue_turn ||
                     (action.kind == ActionKind::switch_model && !ask.can_switch);
  std::optional<MonoTime> retry_at;
  if (waits) {
    const std::uint64_t random = plugins.executor->random();
    const std::int64_t delay =
        action.delay_ms.value_or(backoff_ms(ask.error, ask.attempt, limits, random));
    retry_at = plugins.executor->now().mono + std::chrono::milliseconds(delay);
  }
  return input::ErrorClassified{ask.ask, std::move(action), retry_at};
}

LoopInput plan_tools(const Plugins& plugins, const effect::PlanTools& ask) {
  std::vector<const CallPart*> calls;
  for (const CallPart& call : ask.calls) calls.push_back(&call);
  const Limits& limits = plugins.config.agent.limits;
  return input::ToolsPlanned{ask.ask,
                             guarded([&] { return plugins.tools->plan(calls, limits); },
                                     [&](const std::string& text) {
                                       ToolPlan plan;
                                       for (const CallPart& call : ask.calls) {
                                         PlannedCall planned;
                                         planned.call = call.call;
                                         planned.name = call.name;
                                         planned.error =
                                             "the call could not be planned: " + text;
                                         plan.calls.push_back(std::move(planned));
                                       }
                                       return plan;
                                     })};
}

}  // namespace pintle

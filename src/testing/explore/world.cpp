// SPDX-License-Identifier: MIT
// A step of the world: an input for the machine, and what is left of the world after it.
#include "testing/explore/world.hpp"

#include <algorithm>

#include "testing/explore/fingerprint.hpp"

namespace pintle::testing {

Setting make_setting(const ExploreOptions& options, const Tampering& tampering) {
  Setting setting;
  setting.options = options;
  setting.tampering = tampering;
  LoopConfig& config = setting.config;
  config.session = "s";
  config.models.primary = "a";
  if (options.fallback_model) config.models.fallbacks = {"b"};
  AgentConfig& agent = config.agent;
  agent.max_inner_iterations = options.inner_rounds;
  agent.max_outer_iterations = options.outer_rounds;
  agent.circuit_breaker_threshold = options.breaker_threshold;
  if (options.time_budget) agent.budget.wall_ms = 1'000;
  Limits& limits = agent.limits;
  limits.retry_attempts = options.retry_attempts;
  limits.overflow_attempts = options.overflow_attempts;
  limits.pause_continuations = options.pause_continuations;
  limits.denials_in_a_row = options.denials_in_a_row;
  limits.denials_in_turn = options.denials_in_turn;
  limits.parallel_tools = options.parallel_tools;
  // Cool-downs do not grow, so that only whether and how long a model is open matters.
  limits.breaker_cooldown_ms = limits.breaker_cooldown_max_ms = cooldown_ms;
  limits.answer_bytes = 6;  // a text and two calls; one more of anything is too much
  return setting;
}

CheckedWorld::CheckedWorld(Setting& shared)
    : setting(&shared),
      machine(shared.config),
      durable(std::make_shared<const LoopMachine>(machine.clone())) {}

CheckedWorld::CheckedWorld(const CheckedWorld& other, LoopMachine copied)
    : setting(other.setting),
      machine(std::move(copied)),
      durable(other.durable),
      open(other.open),
      now(other.now),
      next_message(other.next_message),
      ask(other.ask),
      newest_ask(other.newest_ask),
      streamed(other.streamed),
      tools(other.tools),
      timers(other.timers),
      stream_open(other.stream_open),
      books(other.books),
      durable_books(other.durable_books),
      ran(other.ran),
      shown(other.shown),
      aborted(other.aborted),
      timed_out(other.timed_out) {}

CheckedWorld CheckedWorld::clone() const {
  return CheckedWorld(*this, machine.clone());
}

void CheckedWorld::broken(std::string what) {
  if (fault.empty()) fault = std::move(what);
}

void CheckedWorld::feed(const LoopInput& input) {
  std::vector<LoopEffect>& effects = setting->effects;
  effects.clear();
  const StateKind before = machine.state();
  const bool dead = machine.failed();
  machine.apply(input, now, effects);
  if (setting->tampering.effects != nullptr) setting->tampering.effects(effects);
  if (dead && !effects.empty()) return broken("a machine whose log failed did something");
  if (dead) return;
  setting->seen[static_cast<std::size_t>(before)][input.index()] |=
      1U << static_cast<std::uint32_t>(machine.state());
  std::string wrong = check_step(before, input, machine.state(), effects);
  if (!wrong.empty()) return broken(std::move(wrong));
  for (const LoopEffect& effect : effects) {
    setting->signature.push_back(static_cast<std::uint8_t>(effect.index()));
    perform(effect);
  }
  check_rest();
}

void CheckedWorld::step(Choice choice) {
  setting->signature.clear();
  switch (choice.act) {
    case Act::late_answers: return late_answers();
    case Act::prompt:
      stream_open = true;
      return feed(
          input::TurnStarted{MessageId{next_message++}, user_message("prompt"), {}});
    case Act::go_on: stream_open = true; return feed(input::TurnContinued{});
    case Act::end_session:
      feed(input::SessionEnded{});
      if (machine.queued() != 0) broken("the end of the session left messages queued");
      return;
    case Act::say:
      return feed(input::UserMessage{MessageId{next_message++},
                                     user_message("say"),
                                     static_cast<SteerMode>(choice.which),
                                     {}});
    case Act::abort: aborted = !timed_out; return feed(input::AbortRequested{});
    case Act::approve:
    case Act::deny:
    case Act::edit: {
      const CallId call = open_approvals(machine)[choice.which];
      return feed(input::ApprovalAnswered{call,
                                          choice.act == Act::deny   ? deny("no")
                                          : choice.act == Act::edit ? with_arguments("{}")
                                                                    : approve()});
    }
    case Act::answer: return answer(choice.which);
    case Act::text:
    case Act::opaque:
    case Act::call:
    case Act::arguments:
    case Act::end:
    case Act::fail: return stream(choice);
    case Act::tool_ok:
    case Act::tool_error: return finish_tool(choice);
    case Act::timer: return fire(choice.which);
    case Act::stored: return acknowledge(choice.which);
    case Act::store_fails:
      return feed(input::StoreFailed{open.front().ticket, {StoreFault::io, "disk"}});
    case Act::crash: return crash(choice.which);
    case Act::cool_down: now.wall_ms += cooldown_ms / 2; return;
  }
}

void CheckedWorld::stream(Choice choice) {
  const GenerationId generation = streamed.generation;
  const auto last = static_cast<std::uint32_t>(streamed.calls.size());
  streamed.any = true;
  if (choice.act == Act::text) {
    streamed.text = true;
    return feed(input::Delta{generation, DeltaKind::text, 0, "text"});
  }
  if (choice.act == Act::opaque) {
    return feed(input::Opaque{generation, model::OpaqueKind::thinking_signature, 0, "s"});
  }
  if (choice.act == Act::call) {
    streamed.calls.push_back(static_cast<char>('a' + choice.which));
    streamed.arguments = false;
    return feed(input::CallStarted{
        generation, last, "id", std::string_view(streamed.calls).substr(last, 1)});
  }
  if (choice.act == Act::arguments) {
    streamed.arguments = true;
    return feed(input::Delta{generation, DeltaKind::call_arguments, last - 1, "{}"});
  }
  streamed.generation = {};
  if (choice.act == Act::end) {
    const StopReason stop{static_cast<StopKind>(choice.which), "raw"};
    return feed(input::GenerationEnded{generation, stop, {}});
  }
  GenerationError error;
  error.kind = static_cast<GenerationKind>(choice.which);
  feed(input::GenerationFailed{generation, error, {}});
}

void CheckedWorld::finish_tool(Choice choice) {
  const RunningTool tool = tools[choice.which];
  tools.erase(tools.begin() + choice.which);
  feed(input::ToolFinished{
      tool.call,
      tool.run,
      choice.act == Act::tool_ok ? text_outcome("ok") : error_outcome("bad")});
}

void CheckedWorld::fire(std::uint8_t which) {
  const auto timer = std::find_if(timers.begin(), timers.end(), [&](TimerId each) {
    return timer_role(machine, each) == which;
  });
  const TimerId fired = *timer;
  timers.erase(timer);
  if (which == turn_timer_role) timed_out = !aborted;
  feed(input::TimerFired{fired});
}

namespace {

// Results that are durable are not looked back at.
void forget(std::vector<CallId>& ran, const SessionRecord& record) {
  const auto* result = std::get_if<record::ToolResult>(&record);
  if (result != nullptr) {
    ran.erase(std::remove(ran.begin(), ran.end(), result->call), ran.end());
  }
}

}  // namespace

void CheckedWorld::acknowledge(std::uint8_t which) {
  const Ticket ticket = open[which].ticket;
  LoopMachine folded = durable->clone();
  for (std::size_t i = 0; i <= which; ++i) {
    for (const SessionRecord& record : *open[i].records) {
      folded.evolve(record);
      forget(ran, record);
      (void)durable_books.enter(record);  // its faults were found when it was live
    }
  }
  open.erase(open.begin(), open.begin() + which + 1);
  if (open.empty() && (folded.digest() != machine.digest() ||
                       durable_mark(folded, now) != durable_mark(machine, now))) {
    broken("the fold of the log is not the live state");
  }
  durable = std::make_shared<const LoopMachine>(std::move(folded));
  feed(input::Stored{ticket});
}

// The process ends, and another one folds what is left of the log.
void CheckedWorld::crash(std::size_t survivors) {
  LoopMachine again = durable->clone();
  for (std::size_t i = 0; i < survivors; ++i) {
    for (const SessionRecord& record : *open[i].records) {
      again.evolve(record);
      forget(ran, record);
      (void)durable_books.enter(record);
    }
  }
  durable = std::make_shared<const LoopMachine>(again.clone());
  machine = std::move(again);
  books = durable_books;
  open.clear();
  ask.reset();
  newest_ask = {};
  streamed = {};
  tools.clear();
  timers.clear();
  stream_open = aborted = timed_out = false;
  shown = open_generation(machine);  // as far as the log knows; it may have shown text
  feed(input::Reopened{});
  if (shown) broken("a generation that a crash cut short was not retracted");
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// What may happen next. The list follows from what a fingerprint holds, in an order that
// follows from it too, so that worlds of one fingerprint allow the same choices.
#include <algorithm>
#include <array>

#include "testing/explore/fingerprint.hpp"
#include "testing/explore/world.hpp"

namespace pintle::testing {

namespace {

constexpr std::size_t stop_kinds = static_cast<std::size_t>(StopKind::other) + 1;
constexpr std::size_t error_kinds =
    static_cast<std::size_t>(GenerationKind::slow_reader) + 1;

template <class N>
void add(std::vector<Choice>& out, Act act, N count) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    out.push_back({act, static_cast<std::uint8_t>(i)});
  }
}

}  // namespace

void CheckedWorld::enabled(std::vector<Choice>& out) const {
  out.clear();
  out.push_back({Act::late_answers, 0});
  const ExploreOptions& options = setting->options;
  if (machine.failed()) {  // the next process finds what the store has, or a bit more
    if (options.crashes) add(out, Act::crash, open.size() + 1);
    return;
  }
  const bool store_is_behind = open.size() > options.store_lag;
  if (!store_is_behind) {
    enabled_callers(out);
    if (ask) enabled_answers(out);
    if (streamed.generation) enabled_stream(out);
    add(out, Act::tool_ok, tools.size());
    add(out, Act::tool_error, tools.size());
    for (std::uint8_t role = 0; role <= last_timer_role; ++role) {
      const bool set = std::any_of(timers.begin(), timers.end(), [&](TimerId timer) {
        return timer_role(machine, timer) == role;
      });
      if (set) out.push_back({Act::timer, role});
    }
    if (any_model_open(machine, now)) out.push_back({Act::cool_down, 0});
  }
  add(out, Act::stored, open.size());
  if (options.store_failures && !open.empty()) out.push_back({Act::store_fails, 0});
  if (options.crashes) add(out, Act::crash, open.size() + 1);
}

void CheckedWorld::enabled_callers(std::vector<Choice>& out) const {
  const StateKind state = machine.state();
  const bool idle = state == StateKind::initializing || state == StateKind::done;
  if (idle && !stream_open) {
    if (books.waiting.size() <= setting->options.queue) out.push_back({Act::prompt, 0});
    out.push_back({Act::end_session, 0});
  }
  if (state == StateKind::suspended && !stream_open) out.push_back({Act::go_on, 0});
  if (books.waiting.size() < setting->options.queue) add(out, Act::say, 4);
  if (!contract(state, InputKind::abort_requested).ignored()) {
    out.push_back({Act::abort, 0});
  }
  const std::size_t approvals = open_approvals(machine).size();
  add(out, Act::approve, approvals);
  add(out, Act::deny, approvals);
  add(out, Act::edit, approvals);
}

std::size_t CheckedWorld::answers() const {
  switch (ask->what) {
    case Asked::model: return 2;    // found, refused
    case Asked::context: return 3;  // a plan, a plan in a new epoch, an error
    case Asked::spend: return 2;    // granted, refused
    case Asked::answer: return ask->other_model ? 5U : 4U;
    case Asked::results: return 2;                             // go on, finish
    case Asked::error: return 7;                               // see `classify`
    case Asked::plan: return ask->calls.size() > 1 ? 2U : 1U;  // one stage, or several
    case Asked::access: {
      // One verdict for each call, and the answer of a provider that forgets them.
      std::size_t count = 1;
      const std::size_t verdicts = setting->options.approvals ? 3 : 2;
      for (std::size_t i = 0; i < ask->count; ++i) count *= verdicts;
      return count + 1;
    }
    case Asked::memory: return 2;
  }
  return 0;
}

void CheckedWorld::enabled_answers(std::vector<Choice>& out) const {
  add(out, Act::answer, answers());
}

void CheckedWorld::enabled_stream(std::vector<Choice>& out) const {
  const ExploreOptions& options = setting->options;
  out.push_back({Act::text, 0});
  if (!streamed.any) out.push_back({Act::opaque, 0});
  if (streamed.calls.size() < options.calls) add(out, Act::call, options.tools.size());
  if (!streamed.calls.empty() && !streamed.arguments) {
    out.push_back({Act::arguments, 0});
  }
  add(out, Act::end, stop_kinds);
  add(out, Act::fail, error_kinds);
}

bool CheckedWorld::caller_only(Choice choice) const {
  switch (choice.act) {
    case Act::late_answers:
    case Act::prompt:
    case Act::go_on:
    case Act::end_session:
    case Act::say:
    case Act::abort:
    case Act::approve:
    case Act::deny:
    case Act::edit:
    case Act::store_fails:
    case Act::crash:
    case Act::cool_down: return true;
    default: return false;
  }
}

namespace {

std::string name_of_answer(const OpenAsk& ask, std::uint8_t which) {
  using Names = std::array<const char*, 7>;
  const auto pick = [&](const Names& names) { return std::string(names[which]); };
  switch (ask.what) {
    case Asked::model: return pick({"model found", "model refused"});
    case Asked::context:
      return pick({"context ready", "context ready, new epoch", "no context"});
    case Asked::spend: return pick({"spend granted", "spend refused"});
    case Asked::answer:
      return "answer judged: " + pick({"accept", "weak", "finish", "retry", "switch"});
    case Asked::results: return "results judged: " + pick({"go on", "finish"});
    case Asked::error:
      return "error classified: " + pick({"continue",
                                          "retry",
                                          "retry later",
                                          "reduce",
                                          "switch",
                                          "switch or retry later",
                                          "terminate"});
    case Asked::plan: return pick({"planned in one stage", "planned in stages"});
    case Asked::access: return "authorized, choice " + std::to_string(which);
    case Asked::memory: return pick({"memory is fine", "memory is triggered"});
  }
  return {};
}

}  // namespace

std::string CheckedWorld::describe(Choice choice) const {
  const std::string which = std::to_string(choice.which);
  switch (choice.act) {
    case Act::late_answers: return "late answers";
    case Act::prompt: return "prompt";
    case Act::go_on: return "continue the turn";
    case Act::end_session: return "end the session";
    case Act::say:
      return "user message, " +
             std::string(to_string(static_cast<SteerMode>(choice.which)));
    case Act::abort: return "abort";
    case Act::approve: return "approve call " + which;
    case Act::deny: return "deny call " + which;
    case Act::edit: return "approve call " + which + " with other arguments";
    case Act::answer: return name_of_answer(*ask, choice.which);
    case Act::text: return "text delta";
    case Act::opaque: return "opaque delta";
    case Act::call: return "call of tool " + std::string(1, char('a' + choice.which));
    case Act::arguments: return "argument delta";
    case Act::end:
      return "generation ends: " +
             std::string(to_string(static_cast<StopKind>(choice.which)));
    case Act::fail:
      return "generation fails: " +
             std::string(to_string(static_cast<GenerationKind>(choice.which)));
    case Act::tool_ok: return "tool " + which + " is done";
    case Act::tool_error: return "tool " + which + " fails";
    case Act::timer: return "timer fires: " + name_of_timer(choice.which);
    case Act::stored: return "stored, appends: " + std::to_string(choice.which + 1);
    case Act::store_fails: return "the store fails";
    case Act::crash: return "crash and recover, open appends that survive: " + which;
    case Act::cool_down: return "half a cool-down passes";
  }
  return {};
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
#include "testing/replay_run.hpp"

#include <algorithm>
#include <limits>

#include "core/field_hash.hpp"
#include "core/overloaded.hpp"
#include "loop/contract.hpp"
#include "testing/effect_fields.hpp"

namespace pintle::testing {

namespace {

constexpr std::uint64_t call_id_max = std::numeric_limits<std::uint64_t>::max() / 2;

template <class T>
std::uint64_t digest_of(const T& value) {
  Hasher hasher;
  FieldHash(hasher).put(value);
  return hasher.digest();
}

bool has_results(const Message& message) {
  return std::any_of(message.parts.begin(), message.parts.end(), [](const Part& part) {
    return std::holds_alternative<ResultPart>(part);
  });
}

// A message that the history could not hold.
std::string unfit_message(const Message& message) {
  const std::vector<const CallPart*> calls = calls_of(message);
  if (message.role == Role::tool) return "a message of results";
  if (has_results(message)) return "a message that holds a result";
  if (!calls.empty() && message.role != Role::assistant)
    return "a call that no answer made";
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const CallId id = calls[i]->call;
    if (!id || id.value > call_id_max) return "a call without an id";
    for (std::size_t k = 0; k < i; ++k) {
      if (calls[k]->call == id) return "two calls of one id";
    }
  }
  return {};
}

// A message that comes from outside.
std::string unfit_prompt(const Message& message) {
  if (!calls_of(message).empty()) return "a user's message that holds a call";
  return unfit_message(message);
}

std::string unfit_outcome(const ToolOutcome& outcome) {
  return outcome.status == ResultStatus::pending ? "an outcome that is pending" : "";
}

std::string unfit_record(const SessionRecord& record, const History& history) {
  const std::string open =
      history.has_open_calls() ? "a message while calls are open" : "";
  return std::visit(
      Overloaded{[](const record::InputAccepted& r) { return unfit_prompt(r.message); },
                 [&](const record::InputDelivered&) { return open; },
                 [&](const record::Conversation& r) {
                   return open.empty() ? unfit_message(r.message) : open;
                 },
                 [](const record::ToolResult& r) { return unfit_outcome(r.outcome); },
                 [](const auto&) { return std::string(); }},
      record);
}

bool may_have_open_calls(StateKind state) {
  return state == StateKind::inner_tool_calls || state == StateKind::inner_executing ||
         state == StateKind::suspended;
}

}  // namespace

std::vector<std::string_view> kinds_of(std::span<const LoopEffect> effects) {
  std::vector<std::string_view> kinds;
  for (const LoopEffect& each : effects) kinds.push_back(effect_name(each.index()));
  return kinds;
}

ReplayRun::ReplayRun(const LoopConfig& config)
    : machine_(config), config_digest_(digest_of(config)) {}

std::string ReplayRun::begin(std::span<const SessionRecord> log) {
  std::string fault;
  for (std::size_t i = 0; i < log.size() && fault.empty(); ++i) {
    fault = unfit_record(log[i], machine_.history());
    if (fault.empty())
      machine_.evolve(log[i]);
    else
      fault = "record " + std::to_string(i + 1) + " of the log: " + fault;
  }
  Hasher hasher;
  hasher.number(config_digest_);
  hasher.number(machine_.digest());
  begin_digest_ = hasher.digest();
  run_.number(begin_digest_);
  return fault;
}

std::string ReplayRun::unfit(const LoopInput& input) const {
  if (machine_.failed()) return {};  // it takes nothing more, and may have open calls
  const bool open = machine_.history().has_open_calls();
  const bool reopens = std::holds_alternative<input::Reopened>(input);
  if (open && !reopens && !may_have_open_calls(machine_.state())) {
    return "calls are open in state " + std::string(to_string(machine_.state()));
  }
  return std::visit(
      Overloaded{[](const input::TurnStarted& in) { return unfit_prompt(in.message); },
                 [](const input::UserMessage& in) { return unfit_prompt(in.message); },
                 [](const input::ToolFinished& in) { return unfit_outcome(in.outcome); },
                 [this](const input::ToolsPlanned& in) {
                   const auto& calls = in.plan.calls;
                   const bool all =
                       std::all_of(planned_.begin(), planned_.end(), [&](CallId asked) {
                         return std::any_of(
                             calls.begin(), calls.end(), [&](const PlannedCall& call) {
                               return call.call == asked;
                             });
                       });
                   const bool due = in.ask == plan_ask_;
                   return std::string(due && !all ? "a plan that lacks a call" : "");
                 },
                 [](const auto&) { return std::string(); }},
      input);
}

void ReplayRun::step(const LoopInput& input, Now now) {
  effects_.clear();
  machine_.apply(input, now, effects_);
  for (const LoopEffect& each : effects_) {
    const auto* plan = std::get_if<effect::PlanTools>(&each);
    if (plan == nullptr) continue;
    plan_ask_ = plan->ask;
    planned_.clear();
    for (const CallPart& call : plan->calls) planned_.push_back(call.call);
  }
  Hasher hasher;
  FieldHash hash(hasher);
  hash.put(input);
  hash.put(now);
  hasher.text(to_string(machine_.state()));
  hash.put(effects_);
  hasher.number(machine_.digest());
  step_digest_ = hasher.digest();
  run_.number(step_digest_);
}

std::vector<std::string_view> ReplayRun::effect_kinds() const {
  return kinds_of(effects_);
}

}  // namespace pintle::testing

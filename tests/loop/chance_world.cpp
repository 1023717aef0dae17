// SPDX-License-Identifier: MIT
#include "loop/chance_world.hpp"

#include <algorithm>

#include "core/overloaded.hpp"

namespace pintle {

namespace {

LoopConfig small_config(testing::SeededRandom& random) {
  LoopConfig config;
  config.models.primary = "a";
  config.models.fallbacks = {"b"};
  config.session = "s";
  config.agent.max_inner_iterations = 3;
  config.agent.max_outer_iterations = 2;
  config.agent.limits.denials_in_a_row = 2;
  config.agent.limits.parallel_tools = 2;
  config.agent.limits.answer_bytes = 60;
  config.agent.limits.pause_continuations = 1;
  config.agent.model_params.max_tokens = 500;
  if (random.next() % 3 == 0) config.agent.budget.wall_ms = 5'000;
  if (random.next() % 2 == 0) config.agent.budget.tokens = 2'000;
  if (random.next() % 4 == 0) config.agent.budget.calls = 9;
  if (random.next() % 4 == 0) config.agent.budget.cost_micro = 3'000;
  return config;
}

}  // namespace

ChanceWorld::ChanceWorld(std::uint64_t seed,
                         Coverage& coverage,
                         std::vector<std::string>* trace)
    : random_(seed),
      trace_(trace),
      coverage_(coverage),
      config_(small_config(random_)),
      machine_(config_),
      budget_(config_.agent.budget),
      auditor_(config_),
      seed_(seed) {
  if (chance(10)) outage_ = static_cast<ActionKind>(pick(5));
}

void ChanceWorld::broken(const std::string& what) {
  if (fault_.empty()) fault_ = "seed=" + std::to_string(seed_) + ": " + what;
}

void ChanceWorld::feed(const LoopInput& input) {
  effects_.clear();
  const StateKind before = machine_.state();
  const bool dead = machine_.failed();
  auditor_.on_input(input);
  machine_.apply(input, now_, effects_);
  if (dead) {
    if (!effects_.empty()) broken("a failed machine did something");
    return;
  }
  const std::string step = check_step(before, input, machine_.state(), effects_);
  if (!step.empty()) broken(step);
  coverage_.next[static_cast<std::size_t>(before)][input.index()] |=
      1U << static_cast<std::uint32_t>(machine_.state());
  const std::vector<LoopEffect> effects = effects_;
  if (trace_ != nullptr) {
    trace_->push_back(std::string(to_string(before)) + " + " +
                      std::string(to_string(static_cast<InputKind>(input.index()))) +
                      " -> " + std::string(to_string(machine_.state())));
  }
  auditor_.on_effects(effects);
  for (const LoopEffect& effect : effects) perform(effect);
  if (!auditor_.fault().empty()) broken(auditor_.fault());
  if (!budget_.fault().empty()) broken(budget_.fault());
}

void ChanceWorld::perform(const LoopEffect& effect) {
  std::visit(
      Overloaded{[&](const effect::Append& e) {
                   for (const SessionRecord& record : e.records) {
                     log_.push_back(record);
                     budget_.on_record(record);
                   }
                   appends_.push_back({e.ticket, log_.size()});
                 },
                 [&](const effect::StartGeneration& e) {
                   const auto sent = machine_.history().messages().subspan(e.from);
                   const std::string fault = find_fault(sent);
                   if (!fault.empty()) broken("request: " + fault);
                   budget_.on_start(e, now_);
                   streaming_ = e.generation;
                   calls_ = 0;
                 },
                 [&](const effect::StartTool& e) { tools_.push_back(e); },
                 [&](const effect::StopGeneration&) { streaming_ = {}; },
                 [&](const effect::StopTool& e) {
                   if (!e.abandon) return;
                   std::erase_if(tools_, [&](const effect::StartTool& t) {
                     return t.call.call == e.call && t.run == e.run;
                   });
                 },
                 [&](const effect::SetTimer& e) { timers_[e.timer] = e.at; },
                 [&](const effect::CancelTimer& e) { timers_.erase(e.timer); },
                 [&](const effect::AskApproval& e) { approvals_.push_back(e.call); },
                 [](const effect::Emit&) {},
                 [&](const effect::Finish&) { at_end_of_stream(); },
                 [](const effect::Report&) {},
                 [](const effect::RecordUsage&) {},
                 [&](const auto& ask) { asks_.emplace_back(ask); }},
      effect);
}

void ChanceWorld::at_end_of_stream() {
  stream_open_ = false;
  asks_.clear();
  streaming_ = {};
  if (store_failed_) return;
  budget_.on_finish();
  const bool suspended = machine_.state() == StateKind::suspended;
  if (!suspended && machine_.state() != StateKind::done) broken("finished, but not done");
  if (suspended) return;
  const auto messages = machine_.history().messages();
  const std::string fault = messages.empty() ? "" : find_fault(messages);
  if (!fault.empty()) broken("history: " + fault);
}

void ChanceWorld::at_end_of_run() {
  if (store_failed_) return;
  LoopMachine folded(config_);
  for (const SessionRecord& record : log_) folded.evolve(record);
  if (folded.digest() != machine_.digest())
    broken("the fold of the log is not the live state");
  const auto live = machine_.history().messages();
  const auto again = folded.history().messages();
  if (!std::equal(live.begin(), live.end(), again.begin(), again.end())) {
    broken("the folded history differs from the live one");
  }
  auditor_.at_rest(machine_.history(), machine_.queued());
  if (!auditor_.fault().empty()) broken(auditor_.fault());
}

std::string ChanceWorld::run() {
  if (chance(20)) feed(input::Reopened{});
  const std::uint64_t turns = 1 + pick(3);
  for (std::uint64_t turn = 0; turn < turns && !machine_.failed() && fault_.empty();
       ++turn) {
    start_turn();
    constexpr int steps_max = 3'000;
    int steps = 0;
    while (stream_open_ && fault_.empty() && ++steps < steps_max) {
      if (!step()) {
        broken("nothing is left to happen in state " +
               std::string(to_string(machine_.state())));
      }
    }
    if (stream_open_ && fault_.empty()) broken("the stream does not end");
    while (!appends_.empty() && !machine_.failed()) acknowledge();
    if (chance(20)) {
      feed(input::UserMessage{
          MessageId{next_message_++}, user_message("later"), SteerMode::when_idle, {}});
    }
  }
  if (fault_.empty()) at_end_of_run();
  const bool idle = machine_.state() == StateKind::done && !machine_.failed();
  if (idle && chance(50)) {
    feed(input::SessionEnded{});
    if (machine_.queued() != 0) broken("the end of the session returned not everything");
  }
  return fault_;
}

void ChanceWorld::start_turn() {
  if (machine_.state() == StateKind::suspended) {
    for (const CallId call : approvals_) {
      if (chance(80)) {
        Approval verdict = chance(50) ? approve() : deny("no");
        if (verdict.approved && chance(30)) verdict = with_arguments(R"({"x":2})");
        feed(input::ApprovalAnswered{call, verdict});
      }
    }
    approvals_.clear();
    if (chance(20)) {
      feed(input::AbortRequested{});
    }
    stream_open_ = true;
    budget_.on_stream(now_);
    feed(input::TurnContinued{});
    return;
  }
  stream_open_ = true;
  budget_.on_stream(now_);
  feed(input::TurnStarted{MessageId{next_message_++}, user_message("prompt"), {}});
}

}  // namespace pintle

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
  return config;
}

}  // namespace

ChanceWorld::ChanceWorld(std::uint64_t seed, Coverage& coverage)
    : random_(seed),
      coverage_(coverage),
      config_(small_config(random_)),
      machine_(config_),
      budget_(config_.agent.budget),
      seed_(seed) {}

void ChanceWorld::broken(const std::string& what) {
  if (fault_.empty()) fault_ = "seed=" + std::to_string(seed_) + ": " + what;
}

void ChanceWorld::feed(const LoopInput& input) {
  effects_.clear();
  const StateKind before = machine_.state();
  const bool dead = machine_.failed();
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
  for (const LoopEffect& effect : effects) perform(effect);
  if (!budget_.fault().empty()) broken(budget_.fault());
}

void ChanceWorld::perform(const LoopEffect& effect) {
  std::visit(
      Overloaded{
          [&](const effect::Append& e) {
            for (const SessionRecord& record : e.records) take(record);
            tickets_.push_back(e.ticket);
          },
          [&](const effect::StartGeneration& e) {
            if (aborted_) broken("a generation was started after the abort");
            const auto sent = machine_.history().messages().subspan(e.from);
            const std::string fault = find_fault(sent);
            if (!fault.empty()) broken("request: " + fault);
            budget_.on_start(e, now_);
            streaming_ = e.generation;
            calls_ = 0;
          },
          [&](const effect::StartTool& e) {
            if (aborted_) broken("a tool was started after the abort");
            const bool once = e.call.effect == ToolEffect::at_most_once;
            if (once && !started_.insert(e.call.call.value).second) {
              broken("an at_most_once call was started twice");
            }
            tools_.push_back(e);
          },
          [&](const effect::StopGeneration&) { streaming_ = {}; },
          [&](const effect::StopTool& e) {
            if (!e.abandon) return;
            tools_.erase(std::remove_if(tools_.begin(),
                                        tools_.end(),
                                        [&](const effect::StartTool& t) {
                                          return t.call.call == e.call && t.run == e.run;
                                        }),
                         tools_.end());
          },
          [&](const effect::SetTimer& e) { timers_[e.timer] = e.at; },
          [&](const effect::CancelTimer& e) { timers_.erase(e.timer); },
          [&](const effect::AskApproval& e) { approvals_.push_back(e.call); },
          [&](const effect::Emit& e) {
            if (const auto* delta = std::get_if<Delta>(&e.item)) {
              shown_.insert(delta->generation.value);
            }
            const auto* record = std::get_if<SessionRecord>(&e.item);
            if (record != nullptr && std::holds_alternative<record::Summary>(*record)) {
              ++summaries_;
            }
          },
          [&](const effect::Finish&) {
            ++finishes_;
            at_end_of_stream();
          },
          [](const effect::Report&) {},
          [](const effect::RecordUsage&) {},
          [&](const auto& ask) { asks_.emplace_back(ask); }},
      effect);
}

void ChanceWorld::take(const SessionRecord& record) {
  log_.push_back(record);
  budget_.on_record(record);
  std::visit(
      Overloaded{[&](const record::InputAccepted& r) { accepted_.insert(r.id.value); },
                 [&](const record::InputDelivered& r) {
                   if (accepted_.count(r.id.value) == 0) broken("delivered unaccepted");
                   if (!delivered_.insert(r.id.value).second) broken("delivered twice");
                 },
                 [&](const record::GenerationEnded& r) {
                   unknown_ += r.usage ? 0 : 1;
                   if (r.outcome == GenerationOutcome::accepted) {
                     shown_.erase(r.generation.value);
                   }
                 },
                 [&](const record::Conversation& r) {
                   shown_.erase(r.message.generation.value);
                 },
                 [&](const record::Retracted& r) {
                   if (shown_.erase(r.generation.value) == 0) {
                     broken("a generation was retracted that showed nothing");
                   }
                 },
                 [](const auto&) {}},
      record);
}

void ChanceWorld::at_end_of_stream() {
  stream_open_ = false;
  asks_.clear();
  streaming_ = {};
  if (store_failed_) return;
  budget_.on_finish();
  if (!shown_.empty()) broken("shown text was neither kept nor retracted");
  if (!tools_.empty()) broken("a tool still runs at the end of the stream");
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
  std::int64_t unknown = 0;
  for (const SessionRecord& record : log_) {
    const auto* summary = std::get_if<record::Summary>(&record);
    if (summary != nullptr) unknown = summary->usage.unknown_requests;
  }
  if (machine_.state() == StateKind::done && unknown != unknown_)
    broken("requests of unknown usage were counted wrongly");
  if (accepted_.size() != delivered_.size() + machine_.queued()) {
    broken("a message was lost");
  }
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
    while (!tickets_.empty() && !machine_.failed()) acknowledge();
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
      aborted_ = true;
    }
    stream_open_ = true;
    budget_.on_stream(now_);
    feed(input::TurnContinued{});
    return;
  }
  aborted_ = false;
  stream_open_ = true;
  budget_.on_stream(now_);
  feed(input::TurnStarted{MessageId{next_message_++}, user_message("prompt"), {}});
}

}  // namespace pintle

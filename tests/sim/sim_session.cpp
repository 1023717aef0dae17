// SPDX-License-Identifier: MIT
#include "sim/sim_session.hpp"

#include <chrono>

#include "sim/sim_models.hpp"

namespace pintle::sim {

namespace {

using std::chrono::milliseconds;

constexpr std::int64_t grace_ms = 2'000;

AgentConfig draw_config(Dice& dice) {
  AgentConfig config;
  config.limits.tool_grace_ms = grace_ms;
  config.max_inner_iterations = 4 + static_cast<int>(dice.below(8));
  config.model_params.max_tokens = dice.chance(20) ? 300 : 1'024;
  if (dice.chance(15)) {
    config.budget.tokens = 4'000 + static_cast<std::int64_t>(dice.below(60'000));
  }
  if (dice.chance(10))
    config.budget.calls = 3 + static_cast<std::int64_t>(dice.below(40));
  if (dice.chance(10)) {
    config.budget.wall_ms = 5'000 + static_cast<std::int64_t>(dice.below(200'000));
  }
  if (dice.chance(20)) config.limits.queue_messages = 3;
  return config;
}

bool is_ended(const AgenticError& error) {
  const auto* session = std::get_if<SessionError>(&error);
  return session != nullptr && session->fault == SessionFault::ended;
}

}  // namespace

SimSession::SimSession(int number, Shared& shared)
    : number_(number),
      shared_(&shared),
      dice_(shared.chance->dice.next()),
      changes_(Dice(dice_).next()),
      audit_(number, *shared.report),
      id_("s" + std::to_string(number)),
      config_(draw_config(dice_)),
      two_models_(dice_.chance(50)),
      anthropic_first_(dice_.chance(50)),
      window_(shared.chance->swarm.provider.context_window) {
  audit_.set_budget(config_.budget);
  shared_->store->watch(id_, audit_);
}

void SimSession::plan(int turns, bool last) {
  turns_left_ = turns;
  last_phase_ = last;
  tries_ = 0;
}

Step SimSession::rest(std::int64_t most_ms) {
  const auto wait =
      static_cast<std::int64_t>(dice_.below(static_cast<std::uint64_t>(most_ms)));
  return step::ParkedUntil{shared_->executor->now().mono + milliseconds(wait + 1)};
}

void SimSession::open() {
  ++life_;
  const std::string account = id_ + "." + std::to_string(life_);
  // Another version of the application may go on with it.
  const bool new_prompt = changes_.chance(10);
  const std::size_t tools =
      changes_.chance(10) ? 1 + changes_.below(tool_count - 1) : tool_count;
  AgentSessionBuilder builder = AgentSession::builder(
      make_router(shared_->provider, {account, anthropic_first_, two_models_, window_}));
  builder.with_executor(*shared_->executor)
      .with_store(shared_->store)
      .with_session_id(id_)
      .with_system_prompt(new_prompt ? "You were simulated." : "You are simulated.")
      .with_config(config_)
      .with_access(make_access(shared_->chance))
      .with_tools(make_tools(shared_->chance, audit_, tools));
  if (two_models_) builder.with_fallback_models({std::string(second_model)});
  Result<AgentSession> session = exists_ ? builder.resume(id_) : builder.build();
  if (!session) {
    const bool store = std::holds_alternative<StoreError>(session.error());
    if (!store) audit_.broken("it cannot be opened: " + to_string(session.error()));
    return;
  }
  exists_ = true;
  suspended_ = false;
  session_.emplace(std::move(session.value()));
  // What was not acknowledged is sent again, with its key.
  for (const auto& [text, key] : std::exchange(keyed_, {})) {
    if (dice_.chance(50)) send(SteerMode::when_idle, text, key);
  }
}

Step SimSession::step(const Waker& waker) {
  waker_ = waker;
  if (crash_) crash();
  if (!session_) {
    if (turns_left_ == 0) return step::Finished{};
    open();
    if (!session_) return rest(5'000);
    return step::Again{};
  }
  if (!stream_) {
    if (turns_left_ == 0) {
      finish_life();
      return step::Finished{};
    }
    begin_stream();
    return stream_ ? Step(step::Again{}) : rest(3'000);
  }
  for (std::size_t i = 0; i < user_deed_count; ++i) {
    const auto rate = static_cast<std::uint64_t>(shared_->chance->swarm.deeds[i]);
    if (rate > 0 && dice_.below(1'000) < rate) act(static_cast<UserDeed>(i));
  }
  if (crash_) return step::Again{};
  if (leave_) {
    leave();
    return rest(2'000);
  }
  const MonoTime before = shared_->executor->now().mono;
  const std::optional<std::optional<TurnEvent>> event = stream_->poll(waker);
  if (shared_->executor->now().mono != before) audit_.broken("time passed in a step");
  if (!event) return step::Parked{};
  if (*event) {
    take(**event);
    return step::Again{};
  }
  end_of_stream();
  return rest(3'000);
}

void SimSession::begin_stream() {
  finish_.reset();
  answer_approvals();
  Result<TurnStream> stream = session_->continue_turn();
  if (stream) {
    audit_.on_stream();
    if (std::exchange(abort_waits_, false)) abort();
  } else {
    stream = session_->run_turn_stream(fresh_text());
    if (stream) audit_.on_stream();
  }
  abort_waits_ = false;
  if (stream) {
    stream_.emplace(std::move(*stream));
  } else if (std::holds_alternative<StoreError>(stream.error()) ||
             is_ended(stream.error())) {
    crash();  // its store failed while nobody looked
  } else {
    audit_.broken("no turn can begin: " + to_string(stream.error()));
    turns_left_ = 0;
  }
}

// Some are answered, some of these with other arguments, some not yet.
void SimSession::answer_approvals() {
  if (!suspended_) return;
  for (const std::uint64_t call : audit_.view().open_calls) {
    if (!last_phase_ && dice_.chance(20)) continue;
    Approval verdict = dice_.chance(70) ? approve() : deny("not today");
    if (dice_.chance(15)) verdict = with_arguments(R"({"n":1,"text":"edited"})");
    const Result<Unit> taken = session_->answer(CallId{call}, std::move(verdict));
    if (!taken) audit_.broken("an answer was refused: " + to_string(taken.error()));
  }
  if (!last_phase_ && dice_.chance(10)) {
    session_->abort();
    abort_waits_ = true;
  }
}

void SimSession::leave() {
  leave_ = false;
  abort();
  behind_left_ = true;
  audit_.on_stream_left();
  stream_.reset();
  --turns_left_;
  ++shared_->report->turns;
}

void SimSession::end_of_stream() {
  stream_.reset();
  behind_left_ = false;
  if (!finish_) return audit_.broken("a stream without a terminal event");
  suspended_ = std::holds_alternative<finish::Suspended>(*finish_);
  if (std::holds_alternative<finish::StoreFailed>(*finish_)) crash();
  if (suspended_) return;
  ++shared_->report->turns;
  --turns_left_;
  if (!last_phase_ || turns_left_ > 0) return;
  const bool completed = finish_ && std::holds_alternative<finish::Completed>(*finish_);
  const bool spent = finish_ && std::holds_alternative<finish::BudgetSpent>(*finish_);
  constexpr int tries_max = 4;
  if (completed || spent) {
    rested_ = completed;
  } else if (++tries_ < tries_max) {
    turns_left_ = 1;
  } else {
    audit_.broken("without faults, a plain turn ends as " + to_string(*finish_));
  }
}

void SimSession::finish_life() {
  if (!last_phase_) return;
  if (rested_) audit_.on_rest();
  if (const Result<Unit> ended = session_->end(); !ended) {
    audit_.broken("it cannot be ended: " + to_string(ended.error()));
  }
  session_.reset();
}

std::string SimSession::fresh_text() {
  return std::string(user_mark) + std::to_string(number_) + "." +
         std::to_string(++texts_) + "] what is " +
         std::to_string(dice_.below(1'000'000)) + " to the bridge?";
}

void SimSession::take(const TurnEvent& event) {
  audit_.on_event(event, shared_->executor->now().mono);
  if (const auto* asked = std::get_if<ApprovalRequired>(&event)) {
    approvals_ = asked->requests;
  } else if (const auto* done = std::get_if<Done>(&event)) {
    finish_ = done->finish;
  } else if (const auto* failed = std::get_if<Failed>(&event)) {
    finish_ = failed->finish;
  }
}

void SimSession::crash() {
  crash_ = leave_ = behind_left_ = suspended_ = abort_waits_ = false;
  stream_.reset();
  session_.reset();
  audit_.on_stream_left();
  approvals_.clear();
  finish_.reset();
}

std::string SimSession::state() const {
  return id_ +
         (stream_    ? " streams"
          : session_ ? " waits"
                     : " is closed") +
         ", " + std::to_string(turns_left_) + " turns left";
}

}  // namespace pintle::sim

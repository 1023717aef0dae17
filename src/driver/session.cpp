// SPDX-License-Identifier: MIT
#include "pintle/session.hpp"

#include <utility>

#include "pintle/ledger.hpp"

#include "driver/event_feed.hpp"
#include "driver/session_core.hpp"

namespace pintle {

namespace {

Err session_error(SessionFault fault, std::string message) {
  return Err{SessionError{fault, std::move(message)}};
}

// A turn as a job: steps its stream until it parks, a bounded number of items at a time.
class TurnJob final : public Job {
 public:
  TurnJob(TurnStream stream, UniqueFunction<void(const TurnEvent&)> on_event)
      : stream_(std::move(stream)), on_event_(std::move(on_event)) {}

  Step step(const Waker& waker) override {
    constexpr int items_per_step = 32;
    for (int i = 0; i < items_per_step; ++i) {
      const std::optional<std::optional<TurnEvent>> event = stream_.poll(waker);
      if (!event) return step::Parked{};
      if (!*event) return step::Finished{};
      if (on_event_) on_event_(**event);
    }
    return step::Again{};
  }

 private:
  TurnStream stream_;
  UniqueFunction<void(const TurnEvent&)> on_event_;
};

}  // namespace

SessionHandle::SessionHandle(std::weak_ptr<SessionCore> core) : core_(std::move(core)) {}

Result<MessageId> SessionHandle::steer(std::string text, std::string dedup) const {
  const auto core = core_.lock();
  if (!core) return session_error(SessionFault::ended, "the session is gone");
  return core->send(user_message(std::move(text)), core->default_mode, std::move(dedup));
}
Result<MessageId> SessionHandle::steer(std::string text,
                                       SteerMode mode,
                                       std::string dedup) const {
  const auto core = core_.lock();
  if (!core) return session_error(SessionFault::ended, "the session is gone");
  return core->send(user_message(std::move(text)), mode, std::move(dedup));
}
Result<MessageId> SessionHandle::follow_up(std::string text, std::string dedup) const {
  return steer(std::move(text), SteerMode::when_idle, std::move(dedup));
}
void SessionHandle::abort() const {
  if (const auto core = core_.lock()) core->abort();
}
Result<Unit> SessionHandle::answer(CallId call, Approval verdict) const {
  const auto core = core_.lock();
  if (!core) return session_error(SessionFault::ended, "the session is gone");
  if (verdict.arguments && !is_json(*verdict.arguments)) {
    return session_error(SessionFault::invalid, "the new arguments are not JSON");
  }
  core->loop.post(input::ApprovalAnswered{call, std::move(verdict)});
  return Unit{};
}

AgentSession::AgentSession(std::shared_ptr<SessionCore> core) : core_(std::move(core)) {}

AgentSessionBuilder AgentSession::builder(std::shared_ptr<ModelRouter> router) {
  return AgentSessionBuilder(std::move(router));
}

Result<TurnStream> AgentSession::run_turn_stream(std::string prompt) {
  return run_turn_stream(user_message(std::move(prompt)));
}

Result<TurnStream> AgentSession::run_turn_stream(Message prompt) {
  if (core_->streaming) {
    return session_error(SessionFault::busy,
                         "a turn runs: wait for it, steer it or abort it");
  }
  if (core_->loop.machine().state() == StateKind::suspended) {
    return session_error(SessionFault::busy,
                         "a turn is open: answer what it waits for and call "
                         "continue_turn(), or abort() it and call continue_turn()");
  }
  Result<LoopInput> start = core_->start_of(std::move(prompt));
  if (!start) return Err{start.error()};
  return TurnStream(core_, std::move(*start));
}

Result<TurnStream> AgentSession::continue_turn() {
  const bool suspended = core_->loop.machine().state() == StateKind::suspended;
  if (core_->streaming || !suspended) {
    return session_error(SessionFault::not_suspended, "no turn waits to be continued");
  }
  return TurnStream(core_, input::TurnContinued{});
}

namespace {

Turn collect(TurnStream stream) {
  Turn turn;
  EventFeed feed;
  const auto drain = [&] {
    while (const std::optional<TurnEvent> event = feed.take()) turn.add(*event);
  };
  for (const Status& status : stream) {
    feed.add(status);
    drain();
    const auto* ready = std::get_if<Ready>(&status);
    if (ready == nullptr) continue;
    if (const auto* record = std::get_if<SessionRecord>(&ready->item)) turn.add(*record);
  }
  feed.close();
  drain();
  return turn;
}

}  // namespace

Result<Turn> AgentSession::run_turn(std::string prompt) {
  Result<TurnStream> stream = run_turn_stream(std::move(prompt));
  if (!stream) return Err{stream.error()};
  return collect(std::move(*stream));
}

Answer AgentSession::ask(std::string prompt) {
  Result<Turn> turn = run_turn(std::move(prompt));
  if (!turn) return Answer{{}, finish::ProviderError{}, turn.error()};
  Answer answer{turn->text(), turn->finish(), {}};
  if (turn->failure() != nullptr) answer.failure = *turn->failure();
  return answer;
}

Result<std::unique_ptr<Job>> AgentSession::run_turn_task(
    std::string prompt, UniqueFunction<void(const TurnEvent&)> on_event) {
  Result<TurnStream> stream = run_turn_stream(std::move(prompt));
  if (!stream) return Err{stream.error()};
  std::unique_ptr<Job> job =
      std::make_unique<TurnJob>(std::move(*stream), std::move(on_event));
  return job;
}

Result<Unit> AgentSession::end() {
  if (core_->streaming || core_->loop.machine().state() == StateKind::suspended) {
    return session_error(SessionFault::busy, "a turn is open: wait for it or abort it");
  }
  if (core_->ended.exchange(true)) return Unit{};
  if (core_->loop.open()) core_->drive_to_end();
  core_->loop.post(input::SessionEnded{});
  core_->drive_to_end();
  if (core_->loop.machine().failed()) {
    return Err{StoreError{StoreFault::unknown, "the end of the session was not stored"}};
  }
  return Unit{};
}

Result<MessageId> AgentSession::steer(std::string text, std::string dedup) {
  return handle().steer(std::move(text), std::move(dedup));
}
Result<MessageId> AgentSession::steer(std::string text,
                                      SteerMode mode,
                                      std::string dedup) {
  return handle().steer(std::move(text), mode, std::move(dedup));
}
Result<MessageId> AgentSession::follow_up(std::string text, std::string dedup) {
  return handle().follow_up(std::move(text), std::move(dedup));
}
void AgentSession::abort() {
  handle().abort();
}
Result<Unit> AgentSession::answer(CallId call, Approval verdict) {
  return handle().answer(call, std::move(verdict));
}

SessionHandle AgentSession::handle() const {
  return SessionHandle(core_);
}
const SessionId& AgentSession::session_id() const noexcept {
  return core_->id;
}
const History& AgentSession::history() const noexcept {
  return core_->loop.machine().history();
}
TokenSnapshot AgentSession::usage() const {
  return core_->loop.plugins().ledger->snapshot();
}
Executor& AgentSession::executor() noexcept {
  return *core_->loop.plugins().executor;
}
const Plugins& AgentSession::plugins() const noexcept {
  return core_->loop.plugins();
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "pintle/turn.hpp"

#include <algorithm>
#include <utility>

#include "core/overloaded.hpp"
#include "driver/event_feed.hpp"
#include "driver/session_core.hpp"

namespace pintle {

class TurnStream::Inside {
 public:
  Inside(std::shared_ptr<SessionCore> core, LoopInput start) : core_(std::move(core)) {
    core_->streaming = true;
    if (core_->loop.open()) {
      start_ = std::move(start);  // the turn that was left has to end first
      aborts_ = core_->aborts.load();
    } else {
      core_->loop.post(std::move(start));
    }
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  ~Inside() {
    core_->streaming = false;
    if (core_->loop.open()) core_->abandon();
  }

  /// Steps once; what is to be shown stays in `status` until the next step.
  std::optional<Status>& step() {
    if (!over_) status_ = core_->loop.next_status();
    if (start_) skip();
    over_ = over_ || !status_;
    return status_;
  }

  /// The next item, waited for; null at the end.
  const Status* next_item() {
    Executor& executor = *core_->loop.plugins().executor;
    if (!flag_) flag_ = executor.make_flag();
    core_->loop.set_waker(Waker(flag_));
    while (const std::optional<Status>& status = step()) {
      if (std::holds_alternative<Ready>(*status) ||
          std::holds_alternative<Progress>(*status)) {
        return &*status;
      }
      if (std::holds_alternative<Pending>(*status))
        executor.run_until(*flag_, std::nullopt);
      if (const auto* wait = std::get_if<Delayed>(&*status)) {
        executor.run_until(*flag_, wait->until);
      }
    }
    return nullptr;
  }

  const TurnEvent* next_event() {
    while (!(event_ = feed_.take())) {
      if (closed_) return nullptr;
      take(next_item());
    }
    return &*event_;
  }

  std::optional<std::optional<TurnEvent>> poll(const Waker& waker) {
    core_->loop.set_waker(waker);
    while (!(event_ = feed_.take())) {
      if (closed_) return std::optional<TurnEvent>();
      const std::optional<Status>& status = step();
      if (!status) {
        take(nullptr);
      } else if (std::holds_alternative<Pending>(*status)) {
        return std::nullopt;
      } else if (const auto* wait = std::get_if<Delayed>(&*status)) {
        sleep_.emplace(core_->loop.plugins().executor->sleep_until(wait->until));
        if (!sleep_->poll(waker)) return std::nullopt;
      } else {
        take(&*status);
      }
    }
    return std::optional<std::optional<TurnEvent>>(event_);
  }

  AgentLoop& loop() {
    if (start_) {
      core_->drive_to_end();
      status_.reset();
      skip();
    }
    return core_->loop;
  }

 private:
  // What the turn that was left still does is not this stream's, unless its log failed:
  // then this turn cannot begin.
  void skip() {
    if (core_->loop.failed()) return start_.reset();
    const bool parks = status_ && (std::holds_alternative<Pending>(*status_) ||
                                   std::holds_alternative<Delayed>(*status_));
    if (parks) return;
    if (!status_) {
      core_->loop.post(*std::exchange(start_, std::nullopt));
      // One that came meanwhile met the other turn, and is for this one.
      if (core_->aborts.load() != aborts_) core_->loop.post(input::AbortRequested{});
    }
    status_ = Ignore{};
  }

  void take(const Status* item) {
    if (item != nullptr) return feed_.add(*item);
    feed_.close();
    closed_ = true;
  }

  std::shared_ptr<SessionCore> core_;
  std::optional<LoopInput> start_;  // held until the turn that was left has ended
  std::uint64_t aborts_ = 0;
  std::shared_ptr<WakeFlag> flag_;
  std::optional<Status> status_;
  EventFeed feed_;
  std::optional<TurnEvent> event_;
  std::optional<Task<Unit>> sleep_;
  bool over_ = false;
  bool closed_ = false;
};

TurnStream::TurnStream(std::shared_ptr<SessionCore> core, LoopInput start)
    : inside_(std::make_shared<Inside>(std::move(core), std::move(start))) {}
TurnStream::TurnStream(TurnStream&&) noexcept = default;
TurnStream& TurnStream::operator=(TurnStream&&) noexcept = default;
TurnStream::~TurnStream() = default;

const Status* TurnStream::Statuses::advance() {
  return inside_->next_item();
}
const TurnEvent* TurnStream::Events::advance() {
  return inside_->next_event();
}

PullRange<TurnStream::Statuses, Status>::iterator TurnStream::begin() {
  return PullRange<Statuses, Status>(Statuses(inside_)).begin();
}
PullRange<TurnStream::Events, TurnEvent> TurnStream::events() {
  return PullRange<Events, TurnEvent>(Events(inside_));
}
detail::PollAwaiter<std::optional<TurnEvent>, TurnStream&> TurnStream::next() {
  return from_poll<std::optional<TurnEvent>>(*this);
}
std::optional<std::optional<TurnEvent>> TurnStream::poll(const Waker& waker) {
  return inside_->poll(waker);
}
AgentLoop& TurnStream::loop() {
  return inside_->loop();
}

void Turn::add(const TurnEvent& event) {
  match(
      event,
      [&](const Text& e) {
        if (pieces_.empty() || pieces_.back().generation != e.generation) {
          pieces_.push_back({e.generation, text_.size()});
        }
        text_.append(e.bytes);
      },
      // Only the newest generation is ever retracted.
      [&](const Retract& e) {
        if (pieces_.empty() || pieces_.back().generation != e.generation) return;
        text_.resize(pieces_.back().at);
        pieces_.pop_back();
      },
      [&](const ToolCall& e) { calls_.push_back(e); },
      [&](const ToolResult& e) { results_.push_back(e); },
      [&](const ApprovalRequired& e) { approvals_ = e.requests; },
      [&](const Failed& e) {
        failure_ = e.error;
        finish_ = e.finish;
        usage_ = e.usage;
      },
      [&](const Done& e) {
        finish_ = e.finish;
        weak_ = e.weak;
        usage_ = e.usage;
      },
      [](const auto&) {});
}

}  // namespace pintle

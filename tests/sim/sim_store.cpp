// SPDX-License-Identifier: MIT
#include "sim/sim_store.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <utility>

namespace pintle::sim {

class SimStore::Log final : public SessionLog {
 public:
  Log(std::shared_ptr<State> state, Session& session)
      : state_(std::move(state)), session_(&session) {
    session_->has_writer = true;
  }
  ~Log() override {
    session_->has_writer = false;
    const bool lost = failed_ || pending_.empty();
    for (std::uint64_t n = lost ? 0 : state_->dice.below(pending_.size() + 1); n > 0;
         --n) {
      if (pending_.front().outcome == Outcome::fails) return;
      commit(pending_.front());
      pending_.pop_front();
    }
  }

  void append(std::span<const SessionRecord> records, Barrier, Ticket ticket) override {
    session_->audit->on_append(records);
    if (failed_) return;
    Pending next;
    next.records.assign(records.begin(), records.end());
    next.ticket = ticket;
    const auto most = static_cast<std::uint64_t>(state_->faults.latency_ms) + 1;
    const auto wait = static_cast<std::int64_t>(state_->dice.below(most));
    const MonoTime earliest = pending_.empty() ? MonoTime{} : pending_.back().at;
    next.at = std::max(state_->executor->now().mono + std::chrono::milliseconds(wait),
                       earliest);
    if (state_->hit(state_->faults.fail)) next.outcome = Outcome::fails;
    if (state_->hit(state_->faults.unknown)) next.outcome = Outcome::unknown;
    pending_.push_back(std::move(next));
    waker_.wake();
  }

  std::optional<StoreEvent> poll(const Waker& waker) override {
    if (!waker_.same_as(waker)) waker_ = waker;
    if (failed_ || pending_.empty()) return std::nullopt;
    const MonoTime at = pending_.front().at;
    if (state_->executor->now().mono < at) {
      sleep_.emplace(state_->executor->sleep_until(at));
      if (!sleep_->poll(waker)) return std::nullopt;
    }
    const Pending due = std::move(pending_.front());
    pending_.pop_front();
    if (due.outcome != Outcome::fails) commit(due);
    if (due.outcome == Outcome::stores) {
      session_->audit->on_stored(due.records);
      return store::Stored{due.ticket};
    }
    failed_ = true;
    session_->audit->on_store_failed();
    const StoreFault fault = due.outcome == Outcome::fails
                                 ? static_cast<StoreFault>(2 + state_->dice.below(2))
                                 : StoreFault::unknown;
    return store::Failed{due.ticket, StoreError{fault, "simulated"}};
  }

  Task<Result<std::vector<SessionRecord>>> read(Seq after, std::size_t limit) override {
    const auto& all = session_->durable;
    const auto first = static_cast<std::size_t>(std::min<Seq>(after, all.size()));
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t count = std::min(limit, all.size() - first);
    return Task<Result<std::vector<SessionRecord>>>::ready(
        std::vector<SessionRecord>(begin, begin + static_cast<std::ptrdiff_t>(count)));
  }

 private:
  enum class Outcome : std::uint8_t { stores, fails, unknown };
  struct Pending {
    std::vector<SessionRecord> records;
    Ticket ticket;
    MonoTime at{};
    Outcome outcome = Outcome::stores;
  };

  void commit(const Pending& done) {
    session_->durable.insert(
        session_->durable.end(), done.records.begin(), done.records.end());
  }

  std::shared_ptr<State> state_;
  Session* session_;
  std::deque<Pending> pending_;
  std::optional<Task<Unit>> sleep_;
  Waker waker_;
  bool failed_ = false;
};

Task<Result<std::unique_ptr<SessionLog>>> SimStore::open(SessionId name, OpenMode mode) {
  using Opened = Result<std::unique_ptr<SessionLog>>;
  const auto refuse = [](AgenticError error) {
    return Task<Opened>::ready(Err{std::move(error)});
  };
  Session& session = state_->sessions[name];
  if (session.has_writer) return refuse(StoreError{StoreFault::fenced, name});
  if (state_->hit(state_->faults.open)) return refuse(StoreError{StoreFault::io, name});
  if (!session.exists && mode == OpenMode::existing) {
    return refuse(SessionError{SessionFault::not_found, name});
  }
  session.exists = true;
  session.audit->on_reopen(session.durable);
  std::unique_ptr<SessionLog> log = std::make_unique<Log>(state_, session);
  return Task<Opened>::ready(std::move(log));
}

}  // namespace pintle::sim

// SPDX-License-Identifier: MIT
// What users do to a session, at any time.
#include <algorithm>

#include "sim/sim_session.hpp"

namespace pintle::sim {

void SimSession::send(SteerMode mode, const std::string& text, const std::string& key) {
  const Result<MessageId> id = session_->steer(text, mode, key);
  if (id) {
    audit_.on_sent(*id, text);
    if (!key.empty()) keyed_.emplace_back(text, key);
    return;
  }
  const auto* error = std::get_if<SessionError>(&id.error());
  const bool full = error != nullptr && error->fault == SessionFault::queue_full;
  const bool ended = error != nullptr && error->fault == SessionFault::ended;
  if (!full && !ended) audit_.broken("a message was refused: " + to_string(id.error()));
}

// Invariant 10: within the tools' grace, and what the store needs.
void SimSession::abort() {
  constexpr std::int64_t grace_ms = 2'000;
  constexpr std::int64_t slack_ms = 500;
  const std::int64_t store_ms = shared_->chance->swarm.store.latency_ms;
  const std::int64_t end_ms = grace_ms + store_ms + slack_ms;
  // Behind a turn that was left: that one ends, this one begins, and this one ends.
  audit_.on_abort(shared_->executor->now().mono, behind_left_ ? 3 * end_ms : end_ms);
}

void SimSession::act(UserDeed deed) {
  if (!session_) return;
  ++shared_->user_faults;
  const auto mode = static_cast<SteerMode>(dice_.below(4));
  switch (deed) {
    case UserDeed::steer: return send(mode, fresh_text(), {});
    case UserDeed::follow_up: return send(SteerMode::when_idle, fresh_text(), {});
    case UserDeed::abort:
      abort();
      abort_waits_ = suspended_ && !stream_;
      return session_->abort();
    case UserDeed::send_twice: {
      const std::string text = fresh_text();
      const std::string key = "key " + text;
      send(mode, text, key);
      return send(mode, text, key);
    }
    case UserDeed::two_at_once:
      send(mode, fresh_text(), {});
      return send(SteerMode::interrupt_generation, fresh_text(), {});
    case UserDeed::answer_late: {
      const Result<Unit> taken = session_->answer(CallId{1 + dice_.below(20)}, approve());
      if (!taken) audit_.broken("an answer was refused");
      return;
    }
    case UserDeed::leave: leave_ = stream_.has_value(); break;
    case UserDeed::crash: crash_ = true; break;
  }
  waker_.wake();
}

}  // namespace pintle::sim

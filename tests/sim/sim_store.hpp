// SPDX-License-Identifier: MIT
// SimStore: a store in memory that is slow, fails, or stores and says that it failed.
// When a writer is gone, some prefix of what it had appended is there.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pintle/executor.hpp"
#include "pintle/store.hpp"

#include "sim/audit.hpp"
#include "sim/swarm.hpp"

namespace pintle::sim {

class SimStore final : public SessionStore {
 public:
  SimStore(Executor& executor, std::uint64_t seed, const StoreFaults& faults)
      : state_(std::make_shared<State>(State{&executor, Dice(seed), faults, {}, 0})) {}

  Task<Result<std::unique_ptr<SessionLog>>> open(SessionId session,
                                                 OpenMode mode) override;
  void configure(const StoreFaults& faults) { state_->faults = faults; }
  void watch(const SessionId& session, Audit& audit) {
    state_->sessions[session].audit = &audit;
  }
  [[nodiscard]] std::uint64_t faults() const { return state_->count; }

 private:
  class Log;
  struct Session {
    std::vector<SessionRecord> durable;
    Audit* audit = nullptr;
    bool exists = false;
    bool has_writer = false;
  };
  struct State {
    Executor* executor;
    Dice dice;
    StoreFaults faults;
    std::map<SessionId, Session> sessions;
    std::uint64_t count = 0;

    bool hit(int per_mille) {
      const bool yes = dice.below(1'000) < static_cast<std::uint64_t>(per_mille);
      count += yes ? 1 : 0;
      return yes;
    }
  };
  std::shared_ptr<State> state_;
};

}  // namespace pintle::sim

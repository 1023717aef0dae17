// SPDX-License-Identifier: MIT
// SimSession: one session through all of its lives, and its users.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pintle/session.hpp"

#include "sim/audit.hpp"
#include "sim/sim_store.hpp"
#include "sim/sim_tools.hpp"
#include "sim/swarm.hpp"

namespace pintle::sim {

/// What all sessions of a world share.
struct Shared {
  Executor* executor = nullptr;
  std::shared_ptr<Chance> chance;
  std::shared_ptr<testing::SimulatedProvider> provider;
  std::shared_ptr<SimStore> store;
  Report* report = nullptr;
  std::uint64_t user_faults = 0;
};

class SimSession {
 public:
  SimSession(int number, Shared& shared);

  /// One step of the reader: it opens the session, runs `turns` turns, and finishes.
  Step step(const Waker& waker);
  void plan(int turns, bool last);
  [[nodiscard]] bool at_rest() const noexcept { return turns_left_ == 0; }
  /// One deed of a user, at any time.
  void act(UserDeed deed);
  [[nodiscard]] Audit& audit() noexcept { return audit_; }
  /// Why a stream did not end; for the world's report.
  [[nodiscard]] std::string state() const;

 private:
  void open();
  void begin_stream();
  void take(const TurnEvent& event);
  void end_of_stream();
  void leave();
  void finish_life();
  void crash();
  void send(SteerMode mode, const std::string& text, const std::string& key);
  std::string fresh_text();
  void answer_approvals();
  void abort();
  Step rest(std::int64_t most_ms);

  int number_;
  Shared* shared_;
  Dice dice_;
  Dice changes_;  // its own draws: a seed that changes nothing plays as before
  Audit audit_;
  SessionId id_;
  AgentConfig config_;
  bool two_models_ = false;
  bool anthropic_first_ = false;
  std::optional<std::int64_t> window_;

  std::optional<AgentSession> session_;
  std::optional<TurnStream> stream_;
  bool exists_ = false;
  int life_ = 0;
  int turns_left_ = 0;
  int tries_ = 0;
  bool last_phase_ = false;
  bool crash_ = false;
  bool leave_ = false;
  bool behind_left_ = false;  // the turn before this one was left
  bool rested_ = false;
  bool suspended_ = false;
  bool abort_waits_ = false;  // for the suspended turn to go on
  std::optional<FinishReason> finish_;
  std::vector<ApprovalRequest> approvals_;
  std::uint64_t texts_ = 0;
  Waker waker_;
  std::vector<std::pair<std::string, std::string>>
      keyed_;  // text, key: may be sent again
};

}  // namespace pintle::sim

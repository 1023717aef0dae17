// SPDX-License-Identifier: MIT
// World: what a test of an agent needs, in one object: an executor in virtual time with
// seeded chance, and a recorder that writes every run down.
//
//   World world(7);
//   auto primary = scripted_model("a").fails({.status = 429});
//   auto second = scripted_model("b").says("3");
//   AgentSession agent = world.agent({primary, second}).build().value();
//   EXPECT_EQ(agent.ask("1+2?").text, "3");
//   EXPECT_EQ(world.now(), 0s);          // it switched at once: nobody waited
//
// Nothing sleeps: while all wait, the clock jumps to the next timer. When there is none,
// the program is aborted with a word about it, or what `reactor()->on_deadlock` says is
// done. Threads: one. Lifetime: outlives the sessions that were made in it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "pintle/executor.hpp"
#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/session.hpp"
#include "pintle/testing/recorder.hpp"
#include "pintle/testing/virtual_time.hpp"

namespace pintle::testing {

class PINTLE_API World {
 public:
  /// The same seed gives the same chance: ids, jitter. `recording` tells what the
  /// recorder masks, and how much it keeps.
  explicit World(std::uint64_t seed = 1, RecorderOptions recording = {});

  /// A builder for a session that lives here: the first model is its primary, the others
  /// are its fallbacks, in order. All else is as the builder's caller says.
  /// Requires: at least one model; else the builder refuses to build.
  [[nodiscard]] AgentSessionBuilder agent(
      const std::vector<std::shared_ptr<Model>>& models);

  /// Does `deed` when the clock stands at `when`; at once if that has passed. It is done
  /// while a session is driven: a turn that ends before leaves it for the next one.
  void at(MonoTime when, UniqueFunction<void()> deed);
  /// How much time went by since the world began.
  [[nodiscard]] MonoTime now() const noexcept { return time_.clock->now().mono; }

  /// Of the newest session. Errors: as `Recorder::journal`.
  [[nodiscard]] Result<Journal> journal() const { return recorder_->journal(); }

  [[nodiscard]] Executor& executor() noexcept { return executor_; }
  [[nodiscard]] const std::shared_ptr<VirtualClock>& clock() const noexcept {
    return time_.clock;
  }
  [[nodiscard]] const std::shared_ptr<VirtualReactor>& reactor() const noexcept {
    return time_.reactor;
  }

 private:
  VirtualTime time_;
  std::shared_ptr<Recorder> recorder_;
  Executor executor_;
};

}  // namespace pintle::testing

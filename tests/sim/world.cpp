// SPDX-License-Identifier: MIT
#include "sim/world.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "pintle/testing/virtual_time.hpp"

#include "sim/sim_session.hpp"

namespace pintle::sim {

namespace {

using std::chrono::milliseconds;

/// The virtual clock, with a wall clock that jumps.
class JumpingClock final : public Clock {
 public:
  explicit JumpingClock(std::shared_ptr<testing::VirtualClock> clock)
      : clock_(std::move(clock)) {}
  [[nodiscard]] Now now() const noexcept override {
    Now now = clock_->now();
    now.wall_ms += jump_ms_;
    return now;
  }
  void jump(std::int64_t ms) { jump_ms_ += ms; }

 private:
  std::shared_ptr<testing::VirtualClock> clock_;
  std::int64_t jump_ms_ = 0;
};

class World {
 public:
  World(std::uint64_t seed, std::vector<std::string>* lines)
      : swarm_(draw_swarm(seed)),
        jumping_(std::make_shared<JumpingClock>(time_.clock)),
        executor_(seams(seed)),
        dice_(seed ^ 0x51ed270b0a1f39c1ULL) {
    report_.lines = lines;
    shared_.executor = &executor_;
    shared_.report = &report_;
    shared_.chance =
        std::make_shared<Chance>(Chance{&executor_, Dice(seed + 11), swarm_, 0});
    shared_.provider = std::make_shared<testing::SimulatedProvider>(
        executor_, seed + 13, swarm_.provider);
    shared_.provider->on_request([this](const testing::BilledRequest& bill,
                                        const testing::Transcript& request,
                                        std::string_view body) {
      const auto number = static_cast<std::size_t>(
          std::stoul(bill.account.substr(1, bill.account.find('.') - 1)));
      sessions_.at(number)->audit().on_request(
          shared_.provider->bill().back(), request, body);
    });
    shared_.store = std::make_shared<SimStore>(executor_, seed + 17, swarm_.store);
    time_.reactor->on_deadlock([this] { on_deadlock(); });
  }

  Report run() {
    for (int i = 0; i < swarm_.sessions; ++i) {
      sessions_.push_back(
          std::make_unique<SimSession>(static_cast<int>(sessions_.size()), shared_));
    }
    phase(swarm_.turns, false);
    swarm_ = calm(swarm_);
    shared_.chance->swarm = swarm_;
    shared_.provider->configure(swarm_.provider);
    shared_.store->configure(swarm_.store);
    phase(1, true);
    report_.faults = shared_.provider->faults() + shared_.store->faults() +
                     shared_.chance->tool_faults + shared_.user_faults + faults_;
    return std::move(report_);
  }

 private:
  /// Steps one session; or, from time to time, lets its users act.
  class Reader final : public Job {
   public:
    explicit Reader(SimSession& session) : session_(&session) {}
    Step step(const Waker& waker) override { return session_->step(waker); }

   private:
    SimSession* session_;
  };
  class User final : public Job {
   public:
    explicit User(World& world) : world_(&world) {}
    Step step(const Waker&) override { return world_->step_users(); }

   private:
    World* world_;
  };

  Seams seams(std::uint64_t seed) {
    Seams made = time_.shuffled_seams(seed);
    made.clock = jumping_;
    return made;
  }

  [[nodiscard]] bool all_at_rest() const {
    for (const auto& session : sessions_) {
      if (!session->at_rest()) return false;
    }
    return true;
  }

  Step step_users() {
    if (all_at_rest()) return step::Finished{};
    const Swarm& swarm = shared_.chance->swarm;
    std::uint64_t sum = 0;
    for (const int rate : swarm.deeds) sum += static_cast<std::uint64_t>(rate);
    if (sum > 0) {
      std::uint64_t roll = dice_.below(sum);
      std::size_t deed = 0;
      while (roll >= static_cast<std::uint64_t>(swarm.deeds[deed])) {
        roll -= static_cast<std::uint64_t>(swarm.deeds[deed++]);
      }
      sessions_[dice_.below(sessions_.size())]->act(static_cast<UserDeed>(deed));
    }
    if (dice_.chance(static_cast<std::uint64_t>(swarm.jump_percent))) {
      ++faults_;
      jumping_->jump((dice_.chance(50) ? 1 : -1) *
                     static_cast<std::int64_t>(dice_.below(3'600'000)));
    }
    if (dice_.chance(static_cast<std::uint64_t>(swarm.stall_percent))) {
      ++faults_;
      const auto stall = milliseconds(static_cast<std::int64_t>(dice_.below(90'000)));
      for (const auto& session : sessions_) session->audit().on_clock_stall(stall);
      time_.clock->advance(stall);
    }
    const auto wait = static_cast<std::int64_t>(dice_.below(20'000));
    return step::ParkedUntil{executor_.now().mono + milliseconds(wait + 1)};
  }

  // Each session runs its turns; then nothing is left to do.
  void phase(int turns, bool last) {
    for (const auto& session : sessions_) {
      session->plan(turns, last);
      executor_.spawn(std::make_unique<Reader>(*session)).detach();
    }
    if (!last) executor_.spawn(std::make_unique<User>(*this)).detach();
    const MonoTime end = executor_.now().mono + std::chrono::hours(24 * 14);
    constexpr std::uint64_t passes_max = 3'000'000;
    std::uint64_t passes = 0;
    while (!all_at_rest() || executor_.jobs() > 0) {
      const bool late = executor_.now().mono > end || ++passes > passes_max;
      if (late || stuck_) return give_up(late ? "no rest within its time" : "stuck");
      if (!executor_.poll()) time_.reactor->wait(executor_.next_deadline());
    }
  }

  void give_up(const char* why) {
    std::string states;
    for (const auto& session : sessions_) {
      if (!session->at_rest()) states += " | " + session->state();
    }
    report_.broken(std::string(why) + states);
  }

  void on_deadlock() {
    if (!stuck_) report_.broken("deadlock: every job is parked and no timer is set");
    if (std::exchange(stuck_, true)) {
      std::fprintf(stderr,
                   "sim: deadlock inside a step: PINTLE_SIM_SEED=%llu\n",
                   static_cast<unsigned long long>(swarm_.seed));
      std::abort();
    }
  }

  Swarm swarm_;
  testing::VirtualTime time_;
  std::shared_ptr<JumpingClock> jumping_;
  Report report_;
  Executor executor_;
  Shared shared_;
  std::vector<std::unique_ptr<SimSession>> sessions_;
  Dice dice_;
  std::uint64_t faults_ = 0;
  bool stuck_ = false;
};

}  // namespace

Report run_world(std::uint64_t seed, std::vector<std::string>* lines) {
  World world(seed, lines);
  return world.run();
}

}  // namespace pintle::sim

// SPDX-License-Identifier: MIT
// Time and chance that a test owns. Nothing sleeps: when every job is parked, the clock
// jumps to the next timer, and when there is no timer either, that is a deadlock: a
// failed test at once, not a hang.
//
//   testing::VirtualTime time;
//   Executor executor(time.seams());
//   executor.spawn(...);
//   executor.run();
//   EXPECT_EQ(time.clock->now().mono, std::chrono::seconds(30));
//
// Threads: the clock may be read from any thread; all else as the interfaces say. A wake
// from another thread that comes after everything is parked is taken for a deadlock: use
// the real reactor with real threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "pintle/executor.hpp"
#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/reactor.hpp"
#include "pintle/time.hpp"

namespace pintle::testing {

/// Stands still until it is moved; both of its clocks move together.
class PINTLE_API VirtualClock final : public Clock {
 public:
  /// Starts at monotonic 0 and at 2026-01-01T00:00:00Z, unless told otherwise.
  explicit VirtualClock(Now start = Now{MonoTime{0}, 1'767'225'600'000});
  [[nodiscard]] Now now() const noexcept override;
  void advance(MonoTime by) noexcept;
  /// Does nothing when `at` has passed: time never goes back.
  void advance_to(MonoTime at) noexcept;

 private:
  const Now start_;
  std::atomic<std::int64_t> elapsed_ns_{0};
};

/// splitmix64 (Steele, Lea, Flood 2014): the same numbers from every compiler.
class PINTLE_API SeededRandom final : public Random {
 public:
  explicit SeededRandom(std::uint64_t seed) : state_(seed) {}
  [[nodiscard]] std::uint64_t next() noexcept override;

 private:
  std::uint64_t state_;
};

/// Waits by moving the clock. Watches are real: a descriptor that is ready fires before
/// time moves, so pipes and socket pairs of the same thread work.
class PINTLE_API VirtualReactor final : public Reactor {
 public:
  explicit VirtualReactor(std::shared_ptr<VirtualClock> clock);
  void watch(int fd, bool read, bool write, Waker waker) override;
  void unwatch(int fd) override;
  void wait(std::optional<MonoTime> until) override;
  void poll() override;
  void wake() noexcept override;
  [[nodiscard]] int native_handle() const noexcept override { return -1; }

  /// Called instead of aborting when a wait would never end. It must change something
  /// (wake, cancel, advance), or the next wait calls it again.
  void on_deadlock(UniqueFunction<void()> handler);
  [[nodiscard]] int deadlocks() const noexcept { return deadlocks_; }

 private:
  struct Watch {
    int fd = -1;
    bool read = false;
    bool write = false;
    Waker waker;
  };
  bool fire_ready();
  void report_deadlock();

  std::shared_ptr<VirtualClock> clock_;
  std::vector<Watch> watches_;
  std::atomic<bool> woken_{false};
  UniqueFunction<void()> handler_;
  int deadlocks_ = 0;
};

/// All of them together.
struct VirtualTime {
  std::shared_ptr<VirtualClock> clock = std::make_shared<VirtualClock>();
  std::shared_ptr<VirtualReactor> reactor = std::make_shared<VirtualReactor>(clock);
  /// For an executor: first in first out, and seeded chance.
  [[nodiscard]] Seams seams(std::uint64_t seed = 1) const {
    return Seams{clock, reactor, nullptr, std::make_shared<SeededRandom>(seed)};
  }
  /// Likewise, but ready jobs are stepped in a random order that the seed gives.
  [[nodiscard]] Seams shuffled_seams(std::uint64_t seed) const {
    Seams shuffled = seams(seed);
    shuffled.order = std::make_shared<SeededRandom>(seed + 1);
    return shuffled;
  }
};

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// The ways to drive an executor: run, run_until, post, and a foreign event loop.
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <poll.h>

#include "pintle/executor.hpp"
#include "pintle/testing/virtual_time.hpp"

#include "exec/jobs.hpp"

namespace pintle {
namespace {

using namespace std::chrono_literals;
using testing::VirtualTime;

bool is_readable(int fd) {
  pollfd entry{fd, POLLIN, 0};
  return ::poll(&entry, 1, 0) == 1;
}

TEST(Executor, RunsPostedWorkOnce) {
  const VirtualTime time;
  Executor executor(time.seams());
  std::string out;
  executor.post([&] { out += 'a'; });
  executor.post([&] {
    out += 'b';
    executor.post([&] { out += 'c'; });
  });
  EXPECT_TRUE(executor.poll());
  EXPECT_EQ(out, "ab");
  executor.run();
  EXPECT_EQ(out, "abc");
  EXPECT_FALSE(executor.poll());
}

TEST(Executor, RunServesJobsThatPostedWorkSpawns) {
  const VirtualTime time;
  Executor executor(time.seams());
  int steps = 0;
  executor.post([&] { executor.spawn(counting_job(steps, 3)).detach(); });
  executor.run();
  EXPECT_EQ(steps, 3);
}

TEST(Executor, NamesWhatPostedWorkThrowsAndGoesOn) {
  const VirtualTime time;
  Executor executor(time.seams());
  bool ran = false;
  executor.post([] { throw std::runtime_error("oops"); });
  executor.post([&] { ran = true; });
  ::testing::internal::CaptureStderr();
  executor.poll();
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "pintle: posted work threw: oops\n");
  EXPECT_TRUE(ran);
}

TEST(Executor, DropsPostedWorkWhenItEnds) {
  const auto alive = std::make_shared<int>(0);
  bool ran = false;
  {
    const VirtualTime time;
    Executor executor(time.seams());
    executor.post([&ran, alive] { ran = true; });
  }
  EXPECT_FALSE(ran);
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(Executor, WakesFromItsWaitForWorkPostedByAnotherThread) {
  Executor executor;
  bool ran = false;
  JobHandle waiting = executor.spawn(job([&](const Waker&) -> Step {
    if (ran) return step::Finished{};
    return step::Parked{};
  }));
  std::thread poster([&] {
    executor.post([&] {
      ran = true;
      waiting.cancel();
    });
  });
  executor.run();
  poster.join();
  EXPECT_TRUE(ran);
}

TEST(Executor, RunUntilEndsWhenTheFlagWasFired) {
  const VirtualTime time;
  Executor executor(time.seams());
  const std::shared_ptr<WakeFlag> flag = executor.make_flag();
  int steps = 0;
  JobHandle handle = executor.spawn(job([&](const Waker&) -> Step {
    if (++steps == 5) flag->wake();
    return step::Again{};
  }));
  executor.run_until(*flag, std::nullopt);
  EXPECT_EQ(steps, 5);
  EXPECT_FALSE(flag->take());
}

TEST(Executor, RunUntilEndsAtItsTime) {
  const VirtualTime time;
  Executor executor(time.seams());
  const std::shared_ptr<WakeFlag> flag = executor.make_flag();
  JobHandle later =
      executor.spawn(job([](const Waker&) -> Step { return step::ParkedUntil{9s}; }));
  executor.run_until(*flag, 3s);
  EXPECT_EQ(executor.now().mono, 3s);
  EXPECT_FALSE(later.done());
}

TEST(Executor, RunUntilMakesAPassEvenWhenTheFlagWasFiredBefore) {
  const VirtualTime time;
  Executor executor(time.seams());
  const std::shared_ptr<WakeFlag> flag = executor.make_flag();
  int steps = 0;
  JobHandle handle = executor.spawn(counting_job(steps, 10));
  flag->wake();
  executor.run_until(*flag, std::nullopt);
  EXPECT_EQ(steps, 1);
}

TEST(Executor, AFlagWakesAWaitFromAnotherThread) {
  Executor executor;
  const std::shared_ptr<WakeFlag> flag = executor.make_flag();
  for (int round = 0; round < 200; ++round) {
    std::thread waker([&] { flag->wake(); });
    executor.run_until(*flag, std::nullopt);
    waker.join();
  }
  EXPECT_FALSE(flag->take());
}

TEST(Executor, AFlagMayOutliveItsExecutor) {
  std::shared_ptr<WakeFlag> flag;
  {
    Executor executor;
    flag = executor.make_flag();
  }
  flag->wake();
  EXPECT_TRUE(flag->take());
}

TEST(Executor, MayBePolledFromInsideAStep) {
  const VirtualTime time;
  Executor executor(time.seams());
  int inner_steps = 0;
  int outer_steps = 0;
  JobHandle outer = executor.spawn(job([&](const Waker& waker) -> Step {
    ++outer_steps;
    waker.wake();
    JobHandle inner = executor.spawn(counting_job(inner_steps, 3));
    EXPECT_TRUE(executor.join(inner).ok());
    EXPECT_EQ(outer_steps, 1);
    return step::Finished{};
  }));
  executor.run();
  EXPECT_EQ(inner_steps, 3);
  EXPECT_EQ(outer_steps, 1);
}

TEST(Executor, ForAForeignLoopItsHandleIsReadableExactlyWhileThereIsWork) {
  Executor executor;
  const int fd = executor.native_handle();
  ASSERT_GE(fd, 0);
  EXPECT_FALSE(is_readable(fd));
  int steps = 0;
  Waker waker;
  JobHandle handle = executor.spawn(job([&](const Waker& own) -> Step {
    waker = own;
    if (++steps % 3 != 0) return step::Again{};
    return step::Parked{};
  }));
  int polls = 0;
  for (; is_readable(fd); ++polls) executor.poll();
  EXPECT_EQ(steps, 3);
  EXPECT_LE(polls, 4);
  std::thread([&] { waker.wake(); }).join();
  EXPECT_TRUE(is_readable(fd));
  while (is_readable(fd)) executor.poll();
  EXPECT_EQ(steps, 6);
  executor.post([] {});
  EXPECT_TRUE(is_readable(fd));
}

// Counts the waits of an executor that has nothing to do but wait for one timer.
class CountingReactor final : public Reactor {
 public:
  explicit CountingReactor(std::shared_ptr<Reactor> inner) : inner_(std::move(inner)) {}
  void watch(int fd, bool read, bool write, Waker waker) override {
    inner_->watch(fd, read, write, std::move(waker));
  }
  void unwatch(int fd) override { inner_->unwatch(fd); }
  void wait(std::optional<MonoTime> until) override {
    ++waits;
    inner_->wait(until);
  }
  void poll() override { inner_->poll(); }
  void wake() noexcept override {
    ++wakes;
    inner_->wake();
  }
  [[nodiscard]] int native_handle() const noexcept override {
    return inner_->native_handle();
  }
  int waits = 0;
  int wakes = 0;

 private:
  std::shared_ptr<Reactor> inner_;
};

TEST(Executor, IdlesInOneWaitAndWakesItselfWithoutASystemCall) {
  const VirtualTime time;
  const auto counting = std::make_shared<CountingReactor>(time.reactor);
  Seams seams = time.seams();
  seams.reactor = counting;
  Executor executor(std::move(seams));
  int steps = 0;
  JobHandle handle = executor.spawn(job([&](const Waker& waker) -> Step {
    ++steps;
    if (steps == 1) return step::ParkedUntil{60s};
    if (steps == 1'000) return step::Finished{};
    waker.wake();
    return step::Parked{};
  }));
  const int spawned = counting->wakes;
  executor.run();
  EXPECT_EQ(counting->waits, 1);
  EXPECT_EQ(counting->wakes, spawned);
}

}  // namespace
}  // namespace pintle

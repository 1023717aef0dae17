// SPDX-License-Identifier: MIT
// Wakers: late, double, orphaned, and from many threads.
#include <array>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/executor.hpp"
#include "pintle/testing/virtual_time.hpp"

#include "exec/jobs.hpp"

namespace pintle {
namespace {

using testing::VirtualTime;

TEST(Waker, ThatIsEmptyDoesNothing) {
  const Waker waker;
  waker.wake();
  EXPECT_FALSE(waker);
}

TEST(Waker, KnowsAnotherOfTheSameTask) {
  const VirtualTime time;
  Executor executor(time.seams());
  const Waker one(executor.make_flag());
  const Waker copy = one;
  EXPECT_TRUE(one.same_as(copy));
  EXPECT_FALSE(one.same_as(Waker(executor.make_flag())));
}

TEST(Waker, IsHarmlessWhenItsJobIsGone) {
  const VirtualTime time;
  Executor executor(time.seams());
  Waker waker;
  JobHandle handle = executor.spawn(job([&](const Waker& own) -> Step {
    waker = own;
    return step::Finished{};
  }));
  executor.run();
  waker.wake();
  waker.wake();
  executor.poll();
  EXPECT_TRUE(handle.done());
}

TEST(Waker, IsHarmlessWhenItsExecutorIsGone) {
  Waker parked;
  Waker queued;
  {
    Executor executor;
    JobHandle first = executor.spawn(job([&](const Waker& own) -> Step {
      parked = own;
      return step::Parked{};
    }));
    JobHandle second = executor.spawn(job([&](const Waker& own) -> Step {
      queued = own;
      return step::Parked{};
    }));
    executor.poll();
    queued.wake();
  }
  std::thread([&] { parked.wake(); }).join();
  queued.wake();
}

TEST(Waker, FiredDuringTheStepIsNotLost) {
  const VirtualTime time;
  Executor executor(time.seams());
  int steps = 0;
  JobHandle handle = executor.spawn(job([&](const Waker& waker) -> Step {
    waker.wake();
    if (++steps == 3) return step::Finished{};
    return step::Parked{};
  }));
  executor.run();
  EXPECT_EQ(steps, 3);
}

// A job that adds up what other threads put down for it, until it has it all.
struct Counted {
  std::atomic<int> put{0};
  int taken = 0;
  Waker waker;
};

TEST(Waker, FiredFromFourThreadsIsNeverLost) {
  constexpr int threads = 4;
  constexpr int rounds = 20'000;
  Executor executor;
  std::array<Counted, 8> counted;
  for (Counted& own : counted) {
    executor
        .spawn(job([&own](const Waker& waker) -> Step {
          if (!own.waker) own.waker = waker;  // the threads read it later
          own.taken += own.put.exchange(0, std::memory_order_relaxed);
          if (own.taken == threads * rounds) return step::Finished{};
          return step::Parked{};
        }))
        .detach();
  }
  executor.poll();
  std::vector<std::thread> wakers;
  for (int t = 0; t < threads; ++t) {
    wakers.emplace_back([&counted] {
      std::vector<Waker> own;
      for (const Counted& each : counted) own.push_back(each.waker);
      for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < counted.size(); ++i) {
          counted[i].put.fetch_add(1, std::memory_order_relaxed);
          own[i].wake();
        }
      }
    });
  }
  executor.run();
  for (std::thread& waker : wakers) waker.join();
  for (const Counted& each : counted) EXPECT_EQ(each.taken, threads * rounds);
}

TEST(Waker, FiredFromThreadsWhileTheExecutorEndsIsHarmless) {
  for (int round = 0; round < 50; ++round) {
    auto executor = std::make_unique<Executor>();
    Waker waker;
    JobHandle handle = executor->spawn(job([&](const Waker& own) -> Step {
      if (!waker) waker = own;
      return step::Parked{};
    }));
    executor->poll();
    std::atomic<bool> started{false};
    std::thread late([&started, waker] {
      for (int i = 0; i < 500; ++i) {
        waker.wake();
        started.store(true);
      }
    });
    while (!started.load()) executor->poll();
    executor.reset();
    late.join();
    EXPECT_TRUE(handle.done());
  }
}

TEST(Executor, TakesPostsFromFourThreads) {
  constexpr int threads = 4;
  constexpr int posts = 2'000;
  Executor executor;
  int ran = 0;
  const std::shared_ptr<WakeFlag> flag = executor.make_flag();
  std::vector<std::thread> posters;
  for (int t = 0; t < threads; ++t) {
    posters.emplace_back([&] {
      for (int i = 0; i < posts; ++i) {
        executor.post([&] {
          if (++ran == threads * posts) flag->wake();
        });
      }
    });
  }
  executor.run_until(*flag, std::nullopt);
  for (std::thread& poster : posters) poster.join();
  EXPECT_EQ(ran, threads * posts);
}

}  // namespace
}  // namespace pintle

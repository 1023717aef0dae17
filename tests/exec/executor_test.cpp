// SPDX-License-Identifier: MIT
// What is stepped when: fairness, order, timers.
#include "pintle/executor.hpp"

#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/testing/virtual_time.hpp"

#include "exec/jobs.hpp"

namespace pintle {
namespace {

using namespace std::chrono_literals;
using testing::VirtualTime;

// A job that writes its name at each of `times` steps.
std::unique_ptr<Job> writer(std::string& out, char name, int times) {
  return job([&out, name, left = times](const Waker&) mutable -> Step {
    out += name;
    if (--left > 0) return step::Again{};
    return step::Finished{};
  });
}

TEST(Executor, StepsReadyJobsInTurn) {
  const VirtualTime time;
  Executor executor(time.seams());
  std::string out;
  executor.spawn(writer(out, 'a', 3)).detach();
  executor.spawn(writer(out, 'b', 2)).detach();
  executor.spawn(writer(out, 'c', 1)).detach();
  executor.run();
  EXPECT_EQ(out, "abcaba");
  EXPECT_EQ(executor.jobs(), 0U);
}

TEST(Executor, StepsEachReadyJobOnceAPass) {
  const VirtualTime time;
  Executor executor(time.seams());
  std::string out;
  executor.spawn(writer(out, 'a', 2)).detach();
  executor.spawn(writer(out, 'b', 2)).detach();
  EXPECT_TRUE(executor.poll());
  EXPECT_EQ(out, "ab");
  EXPECT_TRUE(executor.poll());
  EXPECT_EQ(out, "abab");
  EXPECT_FALSE(executor.poll());
}

TEST(Executor, StepsAJobSpawnedByAStepInTheNextPass) {
  const VirtualTime time;
  Executor executor(time.seams());
  std::string out;
  executor
      .spawn(job([&](const Waker&) -> Step {
        out += 'p';
        executor.spawn(writer(out, 'c', 1)).detach();
        return step::Finished{};
      }))
      .detach();
  executor.poll();
  EXPECT_EQ(out, "p");
  executor.poll();
  EXPECT_EQ(out, "pc");
}

TEST(Scenarios, S55_ATaskThatIsAlwaysReadyDoesNotStarveAnother) {
  const VirtualTime time;
  Executor executor(time.seams());
  const JobHandle greedy =
      executor.spawn(job([](const Waker&) -> Step { return step::Again{}; }));
  int steps = 0;
  JobHandle modest = executor.spawn(counting_job(steps, 1'000));
  int ticks = 0;
  JobHandle timed = executor.spawn(job([&](const Waker&) -> Step {
    time.clock->advance(1ms);
    if (++ticks == 10) return step::Finished{};
    return step::ParkedUntil{executor.now().mono + 1ms};
  }));
  int passes = 0;
  while (!modest.done() || !timed.done()) {
    ASSERT_LE(++passes, 1'000);
    time.clock->advance(1ms);
    executor.poll();
  }
  EXPECT_EQ(steps, 1'000);
  EXPECT_EQ(ticks, 10);
  EXPECT_FALSE(greedy.done());
}

TEST(Scenarios, S55_ATaskThatWakesItselfForEverDoesNotStarveAnother) {
  const VirtualTime time;
  Executor executor(time.seams());
  const JobHandle greedy = executor.spawn(job([](const Waker& waker) -> Step {
    waker.wake();
    return step::Parked{};
  }));
  int steps = 0;
  JobHandle modest = executor.spawn(counting_job(steps, 100));
  for (int pass = 0; pass < 100; ++pass) executor.poll();
  EXPECT_TRUE(modest.done());
  EXPECT_FALSE(greedy.done());
}

TEST(Scenarios, S58_TwoExecutorsInOneProcessAreIndependent) {
  const VirtualTime time;
  const VirtualTime other_time;
  Executor executor(time.seams());
  std::string out;
  {
    Executor other(other_time.seams());
    other.spawn(writer(out, 'o', 5)).detach();
    executor.spawn(writer(out, 'e', 2)).detach();
    executor.run();
    EXPECT_EQ(out, "ee");
    EXPECT_EQ(other.jobs(), 1U);
    other.poll();
  }
  executor.spawn(writer(out, 'e', 1)).detach();
  executor.run();
  EXPECT_EQ(out, "eeoe");
  other_time.clock->advance(5s);
  EXPECT_EQ(executor.now().mono, 0s);
}

TEST(Executor, FiresTimersInTheOrderOfTheirTime) {
  const VirtualTime time;
  Executor executor(time.seams());
  std::vector<int> order;
  const std::vector<int> delays{30, 10, 20, 10};
  for (std::size_t i = 0; i < delays.size(); ++i) {
    executor
        .spawn(job([&, i, armed = false](const Waker&) mutable -> Step {
          if (!std::exchange(armed, true)) {
            return step::ParkedUntil{std::chrono::milliseconds(delays[i])};
          }
          EXPECT_EQ(executor.now().mono, std::chrono::milliseconds(delays[i]));
          order.push_back(static_cast<int>(i));
          return step::Finished{};
        }))
        .detach();
  }
  executor.run();
  EXPECT_EQ(order, (std::vector<int>{1, 3, 2, 0}));
}

TEST(Executor, ForgetsATimerWhenItsJobIsWokenAndParksWithoutOne) {
  const VirtualTime time;
  Executor executor(time.seams());
  Waker waker;
  int steps = 0;
  JobHandle handle = executor.spawn(job([&](const Waker& own) -> Step {
    waker = own;
    if (++steps == 1) return step::ParkedUntil{1s};
    return step::Parked{};
  }));
  executor.poll();
  EXPECT_EQ(executor.next_deadline(), MonoTime(1s));
  waker.wake();
  executor.poll();
  EXPECT_EQ(steps, 2);
  EXPECT_EQ(executor.next_deadline(), std::nullopt);
  time.clock->advance(2s);
  EXPECT_FALSE(executor.poll());
}

TEST(Executor, StepsAJobOnceHoweverOftenItWasWoken) {
  const VirtualTime time;
  Executor executor(time.seams());
  Waker waker;
  int steps = 0;
  JobHandle handle = executor.spawn(job([&](const Waker& own) -> Step {
    waker = own;
    ++steps;
    return step::Parked{};
  }));
  executor.poll();
  for (int i = 0; i < 5; ++i) waker.wake();
  executor.poll();
  EXPECT_FALSE(executor.poll());
  EXPECT_EQ(steps, 2);
}

// Names of a run in random order.
std::string shuffled(std::uint64_t seed) {
  const VirtualTime time;
  Executor executor(time.shuffled_seams(seed));
  std::string out;
  for (char name = 'a'; name <= 'h'; ++name)
    executor.spawn(writer(out, name, 2)).detach();
  executor.run();
  return out;
}

TEST(Executor, ShufflesReadyJobsByTheSeedButStaysFair) {
  const std::string first = shuffled(1);
  EXPECT_EQ(first, shuffled(1));
  EXPECT_NE(first, shuffled(2));
  for (const std::size_t pass : {0U, 8U}) {
    std::string names = first.substr(pass, 8);
    std::sort(names.begin(), names.end());
    EXPECT_EQ(names, "abcdefgh");
  }
}

// Writes its name at its end; by then the reactor must still be there.
struct Part {
  Part(Executor& where, std::string& out, char what)
      : executor(where), order(out), name(what) {}
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  ~Part() {
    executor.reactor().poll();
    order += name;
  }
  Executor& executor;
  std::string& order;
  char name;
};

TEST(Executor, KeepsOneAttachmentAKeyUntilItsJobsAreGone) {
  static const char keys[2] = {};
  std::string order;
  const VirtualTime time;
  {
    Executor executor(time.seams());
    EXPECT_EQ(executor.attachment(&keys[0]), nullptr);
    executor.attachment(&keys[0]) = std::make_shared<Part>(executor, order, 'a');
    executor.attachment(&keys[1]) = std::make_shared<Part>(executor, order, 'b');
    EXPECT_EQ(std::static_pointer_cast<Part>(executor.attachment(&keys[0]))->name, 'a');
    auto in_job = std::make_shared<Part>(executor, order, 'j');
    executor
        .spawn(job(
            [part = std::move(in_job)](const Waker&) -> Step { return step::Parked{}; }))
        .detach();
    EXPECT_EQ(order, "");
  }
  EXPECT_EQ(order, "jba");
}

TEST(Executor, CarriesTenThousandJobs) {
  const VirtualTime time;
  Executor executor(time.seams());
  int steps = 0;
  constexpr int count = 10'000;
  for (int i = 0; i < count; ++i) {
    executor
        .spawn(job([&, i, armed = false](const Waker&) mutable -> Step {
          ++steps;
          if (std::exchange(armed, true)) return step::Finished{};
          return step::ParkedUntil{std::chrono::microseconds(1 + (i * 7'919) % count)};
        }))
        .detach();
  }
  executor.run();
  EXPECT_EQ(steps, 2 * count);
  EXPECT_EQ(executor.now().mono, std::chrono::microseconds(count));
}

}  // namespace
}  // namespace pintle

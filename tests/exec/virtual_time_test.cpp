// SPDX-License-Identifier: MIT
#include "pintle/testing/virtual_time.hpp"

#include <chrono>

#include <gtest/gtest.h>

#include "exec/jobs.hpp"

namespace pintle {
namespace {

using namespace std::chrono_literals;
using testing::VirtualTime;

std::unique_ptr<Job> waits_for_ever() {
  return job([](const Waker&) -> Step { return step::Parked{}; });
}

TEST(VirtualClock, MovesBothClocksTogetherAndNeverBack) {
  testing::VirtualClock clock(Now{5ns, 1'000});
  clock.advance(2'500'000ns);
  EXPECT_EQ(clock.now(), (Now{2'500'005ns, 1'002}));
  clock.advance_to(1ms);
  EXPECT_EQ(clock.now().mono, 2'500'005ns);
  clock.advance_to(3ms);
  EXPECT_EQ(clock.now().mono, 3ms);
}

TEST(VirtualTimeDeathTest, AWaitThatWouldNeverEndIsAFailedTest) {
  EXPECT_DEATH(
      {
        const VirtualTime time;
        Executor executor(time.seams());
        const JobHandle handle = executor.spawn(waits_for_ever());
        executor.run();
      },
      "deadlock: nothing is ready and no timer is set");
}

TEST(VirtualReactor, TellsATestOfADeadlockWhenItAsksToBeTold) {
  const VirtualTime time;
  Executor executor(time.seams());
  JobHandle handle = executor.spawn(waits_for_ever());
  time.reactor->on_deadlock([&] { handle.cancel(); });
  executor.run();
  EXPECT_EQ(time.reactor->deadlocks(), 1);
  EXPECT_EQ(executor.jobs(), 0U);
}

TEST(VirtualReactor, JumpsToTheNextTimer) {
  const VirtualTime time;
  time.reactor->wait(90s);
  EXPECT_EQ(time.clock->now().mono, 90s);
  time.reactor->wait(30s);
  EXPECT_EQ(time.clock->now().mono, 90s);
}

TEST(VirtualReactor, AWakeEndsTheNextWaitWithoutMovingTime) {
  const VirtualTime time;
  time.reactor->wake();
  time.reactor->wait(90s);
  EXPECT_EQ(time.clock->now().mono, 0s);
  time.reactor->wait(90s);
  EXPECT_EQ(time.clock->now().mono, 90s);
}

TEST(SeededRandom, GivesThePublishedNumbers) {
  // The first outputs of splitmix64 for seed 1234567, as in its reference tests.
  testing::SeededRandom random(1'234'567);
  EXPECT_EQ(random.next(), 6'457'827'717'110'365'317ULL);
  EXPECT_EQ(random.next(), 3'203'168'211'198'807'973ULL);
  EXPECT_EQ(random.next(), 9'817'491'932'198'370'423ULL);
}

}  // namespace
}  // namespace pintle

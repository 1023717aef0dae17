// SPDX-License-Identifier: MIT
// Waking, stepping and re-arming a timer allocate nothing once the buffers have grown.
#include <chrono>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/executor.hpp"
#include "pintle/testing/virtual_time.hpp"

#include "allocation_count.hpp"
#include "exec/jobs.hpp"

namespace pintle {
namespace {

using namespace std::chrono_literals;

TEST(Executor, AllocatesNothingToWakeAndStepAJob) {
  const testing::VirtualTime time;
  Executor executor(time.seams());
  std::vector<Waker> wakers(100);
  std::vector<JobHandle> handles;
  for (Waker& waker : wakers) {
    handles.push_back(executor.spawn(job([&](const Waker& own) -> Step {
      if (!waker) waker = own;
      return step::ParkedUntil{executor.now().mono + 1h};
    })));
  }
  const std::shared_ptr<WakeFlag> flag = executor.make_flag();
  const auto round = [&] {
    time.clock->advance(1ms);
    for (const Waker& waker : wakers) waker.wake();
    flag->wake();
    executor.run_until(*flag, std::nullopt);
  };
  round();
  round();
  const std::int64_t before = allocation_count();
  for (int i = 0; i < 100; ++i) round();
  EXPECT_EQ(allocation_count() - before, 0);
}

TEST(Executor, AllocatesNothingForAReadyTask) {
  const Waker nobody;
  const std::int64_t before = allocation_count();
  Task<int> task = Task<int>::ready(5);
  const std::optional<int> value = task.poll(nobody);
  EXPECT_EQ(allocation_count() - before, 0);
  EXPECT_EQ(value, 5);
}

}  // namespace
}  // namespace pintle

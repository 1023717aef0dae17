// SPDX-License-Identifier: MIT
// Waking, stepping and re-arming a timer allocate nothing once the buffers have grown.
#include <chrono>
#include <cstdlib>
#include <new>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/executor.hpp"
#include "pintle/testing/virtual_time.hpp"

#include "exec/jobs.hpp"

namespace {

thread_local long allocations = 0;

void* counted_malloc(std::size_t size) {
  ++allocations;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) {
  return counted_malloc(size);
}
void* operator new[](std::size_t size) {
  return counted_malloc(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

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
  const long before = allocations;
  for (int i = 0; i < 100; ++i) round();
  EXPECT_EQ(allocations - before, 0);
}

TEST(Executor, AllocatesNothingForAReadyTask) {
  const Waker nobody;
  const long before = allocations;
  Task<int> task = Task<int>::ready(5);
  const std::optional<int> value = task.poll(nobody);
  EXPECT_EQ(allocations - before, 0);
  EXPECT_EQ(value, 5);
}

}  // namespace
}  // namespace pintle

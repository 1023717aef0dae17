// SPDX-License-Identifier: MIT
#include "exec/timer_heap.hpp"

#include <deque>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/testing/virtual_time.hpp"

namespace pintle {
namespace {

class Counter final : public WakeTarget {
 public:
  void wake() noexcept override { ++count; }
  int count = 0;
};

TEST(TimerHeap, ReplacesTheTimeOfATimerThatIsArmedAgain) {
  TimerHeap heap;
  Timer timer;
  const auto counter = std::make_shared<Counter>();
  heap.arm(timer, MonoTime(10), Waker(counter));
  heap.arm(timer, MonoTime(20), Waker(counter));
  EXPECT_EQ(heap.next(), MonoTime(20));
  heap.fire_due(MonoTime(19));
  EXPECT_EQ(counter->count, 0);
  heap.fire_due(MonoTime(20));
  EXPECT_EQ(counter->count, 1);
  EXPECT_EQ(heap.next(), std::nullopt);
  heap.disarm(timer);
}

TEST(TimerHeap, LetsGoOfItsWakers) {
  TimerHeap heap;
  Timer timer;
  const auto counter = std::make_shared<Counter>();
  heap.arm(timer, MonoTime(1), Waker(counter));
  EXPECT_EQ(counter.use_count(), 2);
  heap.disarm(timer);
  EXPECT_EQ(counter.use_count(), 1);
}

// The same operations on a plain list, which cannot be wrong in the same way.
TEST(TimerHeap, AgreesWithASortedListUnderRandomArmingAndDisarming) {
  testing::SeededRandom random(7);
  TimerHeap heap;
  std::deque<Timer> timers(64);
  std::vector<std::optional<MonoTime>> model(64);
  const Waker nobody;
  MonoTime now{0};
  for (int round = 0; round < 20'000; ++round) {
    const auto i = static_cast<std::size_t>(random.next() % timers.size());
    if (random.next() % 4 == 0) {
      heap.disarm(timers[i]);
      model[i].reset();
    } else {
      model[i] = now + MonoTime(random.next() % 100);
      heap.arm(timers[i], *model[i], nobody);
    }
    if (random.next() % 8 == 0) {
      now += MonoTime(random.next() % 50);
      heap.fire_due(now);
      for (auto& at : model) at = at && *at <= now ? std::nullopt : at;
    }
    std::optional<MonoTime> earliest;
    for (const auto& at : model) {
      if (at && (!earliest || *at < *earliest)) earliest = at;
    }
    ASSERT_EQ(heap.next(), earliest) << "round " << round;
  }
  for (Timer& timer : timers) heap.disarm(timer);
  EXPECT_EQ(heap.next(), std::nullopt);
}

}  // namespace
}  // namespace pintle

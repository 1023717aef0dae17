// SPDX-License-Identifier: MIT
#include "pintle/task.hpp"

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "pintle/executor.hpp"
#include "pintle/testing/virtual_time.hpp"

#include "exec/jobs.hpp"

namespace pintle {
namespace {

using namespace std::chrono_literals;
using testing::VirtualTime;

// A value that somebody sets.
struct Source {
  std::optional<int> value;
  bool broken = false;
  Waker waker;
  int polls = 0;
  std::optional<int> poll(const Waker& own) {
    ++polls;
    if (broken) throw std::runtime_error("source broke");
    if (!value) waker = own;
    return value;
  }
  void set(int to) {
    value = to;
    waker.wake();
  }
};

Task<int> doubled(Source& source) {
  const int value = co_await from_poll<int>(source);
  co_return 2 * value;
}

Task<int> sum(Source& a, Source& b) {
  const int first = co_await doubled(a);
  const int second = co_await doubled(b);
  co_return first + second;
}

TEST(Task, OfAReadyValueGivesItAtOnce) {
  Task<std::unique_ptr<int>> task =
      Task<std::unique_ptr<int>>::ready(std::make_unique<int>(4));
  const std::optional<std::unique_ptr<int>> value = task.poll(Waker{});
  ASSERT_TRUE(value.has_value());
  EXPECT_EQ(**value, 4);
}

TEST(Task, RunsNothingBeforeItsFirstPoll) {
  Source source;
  const Task<int> task = doubled(source);
  EXPECT_EQ(source.polls, 0);
}

TEST(Task, AwaitsOtherTasksAndGivesTheirValues) {
  Source a;
  Source b;
  Task<int> task = sum(a, b);
  EXPECT_EQ(task.poll(Waker{}), std::nullopt);
  a.set(1);
  EXPECT_EQ(task.poll(Waker{}), std::nullopt);
  EXPECT_EQ(b.polls, 1);
  b.set(10);
  EXPECT_EQ(task.poll(Waker{}), 22);
}

TEST(Task, WakesItsJobThroughEveryLevel) {
  const VirtualTime time;
  Executor executor(time.seams());
  Source a;
  Source b;
  std::optional<int> result;
  const auto body = [&]() -> Task<Unit> {
    const int value = co_await sum(a, b);
    result = value;
    co_return Unit{};
  };
  JobHandle handle = executor.spawn(body());
  executor.poll();
  EXPECT_FALSE(executor.poll());
  a.set(1);
  EXPECT_TRUE(executor.poll());
  EXPECT_FALSE(executor.poll());
  b.set(2);
  executor.run();
  EXPECT_EQ(result, 6);
}

Task<int> throwing(Source& source) {
  const int value = co_await from_poll<int>(source);
  throw std::runtime_error("child broke at " + std::to_string(value));
}

Task<std::string> catching(Source& source) {
  std::string text = "nothing was thrown";
  try {
    const int value = co_await throwing(source);
    text = std::to_string(value);
  } catch (const std::runtime_error& e) {
    text = e.what();
  }
  co_return text;
}

TEST(Scenarios, S56_AnExceptionOfAChildTaskReachesTheTaskThatAwaitsIt) {
  Source source;
  Task<std::string> task = catching(source);
  EXPECT_EQ(task.poll(Waker{}), std::nullopt);
  source.set(3);
  EXPECT_EQ(task.poll(Waker{}), "child broke at 3");
}

TEST(Scenarios, S56_AnExceptionThatNobodyCatchesReachesTheParentAsAResult) {
  const VirtualTime time;
  Executor executor(time.seams());
  Source source;
  source.value = 7;
  const auto body = [&]() -> Task<Unit> {
    co_await throwing(source);
    co_return Unit{};
  };
  JobHandle handle = executor.spawn(body());
  const Result<Unit> result = executor.join(handle);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(to_string(result.error()), "unexpected: a job threw: child broke at 7");
}

TEST(Task, ThrowsWhatAPolledSourceThrowsInsideTheCoroutine) {
  const auto body = [](Source& source) -> Task<std::string> {
    std::string text;
    try {
      const int value = co_await from_poll<int>(source);
      text = std::to_string(value);
    } catch (const std::runtime_error& e) {
      text = e.what();
    }
    co_return text;
  };
  Source source;
  Task<std::string> task = body(source);
  EXPECT_EQ(task.poll(Waker{}), std::nullopt);
  source.broken = true;
  EXPECT_EQ(task.poll(Waker{}), "source broke");
}

Task<int> holding(std::shared_ptr<int> alive, Source& source) {
  const auto copy = alive;
  const int value = co_await doubled(source);
  co_return value + *copy;
}

Task<int> outer(std::shared_ptr<int> alive, Source& source) {
  const int value = co_await holding(alive, source);
  co_return value + *alive;
}

TEST(Task, FreesEverythingWhenItIsDestroyedWhileSuspended) {
  const auto alive = std::make_shared<int>(1);
  Source source;
  {
    Task<int> task = outer(alive, source);
    EXPECT_EQ(task.poll(Waker{}), std::nullopt);
    EXPECT_GT(alive.use_count(), 2);
    Task<int> never_polled = outer(alive, source);
    Task<int> replaced = outer(alive, source);
    replaced = Task<int>::ready(0);
  }
  EXPECT_EQ(alive.use_count(), 1);
  source.set(1);
}

TEST(Task, FreesEverythingWhenItIsDone) {
  const auto alive = std::make_shared<int>(1);
  Source source;
  source.value = 20;
  {
    Task<int> task = outer(alive, source);
    EXPECT_EQ(task.poll(Waker{}), 42);
  }
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(Task, AwaitsAHundredThousandReadyTasksWithoutGrowingTheStack) {
  const auto body = []() -> Task<int> {
    int total = 0;
    for (int i = 0; i < 100'000; ++i) {
      const int one = co_await Task<int>::ready(1);
      total += one;
    }
    co_return total;
  };
  Task<int> task = body();
  EXPECT_EQ(task.poll(Waker{}), 100'000);
}

Task<Unit> sleeper(Executor& executor, std::string& out, MonoTime at, char name) {
  co_await executor.sleep_until(at);
  out += name;
  EXPECT_EQ(executor.now().mono, at);
  co_return Unit{};
}

TEST(Task, SleepsInVirtualTime) {
  const VirtualTime time;
  Executor executor(time.seams());
  std::string out;
  executor.spawn(sleeper(executor, out, 2h, 'b')).detach();
  executor.spawn(sleeper(executor, out, 1h, 'a')).detach();
  executor.run();
  EXPECT_EQ(out, "ab");
  Task<Unit> past = executor.sleep_until(1s);
  EXPECT_TRUE(past.poll(Waker{}).has_value());
}

TEST(Task, ThatSleepsMayOutliveTheExecutor) {
  const VirtualTime time;
  std::optional<Task<Unit>> task;
  {
    Executor executor(time.seams());
    task.emplace(executor.sleep_until(1s));
    EXPECT_FALSE(task->poll(Waker{}).has_value());
    EXPECT_EQ(executor.next_deadline(), MonoTime(1s));
  }
  time.clock->advance(1s);
  EXPECT_TRUE(task->poll(Waker{}).has_value());
}

TEST(Task, JoinsAJobFromInsideAnother) {
  const VirtualTime time;
  Executor executor(time.seams());
  std::string out;
  JobHandle child = executor.spawn(sleeper(executor, out, 5s, 'c'));
  const auto body = [&]() -> Task<Unit> {
    const Result<Unit> joined = co_await from_poll<Result<Unit>>(child);
    out += joined ? "ok" : "failed";
    co_return Unit{};
  };
  executor.spawn(body()).detach();
  executor.run();
  EXPECT_EQ(out, "cok");
}

}  // namespace
}  // namespace pintle

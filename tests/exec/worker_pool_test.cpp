// SPDX-License-Identifier: MIT
#include "pintle/worker_pool.hpp"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include "pintle/executor.hpp"

#include "exec/jobs.hpp"

namespace pintle {
namespace {

// Opens once; threads wait until it does.
class Gate {
 public:
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
};

TEST(ThreadPool, RunsAllWorkOnItsOwnThreads) {
  const std::shared_ptr<WorkerPool> pool = thread_pool(3);
  std::atomic<int> ran{0};
  std::atomic<bool> elsewhere{true};
  Gate done;
  const std::thread::id here = std::this_thread::get_id();
  for (int i = 0; i < 100; ++i) {
    pool->run([&] {
      if (std::this_thread::get_id() == here) elsewhere = false;
      if (++ran == 100) done.open();
    });
  }
  done.wait();
  EXPECT_TRUE(elsewhere);
}

TEST(ThreadPool, RunsAsMuchAtOnceAsItHasThreads) {
  const std::shared_ptr<WorkerPool> pool = thread_pool(2);
  Gate first;
  Gate second;
  pool->run([&] {
    first.open();
    second.wait();
  });
  pool->run([&] {
    first.wait();
    second.open();
  });
  second.wait();
}

TEST(ThreadPool, HasAtLeastOneThread) {
  const std::shared_ptr<WorkerPool> pool = thread_pool(0);
  Gate done;
  pool->run([&] { done.open(); });
  done.wait();
}

TEST(ThreadPool, WaitsForWhatHasBegunAndDropsTheRest) {
  const auto alive = std::make_shared<int>(0);
  std::atomic<bool> finished{false};
  std::atomic<bool> dropped_ran{false};
  Gate begun;
  {
    const std::shared_ptr<WorkerPool> pool = thread_pool(1);
    pool->run([&] {
      begun.open();
      while (alive.use_count() > 1) std::this_thread::yield();
      finished = true;
    });
    pool->run([&dropped_ran, alive] { dropped_ran = true; });
    begun.wait();
  }
  EXPECT_TRUE(finished);
  EXPECT_FALSE(dropped_ran);
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(ThreadPool, MayBeLetGoByItsOwnWork) {
  Gate ready;
  Gate done;
  std::shared_ptr<WorkerPool> pool = thread_pool(2);
  WorkerPool& kept = *pool;
  kept.run([held = pool, &ready, &done]() mutable {
    ready.wait();
    held.reset();
    done.open();
  });
  pool.reset();
  ready.open();
  done.wait();
}

TEST(ThreadPool, GoesOnAfterWorkThatThrows) {
  const std::shared_ptr<WorkerPool> pool = thread_pool(1);
  Gate done;
  ::testing::internal::CaptureStderr();
  pool->run([] { throw std::runtime_error("oops"); });
  pool->run([&] { done.open(); });
  done.wait();
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "pintle: work on a thread pool threw: oops\n");
}

TEST(ThreadPool, WakesAJobThatWaitsForItsWork) {
  Executor executor;
  const std::shared_ptr<WorkerPool> pool = thread_pool(2);
  std::atomic<int> result{0};
  bool asked = false;
  JobHandle handle = executor.spawn(job([&](const Waker& waker) -> Step {
    if (result.load() != 0) return step::Finished{};
    if (!std::exchange(asked, true)) {
      pool->run([&result, waker] {
        result = 42;
        waker.wake();
      });
    }
    return step::Parked{};
  }));
  executor.run();
  EXPECT_EQ(result, 42);
}

}  // namespace
}  // namespace pintle

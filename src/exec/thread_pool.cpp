// SPDX-License-Identifier: MIT
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "pintle/worker_pool.hpp"

#include "exec/report_bug.hpp"

namespace pintle {

namespace {

// Shared with the threads: one of them may be the last to hold the pool.
struct Backlog {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<UniqueFunction<void()>> work;
  bool closed = false;
};

// Empty: the pool was closed.
UniqueFunction<void()> next_work(Backlog& backlog) {
  std::unique_lock lock(backlog.mutex);
  backlog.changed.wait(lock, [&] { return backlog.closed || !backlog.work.empty(); });
  if (backlog.closed) return {};
  UniqueFunction<void()> work = std::move(backlog.work.front());
  backlog.work.pop_front();
  return work;
}

void serve(const std::shared_ptr<Backlog>& backlog) {
  for (;;) {
    const UniqueFunction<void()> work = next_work(*backlog);
    if (!work) return;
    try {
      work();
    } catch (...) {
      report_bug("work on a thread pool");
    }
  }
}

class ThreadPool final : public WorkerPool {
 public:
  explicit ThreadPool(std::size_t threads) {
    try {
      for (std::size_t i = 0; i < threads; ++i) {
        threads_.emplace_back([backlog = backlog_] { serve(backlog); });
      }
    } catch (const std::system_error& e) {
      if (!threads_.empty()) return;  // fewer are enough
      std::fprintf(stderr, "pintle: no thread for a pool: %s\n", e.what());
      std::abort();
    }
  }

  ~ThreadPool() override {
    std::deque<UniqueFunction<void()>> dropped;
    {
      const std::lock_guard lock(backlog_->mutex);
      backlog_->closed = true;
      dropped.swap(backlog_->work);
    }
    backlog_->changed.notify_all();
    dropped.clear();
    for (std::thread& thread : threads_) {
      const bool own = thread.get_id() == std::this_thread::get_id();
      own ? thread.detach() : thread.join();
    }
  }

  void run(UniqueFunction<void()> work) override {
    {
      const std::lock_guard lock(backlog_->mutex);
      backlog_->work.push_back(std::move(work));
    }
    backlog_->changed.notify_one();
  }

 private:
  std::shared_ptr<Backlog> backlog_ = std::make_shared<Backlog>();
  std::vector<std::thread> threads_;
};

}  // namespace

std::shared_ptr<WorkerPool> thread_pool(std::size_t threads) {
  return std::make_shared<ThreadPool>(std::max<std::size_t>(threads, 1));
}

}  // namespace pintle

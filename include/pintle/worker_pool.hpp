// SPDX-License-Identifier: MIT
// WorkerPool: threads that the application made, for tools that block. pintle starts none
// on its own account.
#pragma once

#include <cstddef>
#include <memory>

#include "pintle/export.hpp"
#include "pintle/function.hpp"

namespace pintle {

/// Threads: `run` may be called from any thread.
class PINTLE_API WorkerPool {
 public:
  WorkerPool() = default;
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  virtual ~WorkerPool() = default;
  /// Queues `work`; it is run once, on some thread of the pool. Never blocks. It should
  /// not throw; what it throws is named on stderr.
  virtual void run(UniqueFunction<void()> work) = 0;
};

/// A pool of `threads` threads (at least one; aborts when the machine gives none). Its
/// destructor waits for the work that has begun and drops what has not; when it runs on a
/// thread of the pool itself, it does not wait for that thread.
[[nodiscard]] PINTLE_API std::shared_ptr<WorkerPool> thread_pool(std::size_t threads);

}  // namespace pintle

// SPDX-License-Identifier: MIT
// Drives an executor until a task is done; for the calls of the API that are not streams.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "pintle/executor.hpp"

#include "driver/guarded.hpp"

namespace pintle {

template <class T>
Result<T> block_on(Executor& executor, Task<Result<T>> task) {
  Task<Result<T>> safe = guarded_task<T>([&] { return std::move(task); });
  const std::shared_ptr<WakeFlag> flag = executor.make_flag();
  const Waker waker(flag);
  for (;;) {
    if (std::optional<Result<T>> result = safe.poll(waker)) return std::move(*result);
    executor.run_until(*flag, std::nullopt);
  }
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
// Mailbox: where other threads leave inputs for a loop.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "pintle/machine.hpp"
#include "pintle/waker.hpp"

namespace pintle {

/// Threads: `post` and `size` from any; the rest from the loop's.
class Mailbox {
 public:
  void post(LoopInput input) {
    Waker waker;
    {
      const std::lock_guard lock(mutex_);
      inputs_.push_back(std::move(input));
      size_.store(inputs_.size(), std::memory_order_release);
      waker = waker_;
    }
    waker.wake();
  }
  void set_waker(const Waker& waker) {
    const std::lock_guard lock(mutex_);
    waker_ = waker;
  }
  [[nodiscard]] std::size_t size() const noexcept {
    return size_.load(std::memory_order_acquire);
  }
  std::optional<LoopInput> take() {
    if (size() == 0) return std::nullopt;
    const std::lock_guard lock(mutex_);
    LoopInput first = std::move(inputs_.front());
    inputs_.erase(inputs_.begin());
    size_.store(inputs_.size(), std::memory_order_release);
    return first;
  }

 private:
  std::mutex mutex_;
  std::vector<LoopInput> inputs_;
  std::atomic<std::size_t> size_{0};
  Waker waker_;
};

}  // namespace pintle

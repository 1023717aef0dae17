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

/// Threads: `post`, `size` and `has_abort` from any; the rest from the loop's.
class Mailbox {
 public:
  void post(LoopInput input) {
    Waker waker;
    {
      const std::lock_guard lock(mutex_);
      const bool abort = std::holds_alternative<input::AbortRequested>(input);
      if (abort) aborts_.fetch_add(1, std::memory_order_acq_rel);
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
  /// Does an abort wait to be taken? Then nothing new is started.
  [[nodiscard]] bool has_abort() const noexcept {
    return aborts_.load(std::memory_order_acquire) > 0;
  }
  std::optional<LoopInput> take() {
    if (size() == 0) return std::nullopt;
    const std::lock_guard lock(mutex_);
    LoopInput first = std::move(inputs_.front());
    inputs_.erase(inputs_.begin());
    const bool abort = std::holds_alternative<input::AbortRequested>(first);
    if (abort) aborts_.fetch_sub(1, std::memory_order_acq_rel);
    size_.store(inputs_.size(), std::memory_order_release);
    return first;
  }

 private:
  std::mutex mutex_;
  std::vector<LoopInput> inputs_;
  std::atomic<std::size_t> size_{0};
  std::atomic<std::size_t> aborts_{0};
  Waker waker_;
};

}  // namespace pintle

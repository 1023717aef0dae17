// SPDX-License-Identifier: MIT
// TimerHeap: a binary heap of timers that know their place in it, so that moving or
// ending one costs O(log n) and no dead entries pile up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "pintle/time.hpp"
#include "pintle/waker.hpp"

namespace pintle {

/// One timer. Lifetime: disarmed before it is destroyed.
class Timer {
 public:
  Timer() = default;
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

 private:
  friend class TimerHeap;
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
  MonoTime at_{};
  std::uint64_t order_ = 0;  // equal times fire in the order they were armed
  std::size_t place_ = nowhere;
  Waker waker_;
};

class TimerHeap {
 public:
  /// Sets the timer to fire `waker` at `at`; replaces what it was set to.
  void arm(Timer& timer, MonoTime at, const Waker& waker);
  /// Harmless when it is not armed.
  void disarm(Timer& timer) noexcept;
  /// Fires and disarms those that are due at `now`.
  void fire_due(MonoTime now);
  [[nodiscard]] std::optional<MonoTime> next() const noexcept {
    if (heap_.empty()) return std::nullopt;
    return heap_.front()->at_;
  }

 private:
  [[nodiscard]] static bool earlier(const Timer& a, const Timer& b) noexcept {
    return a.at_ != b.at_ ? a.at_ < b.at_ : a.order_ < b.order_;
  }
  void put(std::size_t place, Timer& timer) noexcept;
  void rise(Timer& timer) noexcept;
  void sink(Timer& timer) noexcept;

  std::vector<Timer*> heap_;
  std::uint64_t armed_ = 0;
};

}  // namespace pintle

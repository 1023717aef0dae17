// SPDX-License-Identifier: MIT
// Waker: how something that finished elsewhere says "call me again".
#pragma once

#include <memory>
#include <utility>

#include "pintle/export.hpp"

namespace pintle {

/// The receiving end of wakers; an executor's task, or a test's counter.
/// Threads: `wake` may be called from any thread, and after the task is gone.
class PINTLE_API WakeTarget {
 public:
  WakeTarget() = default;
  WakeTarget(const WakeTarget&) = delete;
  WakeTarget& operator=(const WakeTarget&) = delete;
  virtual ~WakeTarget() = default;
  virtual void wake() noexcept = 0;
};

/// A copyable handle to one task. Harmless when late, fired twice, empty, or when its
/// task is gone. Threads: copies may be used from any thread.
class Waker {
 public:
  Waker() = default;
  explicit Waker(std::shared_ptr<WakeTarget> target) : target_(std::move(target)) {}
  void wake() const noexcept {
    if (target_) target_->wake();
  }
  /// Do both wake the same task? Then there is no need to store the newer one.
  [[nodiscard]] bool same_as(const Waker& other) const noexcept {
    return target_ == other.target_;
  }
  explicit operator bool() const noexcept { return target_ != nullptr; }

 private:
  std::shared_ptr<WakeTarget> target_;
};

}  // namespace pintle

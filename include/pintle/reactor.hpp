// SPDX-License-Identifier: MIT
// Reactor: the one place where a thread waits: sockets, pipes, timers' ends and wake-ups.
// Core ships epoll with an eventfd; tests pass one that only moves a virtual clock.
#pragma once

#include <memory>
#include <optional>

#include "pintle/export.hpp"
#include "pintle/time.hpp"
#include "pintle/waker.hpp"

namespace pintle {

/// Threads: its executor's thread; `wake` from any.
class PINTLE_API Reactor {
 public:
  Reactor() = default;
  Reactor(const Reactor&) = delete;
  Reactor& operator=(const Reactor&) = delete;
  virtual ~Reactor() = default;
  /// Fires `waker` once when `fd` is readable or writable as asked (or broken); then the
  /// watch is gone and must be asked for again. Replaces an earlier watch of `fd`. What
  /// cannot be watched (a plain file, a closed descriptor) counts as ready at once.
  virtual void watch(int fd, bool read, bool write, Waker waker) = 0;
  /// Ends the watch of `fd`; call it before `fd` is closed.
  virtual void unwatch(int fd) = 0;
  /// Waits until something happened, `wake` was called, or `until` on the clock is
  /// reached; empty: without a limit. Then fires the wakers that are due.
  virtual void wait(std::optional<MonoTime> until) = 0;
  /// Takes what has happened without waiting.
  virtual void poll() = 0;
  /// Makes a `wait` return. Any thread.
  virtual void wake() noexcept = 0;
  /// One descriptor that is readable when there is something to `poll`; -1: none.
  [[nodiscard]] virtual int native_handle() const noexcept = 0;
};

/// epoll and eventfd, with time from `clock`. Aborts when the kernel gives no
/// descriptors.
[[nodiscard]] PINTLE_API std::shared_ptr<Reactor> epoll_reactor(
    std::shared_ptr<Clock> clock);
/// The machine's clocks: monotonic and real time.
[[nodiscard]] PINTLE_API std::shared_ptr<Clock> system_clock();
/// Seeded from the machine's entropy.
[[nodiscard]] PINTLE_API std::shared_ptr<Random> system_random();

}  // namespace pintle

// SPDX-License-Identifier: MIT
// WakeQueue: what other threads (and the executor's own) may reach of an executor: wake a
// job, post work, rouse it from its wait. Outlives the executor as long as a waker does;
// after `close` everything is dropped.
//
// It rouses the reactor only when the executor would not look again by itself
// (`attentive_`), so a wake in the middle of a pass costs no system call.
#pragma once

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "pintle/function.hpp"
#include "pintle/reactor.hpp"

#include "exec/ready_ring.hpp"

namespace pintle {

namespace detail {
class JobSlot;
}
using SlotRing = ReadyRing<std::shared_ptr<detail::JobSlot>>;
using PostedWork = std::vector<UniqueFunction<void()>>;

class WakeQueue {
 public:
  explicit WakeQueue(std::shared_ptr<Reactor> reactor) : reactor_(std::move(reactor)) {}
  WakeQueue(const WakeQueue&) = delete;
  WakeQueue& operator=(const WakeQueue&) = delete;
  ~WakeQueue();

  // Any thread.

  /// Requires: the slot is not in the queue. Does not allocate.
  void push(std::shared_ptr<detail::JobSlot> slot) noexcept;
  void post(UniqueFunction<void()> work);
  /// Makes the executor look again: its next wait returns at once.
  void nudge() noexcept;

  // The executor's thread.

  /// From now on the executor will `take` again without being roused.
  void attend() noexcept;
  /// Moves the woken jobs to the end of `ready`, and gives the posted work.
  [[nodiscard]] PostedWork take(SlotRing& ready);
  /// False: something came; take it instead of waiting. True: the executor waits in the
  /// reactor now, until `attend`.
  [[nodiscard]] bool begin_wait() noexcept;
  /// The executor gives up control. When it has `more` to do, or something came, the
  /// reactor's descriptor is made readable for the loop that drives it.
  void leave(bool more) noexcept;
  void close() noexcept;

 private:
  [[nodiscard]] bool has_news() const noexcept {
    return first_ != nullptr || !posted_.empty() || nudged_;
  }
  // Requires: the mutex is held. True: call `reactor_->wake()` after it was released.
  [[nodiscard]] bool must_rouse() noexcept;

  std::shared_ptr<Reactor> reactor_;
  std::mutex mutex_;
  std::shared_ptr<detail::JobSlot> first_;  // chained by JobSlot::next
  detail::JobSlot* last_ = nullptr;
  PostedWork posted_;
  bool nudged_ = false;
  bool attentive_ = false;
  bool closed_ = false;
  std::thread::id waiting_;  // whose own wakes, fired by its reactor, rouse nobody
};

}  // namespace pintle

// SPDX-License-Identifier: MIT
// JobSlot: an executor's side of one job; what its wakers and its handle point to. It
// outlives the job as long as one of them does. Only `wake` is for other threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>

#include "pintle/executor.hpp"

#include "exec/timer_heap.hpp"
#include "exec/wake_queue.hpp"

namespace pintle::detail {

/// Ends jobs; the executor's core.
class JobOwner {
 public:
  /// Destroys the slot's job and forgets the slot.
  virtual void finish(JobSlot& slot) = 0;

 protected:
  ~JobOwner() = default;
};

class JobSlot final : public WakeTarget, public std::enable_shared_from_this<JobSlot> {
 public:
  JobSlot(std::unique_ptr<Job> work, std::shared_ptr<WakeQueue> queue, JobOwner* by)
      : job(std::move(work)), owner(by), queue_(std::move(queue)) {}

  void wake() noexcept override {
    if (claim()) queue_->push(shared_from_this());
  }
  /// True: it was not queued; the caller must queue it now.
  [[nodiscard]] bool claim() noexcept {
    return !queued_.exchange(true, std::memory_order_acq_rel);
  }
  /// It left the queue; what was written before a wake is seen after this.
  void release() noexcept { queued_.exchange(false, std::memory_order_acq_rel); }
  void cancel();

  std::unique_ptr<Job> job;  // null: done
  JobOwner* owner;           // null when done
  Timer timer;
  std::size_t index = 0;       // in the owner's list of jobs
  bool stepping = false;       // its step is on the stack
  bool again = false;          // woken, and taken off the queue, while stepping
  bool cancelled = false;      // to be ended after its step
  bool detached = false;       // nobody will ask for `failure`
  std::exception_ptr failure;  // what the job threw
  Waker joiner;
  std::shared_ptr<JobSlot> next;  // in the WakeQueue, under its mutex

 private:
  std::atomic<bool> queued_{false};
  std::shared_ptr<WakeQueue> queue_;
};

}  // namespace pintle::detail

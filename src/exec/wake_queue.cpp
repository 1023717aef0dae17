// SPDX-License-Identifier: MIT
#include "exec/wake_queue.hpp"

#include <utility>

#include "exec/job_slot.hpp"

namespace pintle {

namespace {

// One by one: a long chain that is destroyed by its first link would recurse.
void drop_chain(std::shared_ptr<detail::JobSlot> slot) noexcept {
  while (slot) slot = std::move(slot->next);
}

}  // namespace

WakeQueue::~WakeQueue() {
  drop_chain(std::move(first_));
}

void WakeQueue::push(std::shared_ptr<detail::JobSlot> slot) noexcept {
  bool rouse = false;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    detail::JobSlot* const added = slot.get();
    (last_ == nullptr ? first_ : last_->next) = std::move(slot);
    last_ = added;
    rouse = must_rouse();
  }
  if (rouse) reactor_->wake();
}

void WakeQueue::post(UniqueFunction<void()> work) {
  bool rouse = false;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    posted_.push_back(std::move(work));
    rouse = must_rouse();
  }
  if (rouse) reactor_->wake();
}

void WakeQueue::nudge() noexcept {
  bool rouse = false;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    nudged_ = true;
    rouse = must_rouse();
  }
  if (rouse) reactor_->wake();
}

bool WakeQueue::must_rouse() noexcept {
  if (attentive_ || waiting_ == std::this_thread::get_id()) return false;
  attentive_ = true;
  return true;
}

void WakeQueue::attend() noexcept {
  const std::lock_guard lock(mutex_);
  attentive_ = true;
  waiting_ = std::thread::id{};
}

PostedWork WakeQueue::take(SlotRing& ready) {
  std::shared_ptr<detail::JobSlot> slot;
  PostedWork posted;
  {
    const std::lock_guard lock(mutex_);
    slot = std::move(first_);
    last_ = nullptr;
    nudged_ = false;
    posted.swap(posted_);
  }
  while (slot) {
    std::shared_ptr<detail::JobSlot> next = std::move(slot->next);
    ready.push(std::move(slot));
    slot = std::move(next);
  }
  return posted;
}

bool WakeQueue::begin_wait() noexcept {
  const std::lock_guard lock(mutex_);
  if (has_news()) return false;
  attentive_ = false;
  waiting_ = std::this_thread::get_id();
  return true;
}

void WakeQueue::leave(bool more) noexcept {
  bool rouse = false;
  {
    const std::lock_guard lock(mutex_);
    waiting_ = std::thread::id{};
    attentive_ = false;
    if (more || has_news()) rouse = must_rouse();
  }
  if (rouse) reactor_->wake();
}

void WakeQueue::close() noexcept {
  std::shared_ptr<detail::JobSlot> chain;
  PostedWork posted;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    chain = std::move(first_);
    last_ = nullptr;
    posted.swap(posted_);
  }
  drop_chain(std::move(chain));
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "exec/job_slot.hpp"

#include <utility>

#include "exec/report_bug.hpp"

namespace pintle {

void detail::JobSlot::cancel() {
  if (owner == nullptr) return;
  cancelled = true;
  if (!stepping) owner->finish(*this);
}

JobHandle& JobHandle::operator=(JobHandle&& other) noexcept {
  if (this != &other) {
    cancel();
    slot_ = std::move(other.slot_);
  }
  return *this;
}

JobHandle::~JobHandle() {
  cancel();
}

void JobHandle::cancel() {
  // A copy: the job's destructor may destroy this handle.
  const std::shared_ptr<detail::JobSlot> slot = slot_;
  if (slot) slot->cancel();
}

bool JobHandle::done() const noexcept {
  return !slot_ || slot_->owner == nullptr;
}

void JobHandle::detach() {
  if (slot_) slot_->detached = true;
  slot_.reset();
}

std::optional<Result<Unit>> JobHandle::poll(const Waker& waker) {
  if (!done()) {
    slot_->joiner = waker;
    return std::nullopt;
  }
  if (!slot_ || !slot_->failure) return Result<Unit>(Unit{});
  return Result<Unit>(Err{UnexpectedError{"a job threw: " + text_of(slot_->failure)}});
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "exec/timer_heap.hpp"

#include <utility>

namespace pintle {

void TimerHeap::arm(Timer& timer, MonoTime at, const Waker& waker) {
  if (!timer.waker_.same_as(waker)) timer.waker_ = waker;
  if (timer.place_ == Timer::nowhere) {
    heap_.push_back(&timer);
    timer.place_ = heap_.size() - 1;
  } else if (timer.at_ == at) {
    return;
  }
  timer.at_ = at;
  timer.order_ = ++armed_;
  rise(timer);
  sink(timer);
}

void TimerHeap::disarm(Timer& timer) noexcept {
  if (timer.place_ == Timer::nowhere) return;
  const std::size_t place = std::exchange(timer.place_, Timer::nowhere);
  Timer& last = *heap_.back();
  heap_.pop_back();
  timer.waker_ = Waker{};
  if (&last == &timer) return;
  put(place, last);
  rise(last);
  sink(last);
}

void TimerHeap::fire_due(MonoTime now) {
  while (!heap_.empty() && heap_.front()->at_ <= now) {
    Timer& due = *heap_.front();
    const Waker waker = due.waker_;
    disarm(due);
    waker.wake();
  }
}

void TimerHeap::put(std::size_t place, Timer& timer) noexcept {
  heap_[place] = &timer;
  timer.place_ = place;
}

void TimerHeap::rise(Timer& timer) noexcept {
  std::size_t place = timer.place_;
  while (place > 0) {
    Timer& parent = *heap_[(place - 1) / 2];
    if (!earlier(timer, parent)) break;
    const std::size_t above = parent.place_;
    put(place, parent);
    place = above;
  }
  put(place, timer);
}

void TimerHeap::sink(Timer& timer) noexcept {
  std::size_t place = timer.place_;
  for (;;) {
    std::size_t child = 2 * place + 1;
    if (child >= heap_.size()) break;
    const bool right_first =
        child + 1 < heap_.size() && earlier(*heap_[child + 1], *heap_[child]);
    child += right_first ? 1 : 0;
    if (!earlier(*heap_[child], timer)) break;
    put(place, *heap_[child]);
    place = child;
  }
  put(place, timer);
}

}  // namespace pintle

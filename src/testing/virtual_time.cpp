// SPDX-License-Identifier: MIT
#include "pintle/testing/virtual_time.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <poll.h>

namespace pintle::testing {

namespace {

// Looks without waiting. What cannot be polled counts as ready, as the contract says.
bool is_ready(int fd, bool read, bool write) {
  pollfd entry{};
  entry.fd = fd;
  entry.events = static_cast<short>((read ? POLLIN : 0) | (write ? POLLOUT : 0));
  return fd < 0 || ::poll(&entry, 1, 0) != 0;
}

}  // namespace

VirtualClock::VirtualClock(Now start) : start_(start) {}

Now VirtualClock::now() const noexcept {
  const MonoTime elapsed{elapsed_ns_.load(std::memory_order_acquire)};
  return Now{start_.mono + elapsed,
             start_.wall_ms +
                 std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count()};
}

void VirtualClock::advance(MonoTime by) noexcept {
  elapsed_ns_.fetch_add(std::max<std::int64_t>(by.count(), 0), std::memory_order_acq_rel);
}

void VirtualClock::advance_to(MonoTime at) noexcept {
  advance(at - now().mono);
}

std::uint64_t SeededRandom::next() noexcept {
  state_ += 0x9e3779b97f4a7c15ULL;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
  return mixed ^ (mixed >> 31);
}

VirtualReactor::VirtualReactor(std::shared_ptr<VirtualClock> clock)
    : clock_(std::move(clock)) {}

void VirtualReactor::watch(int fd, bool read, bool write, Waker waker) {
  unwatch(fd);
  watches_.push_back(Watch{fd, read, write, std::move(waker)});
}

void VirtualReactor::unwatch(int fd) {
  std::erase_if(watches_, [fd](const Watch& watch) { return watch.fd == fd; });
}

bool VirtualReactor::fire_ready() {
  std::vector<Waker> due;
  std::erase_if(watches_, [&](Watch& watch) {
    if (!is_ready(watch.fd, watch.read, watch.write)) return false;
    due.push_back(std::move(watch.waker));
    return true;
  });
  for (const Waker& waker : due) waker.wake();
  return !due.empty();
}

void VirtualReactor::poll() {
  woken_.store(false, std::memory_order_release);
  fire_ready();
}

void VirtualReactor::wait(std::optional<MonoTime> until) {
  const bool fired = fire_ready();
  if (woken_.exchange(false, std::memory_order_acq_rel) || fired) return;
  if (until) {
    clock_->advance_to(*until);
  } else {
    report_deadlock();
  }
}

void VirtualReactor::wake() noexcept {
  woken_.store(true, std::memory_order_release);
}

void VirtualReactor::on_deadlock(UniqueFunction<void()> handler) {
  handler_ = std::move(handler);
}

void VirtualReactor::report_deadlock() {
  ++deadlocks_;
  if (handler_) return handler_();
  std::fputs("pintle: deadlock: nothing is ready and no timer is set\n", stderr);
  std::abort();
}

}  // namespace pintle::testing

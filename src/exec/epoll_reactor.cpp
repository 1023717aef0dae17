// SPDX-License-Identifier: MIT
// The reactor of Linux: epoll with one-shot watches, and an eventfd for wake-ups. A wait
// is one system call; a poll is none as long as nothing is watched and nobody woke it.
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "pintle/reactor.hpp"

namespace pintle {

namespace {

constexpr int events_per_wait = 64;  // more are taken at the next one

int require_descriptor(int fd, const char* call) {
  if (fd >= 0) return fd;
  std::fprintf(stderr, "pintle: %s failed: %s\n", call, std::strerror(errno));
  std::abort();
}

std::uint32_t interest(bool read, bool write) noexcept {
  return (read ? EPOLLIN | EPOLLRDHUP : 0U) | (write ? EPOLLOUT : 0U) | EPOLLONESHOT;
}

// Milliseconds to wait, rounded up, so that the deadline has passed afterwards.
int timeout_ms(MonoTime now, std::optional<MonoTime> until) noexcept {
  if (!until) return -1;
  const std::int64_t left = std::max<std::int64_t>((*until - now).count(), 0);
  const std::int64_t ms = left / 1'000'000 + (left % 1'000'000 == 0 ? 0 : 1);
  return static_cast<int>(std::min<std::int64_t>(ms, INT_MAX));
}

class EpollReactor final : public Reactor {
 public:
  explicit EpollReactor(std::shared_ptr<Clock> clock)
      : clock_(std::move(clock)),
        epoll_(require_descriptor(epoll_create1(EPOLL_CLOEXEC), "epoll_create1")),
        event_(require_descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), "eventfd")) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = event_;
    require_descriptor(epoll_ctl(epoll_, EPOLL_CTL_ADD, event_, &event), "epoll_ctl");
  }
  ~EpollReactor() override {
    close(event_);
    close(epoll_);
  }

  void watch(int fd, bool read, bool write, Waker waker) override {
    if (fd < 0 || !arm(fd, interest(read, write))) {
      waker.wake();
      return;
    }
    const auto index = static_cast<std::size_t>(fd);
    if (index >= watches_.size()) watches_.resize(index + 1);
    if (!watches_[index]) ++watched_;
    watches_[index] = std::move(waker);
  }

  void unwatch(int fd) override {
    take_waker(fd);
    // Fails when it is not registered, which is what was asked for.
    epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, nullptr);
  }

  void wait(std::optional<MonoTime> until) override {
    take_events(until ? timeout_ms(clock_->now().mono, until) : -1);
  }

  void poll() override {
    if (watched_ > 0 || woken_.load(std::memory_order_acquire)) take_events(0);
  }

  void wake() noexcept override {
    const std::uint64_t one = 1;
    // Fails only when it is full, and then it is readable already.
    [[maybe_unused]] const ssize_t written = write(event_, &one, sizeof one);
    // After the write: whoever polls because the descriptor is readable must not find
    // this false for ever.
    woken_.store(true, std::memory_order_release);
  }

  [[nodiscard]] int native_handle() const noexcept override { return epoll_; }

 private:
  // A one-shot watch that fired stays registered, disabled, until it is armed again or
  // its descriptor is closed; so both calls can be the right one.
  [[nodiscard]] bool arm(int fd, std::uint32_t events) const noexcept {
    epoll_event event{};
    event.events = events;
    event.data.fd = fd;
    if (epoll_ctl(epoll_, EPOLL_CTL_MOD, fd, &event) == 0) return true;
    return errno == ENOENT && epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event) == 0;
  }

  Waker take_waker(int fd) {
    const auto index = static_cast<std::size_t>(fd);
    if (fd < 0 || index >= watches_.size() || !watches_[index]) return Waker{};
    --watched_;
    return std::exchange(watches_[index], Waker{});
  }

  void take_events(int timeout) {
    woken_.store(false, std::memory_order_relaxed);
    std::array<epoll_event, events_per_wait> events;
    const int count = epoll_wait(epoll_, events.data(), events_per_wait, timeout);
    for (int i = 0; i < count; ++i) {
      const int fd = events[static_cast<std::size_t>(i)].data.fd;
      if (fd == event_) {
        drain();
      } else {
        take_waker(fd).wake();
      }
    }
  }

  void drain() const noexcept {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t size = read(event_, &count, sizeof count);
  }

  std::shared_ptr<Clock> clock_;
  int epoll_;
  int event_;
  std::vector<Waker> watches_;  // by descriptor; empty: not watched
  std::size_t watched_ = 0;
  std::atomic<bool> woken_{false};
};

}  // namespace

std::shared_ptr<Reactor> epoll_reactor(std::shared_ptr<Clock> clock) {
  return std::make_shared<EpollReactor>(std::move(clock));
}

}  // namespace pintle

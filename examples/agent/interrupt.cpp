// SPDX-License-Identifier: MIT
#include "interrupt.hpp"

#include <array>
#include <memory>
#include <utility>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

namespace agent_example {
namespace {

volatile sig_atomic_t signals_seen = 0;
volatile sig_atomic_t signal_pipe = -1;

extern "C" void note_signal(int number) {
  if (signals_seen != 0) _exit(128 + number);
  signals_seen = 1;
  const char byte = 1;
  static_cast<void>(!write(signal_pipe, &byte, 1));
}

/// Waits for the pipe in the reactor, like any socket.
class SignalJob final : public pintle::Job {
 public:
  SignalJob(pintle::Reactor& reactor, int fd, pintle::UniqueFunction<void()> on_first)
      : reactor_(reactor), fd_(fd), on_first_(std::move(on_first)) {}
  ~SignalJob() override {
    reactor_.unwatch(fd_);
    close(fd_);
  }
  pintle::Step step(const pintle::Waker& waker) override {
    char byte = 0;
    if (read(fd_, &byte, 1) == 1) {
      on_first_();
      return pintle::step::Finished{};
    }
    reactor_.watch(fd_, true, false, waker);
    return pintle::step::Parked{};
  }

 private:
  pintle::Reactor& reactor_;
  int fd_;
  pintle::UniqueFunction<void()> on_first_;
};

}  // namespace

pintle::JobHandle on_interrupt(pintle::Executor& executor,
                               pintle::UniqueFunction<void()> on_first) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return {};
  signal_pipe = ends[1];
  struct sigaction action {};
  action.sa_handler = note_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return executor.spawn(
      std::make_unique<SignalJob>(executor.reactor(), ends[0], std::move(on_first)));
}

}  // namespace agent_example

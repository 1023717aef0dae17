// SPDX-License-Identifier: MIT
// A reactor that counts how often its thread woke up.
#pragma once

#include <memory>
#include <utility>

#include "pintle/reactor.hpp"

namespace pintle::http_test {

class CountingReactor final : public Reactor {
 public:
  explicit CountingReactor(std::shared_ptr<Reactor> real) : real_(std::move(real)) {}
  void watch(int fd, bool read, bool write, Waker waker) override {
    ++calls;
    real_->watch(fd, read, write, std::move(waker));
  }
  void unwatch(int fd) override {
    ++calls;
    real_->unwatch(fd);
  }
  void wait(std::optional<MonoTime> until) override {
    ++calls;
    ++waits;
    real_->wait(until);
  }
  void poll() override {
    ++calls;
    real_->poll();
  }
  void wake() noexcept override { real_->wake(); }
  [[nodiscard]] int native_handle() const noexcept override {
    return real_->native_handle();
  }

  int waits = 0;
  int calls = 0;  ///< Of all that may be a system call.

 private:
  std::shared_ptr<Reactor> real_;
};

}  // namespace pintle::http_test

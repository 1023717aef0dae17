// SPDX-License-Identifier: MIT
// Alarm: fires a waker at a time that moves. One parked job on the executor; moving the
// time later, as each piece of content does, costs nothing.
#pragma once

#include <memory>

#include "pintle/executor.hpp"

namespace pintle::http {

class Alarm {
 public:
  /// Lifetime: `executor` outlives it.
  explicit Alarm(Executor& executor);
  /// Fires `waker` at `at`; replaces what was set before.
  void set(MonoTime at, const Waker& waker);
  void cancel() { job_ = {}; }

 private:
  class Watchman;
  struct State {
    MonoTime at{};
    MonoTime parked_until{};
    Waker waker;  // whom to wake
    Waker self;   // the job
  };

  Executor* executor_;
  std::shared_ptr<State> state_;
  JobHandle job_;
};

}  // namespace pintle::http

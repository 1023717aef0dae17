// SPDX-License-Identifier: MIT
// Reads one stream as a job of an executor would: it polls, and where nothing is there it
// waits for the waker of that very poll.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "pintle/executor.hpp"
#include "pintle/model.hpp"

#include "testing/contracts/model_answer.hpp"
#include "testing/contracts/model_request.hpp"

namespace pintle::testing {

/// What all listeners of a suite share.
struct Stage {
  Findings& is;
  Executor& executor;
  bool stuck = false;  ///< A stream never went on: further waits would tell nothing new.
};

class Listener {
 public:
  /// Asks `model`, which outlives the listener.
  Listener(Stage& stage, Model& model, RequestStorage request);
  // Streams that look at their request later find it where it was.
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener() = default;

  /// Hears one more event. False: there is none, for the answer is over or stuck.
  bool advance();
  /// Hears the rest.
  void listen() {
    while (advance()) {
    }
  }
  /// Polls once, and leaves what comes of it.
  void poll_and_leave();

  [[nodiscard]] std::size_t events() const noexcept { return heard_.events(); }
  [[nodiscard]] std::string said() const { return heard_.said(); }

 private:
  std::optional<ModelEvent> poll(const Waker& waker);
  std::optional<ModelEvent> wait_for_event();
  void give_up();
  void check_views();

  Stage& stage_;
  RequestStorage request_;
  std::unique_ptr<ModelStream> stream_;
  HeardAnswer heard_;
  std::optional<ModelEvent> last_;
  std::string last_bytes_;  // of `last_`, copied when it came
};

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
#include "testing/contracts/model_listener.hpp"

#include <atomic>
#include <chrono>
#include <utility>

namespace pintle::testing {

namespace {

constexpr MonoTime patience = std::chrono::seconds(30);
// Far above what a busy machine may add to a call that does not wait.
constexpr MonoTime call_time_max = std::chrono::seconds(5);
constexpr int polls_max = 100'000;  // for one event
constexpr std::size_t events_max = 100'000;

/// Passes a wake on to the executor's flag, and remembers it.
class Ear final : public WakeTarget {
 public:
  explicit Ear(std::shared_ptr<WakeFlag> flag) : flag_(std::move(flag)) {}
  void wake() noexcept override {
    fired_.store(true, std::memory_order_release);
    flag_->wake();
  }
  [[nodiscard]] bool fired() const noexcept {
    return fired_.load(std::memory_order_acquire);
  }
  /// Runs the executor until this is woken; false: that took too long.
  bool wait(Executor& executor) {
    executor.run_until(*flag_, executor.now().mono + patience);
    return fired();
  }

 private:
  std::atomic<bool> fired_{false};
  std::shared_ptr<WakeFlag> flag_;
};

/// Measures one call of the model on the executor's clock.
class Stopwatch {
 public:
  explicit Stopwatch(Stage& stage) : stage_(stage), begin_(stage.executor.now().mono) {}
  void expect_short(const char* rule) const {
    stage_.is.expect(stage_.executor.now().mono - begin_ < call_time_max, rule);
  }

 private:
  Stage& stage_;
  MonoTime begin_;
};

}  // namespace

Listener::Listener(Stage& stage, Model& model, RequestStorage request)
    : stage_(stage), request_(std::move(request)), heard_(stage.is) {
  const Stopwatch watch(stage_);
  stream_ = request_.start(model, stage_.executor);
  watch.expect_short("stream returns at once");
  stage_.is.expect(stream_ != nullptr, "a model gives a stream, never null");
}

bool Listener::advance() {
  if (!stream_ || heard_.over() || stage_.stuck) return false;
  check_views();
  last_ = wait_for_event();
  if (!last_) return false;
  last_bytes_ = bytes_of(*last_);
  heard_.hear(*last_);
  if (heard_.events() >= events_max && !heard_.over()) give_up();
  stage_.executor.poll();  // what else goes on may not disturb the views
  check_views();
  return true;
}

void Listener::poll_and_leave() {
  if (stream_ && !stage_.stuck) (void)poll(Waker(stage_.executor.make_flag()));
}

std::optional<ModelEvent> Listener::poll(const Waker& waker) {
  const Stopwatch watch(stage_);
  std::optional<ModelEvent> event = stream_->poll(waker);
  watch.expect_short("poll returns at once");
  return event;
}

// Each poll has a waker of its own: a stream that keeps an older one is found.
std::optional<ModelEvent> Listener::wait_for_event() {
  bool woken = true;
  for (int i = 0; i < polls_max; ++i) {
    const auto ear = std::make_shared<Ear>(stage_.executor.make_flag());
    std::optional<ModelEvent> event = poll(Waker(ear));
    if (event) {
      stage_.is.expect(woken, "the waker of the last poll fires when there is an event");
      return event;
    }
    if (!woken) break;
    woken = ear->wait(stage_.executor);
  }
  give_up();
  return std::nullopt;
}

void Listener::give_up() {
  stage_.stuck = true;
  stage_.is.expect(false, "an answer goes on until it has ended or failed");
}

void Listener::check_views() {
  if (!last_) return;
  stage_.is.expect(bytes_of(*last_) == last_bytes_,
                   "views stay as they are until the stream's next poll");
}

}  // namespace pintle::testing

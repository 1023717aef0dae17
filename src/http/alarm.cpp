// SPDX-License-Identifier: MIT
#include "http/alarm.hpp"

#include <utility>

namespace pintle::http {

class Alarm::Watchman final : public Job {
 public:
  Watchman(Executor& executor, std::shared_ptr<State> state)
      : executor_(&executor), state_(std::move(state)) {}

  Step step(const Waker& waker) override {
    State& state = *state_;
    if (!state.self.same_as(waker)) state.self = waker;
    if (executor_->now().mono < state.at) {
      state.parked_until = state.at;
      return step::ParkedUntil{state.at};
    }
    state.parked_until = MonoTime::max();
    state.waker.wake();
    return step::Parked{};
  }

 private:
  Executor* executor_;
  std::shared_ptr<State> state_;
};

Alarm::Alarm(Executor& executor)
    : executor_(&executor), state_(std::make_shared<State>()) {}

void Alarm::set(MonoTime at, const Waker& waker) {
  if (!state_->waker.same_as(waker)) state_->waker = waker;
  state_->at = at;
  if (job_.done()) {
    job_ = executor_->spawn(std::make_unique<Watchman>(*executor_, state_));
  } else if (at < state_->parked_until) {
    state_->self.wake();
  }
}

}  // namespace pintle::http

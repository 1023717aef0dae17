// SPDX-License-Identifier: MIT
#include "exec/sleep.hpp"

#include <utility>

namespace pintle {

namespace {

class Sleep {
 public:
  Sleep(std::shared_ptr<Clock> clock, std::shared_ptr<TimerHeap> timers, MonoTime at)
      : clock_(std::move(clock)), timers_(std::move(timers)), at_(at) {}
  Sleep(const Sleep&) = delete;
  Sleep& operator=(const Sleep&) = delete;
  ~Sleep() { timers_->disarm(timer_); }
  std::optional<Unit> poll(const Waker& waker) {
    if (clock_->now().mono >= at_) return Unit{};
    timers_->arm(timer_, at_, waker);
    return std::nullopt;
  }

 private:
  std::shared_ptr<Clock> clock_;
  std::shared_ptr<TimerHeap> timers_;
  MonoTime at_;
  Timer timer_;
};

}  // namespace

Task<Unit> sleep(std::shared_ptr<Clock> clock,
                 std::shared_ptr<TimerHeap> timers,
                 MonoTime at) {
  Sleep source(std::move(clock), std::move(timers), at);
  const Unit done = co_await from_poll<Unit>(source);
  co_return done;
}

}  // namespace pintle

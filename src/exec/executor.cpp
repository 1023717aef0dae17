// SPDX-License-Identifier: MIT
#include "pintle/executor.hpp"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "core/overloaded.hpp"
#include "exec/job_slot.hpp"
#include "exec/ready_ring.hpp"
#include "exec/report_bug.hpp"
#include "exec/sleep.hpp"
#include "exec/timer_heap.hpp"
#include "exec/wake_queue.hpp"

namespace pintle {

namespace {

using detail::JobSlot;

Seams with_defaults(Seams seams) {
  if (!seams.clock) seams.clock = system_clock();
  if (!seams.reactor) seams.reactor = epoll_reactor(seams.clock);
  if (!seams.random) seams.random = system_random();
  return seams;
}

std::optional<MonoTime> earlier(std::optional<MonoTime> a, std::optional<MonoTime> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

class Flag final : public WakeFlag {
 public:
  explicit Flag(std::shared_ptr<WakeQueue> wakes) : wakes_(std::move(wakes)) {}
  void wake() noexcept override {
    if (!fired_.exchange(true, std::memory_order_acq_rel)) wakes_->nudge();
  }
  bool take() noexcept override {
    return fired_.exchange(false, std::memory_order_acq_rel);
  }

 private:
  std::atomic<bool> fired_{false};
  std::shared_ptr<WakeQueue> wakes_;
};

class TaskJob final : public Job {
 public:
  explicit TaskJob(Task<Unit> task) : task_(std::move(task)) {}
  Step step(const Waker& waker) override {
    if (task_.poll(waker)) return step::Finished{};
    return step::Parked{};
  }

 private:
  Task<Unit> task_;
};

}  // namespace

struct Executor::Core final : detail::JobOwner {
  explicit Core(Seams given)
      : seams(with_defaults(std::move(given))),
        wakes(std::make_shared<WakeQueue>(seams.reactor)),
        timers(std::make_shared<TimerHeap>()) {}

  JobHandle spawn(std::unique_ptr<Job> job);
  bool pass();
  void wait(std::optional<MonoTime> until);
  // Runs passes until `stop`, asked after each, says so.
  template <class Stop>
  void drive(Stop stop, std::optional<MonoTime> until);
  void close();
  void finish(JobSlot& slot) override;

  Seams seams;
  std::shared_ptr<WakeQueue> wakes;
  std::shared_ptr<TimerHeap> timers;
  SlotRing ready;
  std::vector<std::shared_ptr<JobSlot>> jobs;
  std::vector<std::pair<const void*, std::shared_ptr<void>>> attachments;
  bool closing = false;

 private:
  std::shared_ptr<JobSlot> pop(std::size_t candidates);
  void step_job(std::shared_ptr<JobSlot> slot);
  Step guarded_step(JobSlot& slot, const Waker& waker);
  void schedule(JobSlot& slot, const Waker& waker, const Step& next);
  void enqueue(JobSlot& slot);
};

JobHandle Executor::Core::spawn(std::unique_ptr<Job> job) {
  if (closing) return JobHandle{};
  auto slot = std::make_shared<JobSlot>(std::move(job), wakes, this);
  slot->index = jobs.size();
  jobs.push_back(slot);
  slot->wake();
  return JobHandle(std::move(slot));
}

bool Executor::Core::pass() {
  seams.reactor->poll();
  if (timers->next()) timers->fire_due(seams.clock->now().mono);
  const PostedWork posted = wakes->take(ready);
  const std::size_t count = ready.size();
  for (const UniqueFunction<void()>& work : posted) {
    try {
      work();
    } catch (...) {
      report_bug("posted work");
    }
  }
  for (std::size_t left = count; left > 0 && !ready.empty(); --left) step_job(pop(left));
  return count > 0 || !posted.empty();
}

std::shared_ptr<JobSlot> Executor::Core::pop(std::size_t candidates) {
  if (seams.order) {
    const std::size_t among = std::min(candidates, ready.size());
    ready.swap_first(static_cast<std::size_t>(seams.order->next() % among));
  }
  return ready.pop();
}

void Executor::Core::step_job(std::shared_ptr<JobSlot> owned) {
  JobSlot& slot = *owned;
  slot.release();
  if (!slot.job) return;
  if (slot.stepping) {
    slot.again = true;
    return;
  }
  const Waker waker(std::move(owned));
  slot.stepping = true;
  const Step next = guarded_step(slot, waker);
  slot.stepping = false;
  schedule(slot, waker, next);
  if (std::exchange(slot.again, false)) slot.wake();
}

Step Executor::Core::guarded_step(JobSlot& slot, const Waker& waker) {
  try {
    return slot.job->step(waker);
  } catch (...) {
    if (slot.detached) report_bug("a detached job");
    slot.failure = std::current_exception();
    return step::Finished{};
  }
}

void Executor::Core::schedule(JobSlot& slot, const Waker& waker, const Step& next) {
  if (slot.cancelled) return finish(slot);
  std::visit(Overloaded{
                 [&](const step::Again&) { enqueue(slot); },
                 [&](const step::Parked&) { timers->disarm(slot.timer); },
                 [&](const step::ParkedUntil& parked) {
                   timers->arm(slot.timer, parked.at, waker);
                 },
                 [&](const step::Finished&) { finish(slot); },
             },
             next);
}

void Executor::Core::enqueue(JobSlot& slot) {
  timers->disarm(slot.timer);
  if (slot.claim()) ready.push(slot.shared_from_this());
}

void Executor::Core::finish(JobSlot& slot) {
  const std::shared_ptr<JobSlot> kept = std::move(jobs[slot.index]);
  if (slot.index + 1 < jobs.size()) {
    jobs[slot.index] = std::move(jobs.back());
    jobs[slot.index]->index = slot.index;
  }
  jobs.pop_back();
  timers->disarm(slot.timer);
  slot.owner = nullptr;
  // Last: its destructor may come back here.
  const std::unique_ptr<Job> job = std::move(slot.job);
  std::exchange(slot.joiner, Waker{}).wake();
}

void Executor::Core::wait(std::optional<MonoTime> until) {
  if (!ready.empty() || !wakes->begin_wait()) return;
  seams.reactor->wait(earlier(until, timers->next()));
  wakes->attend();
}

template <class Stop>
void Executor::Core::drive(Stop stop, std::optional<MonoTime> until) {
  wakes->attend();
  for (;;) {
    const bool busy = pass();
    if (stop()) break;
    if (!busy) wait(until);
  }
  wakes->leave(!ready.empty());
}

void Executor::Core::close() {
  closing = true;
  while (!jobs.empty()) finish(*jobs.back());
  // One by one: the end of one may ask for another.
  while (!attachments.empty()) {
    const std::shared_ptr<void> kept = std::move(attachments.back().second);
    attachments.pop_back();
  }
  wakes->close();
}

Executor::Executor(Seams seams) : core_(std::make_unique<Core>(std::move(seams))) {}

Executor::~Executor() {
  core_->close();
}

JobHandle Executor::spawn(std::unique_ptr<Job> job) {
  return core_->spawn(std::move(job));
}

JobHandle Executor::spawn(Task<Unit> task) {
  return core_->spawn(std::make_unique<TaskJob>(std::move(task)));
}

void Executor::post(UniqueFunction<void()> work) {
  core_->wakes->post(std::move(work));
}

bool Executor::poll() {
  core_->wakes->attend();
  const bool busy = core_->pass();
  core_->wakes->leave(!core_->ready.empty());
  return busy;
}

void Executor::run() {
  core_->drive([this] { return jobs() == 0; }, std::nullopt);
}

void Executor::run_until(WakeFlag& flag, std::optional<MonoTime> until) {
  core_->drive(
      [&] { return flag.take() || (until && core_->seams.clock->now().mono >= *until); },
      until);
}

Result<Unit> Executor::join(JobHandle& job) {
  const std::shared_ptr<WakeFlag> flag = make_flag();
  std::optional<Result<Unit>> result = job.poll(Waker(flag));
  while (!result) {
    run_until(*flag, std::nullopt);
    result = job.poll(Waker(flag));
  }
  return *std::move(result);
}

std::shared_ptr<WakeFlag> Executor::make_flag() {
  return std::make_shared<Flag>(core_->wakes);
}

Task<Unit> Executor::sleep_until(MonoTime at) {
  return sleep(core_->seams.clock, core_->timers, at);
}

std::optional<MonoTime> Executor::next_deadline() const {
  return core_->timers->next();
}

int Executor::native_handle() const noexcept {
  return core_->seams.reactor->native_handle();
}

Now Executor::now() const noexcept {
  return core_->seams.clock->now();
}

std::uint64_t Executor::random() noexcept {
  return core_->seams.random->next();
}

Reactor& Executor::reactor() noexcept {
  return *core_->seams.reactor;
}

std::size_t Executor::jobs() const noexcept {
  return core_->jobs.size();
}

std::shared_ptr<void>& Executor::attachment(const void* key) {
  auto& list = core_->attachments;
  const auto found = std::find_if(
      list.begin(), list.end(), [key](const auto& kept) { return kept.first == key; });
  return found != list.end() ? found->second : list.emplace_back(key, nullptr).second;
}

}  // namespace pintle

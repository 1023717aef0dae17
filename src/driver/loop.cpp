// SPDX-License-Identifier: MIT
#include "pintle/loop.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "pintle/executor.hpp"
#include "pintle/ledger.hpp"

#include "driver/consult.hpp"
#include "driver/loop_impl.hpp"

namespace pintle {

AgentLoop::Impl::Impl(Plugins parts)
    : plugins(std::move(parts)), machine(plugins.config) {}

void StepObserver::on_begin(const LoopConfig&, std::span<const SessionRecord>) {}

void AgentLoop::Impl::feed(const LoopInput& input) {
  const StateKind before = machine.state();
  const std::size_t mark = effects.size();
  const Now now = plugins.executor->now();
  machine.apply(input, now, effects);
  if (plugins.observer) {
    const auto made = std::span<const LoopEffect>(effects).subspan(mark);
    const LoopStep step{before, input, now, machine.state(), made, machine};
    notify("the step observer", [&] { plugins.observer->on_step(step); });
  }
  if (machine.failed()) failed.store(true, std::memory_order_release);
  if (machine.queued() != queued.load(std::memory_order_relaxed)) {
    queued.store(machine.queued(), std::memory_order_release);
  }
}

// Takes the one input that is due first; false: there is none.
bool AgentLoop::Impl::take_input() {
  if (!answers.empty()) {
    const LoopInput answer = std::move(answers.front());
    answers.erase(answers.begin());
    feed(answer);
    return true;
  }
  return take_mail() || take_store() || take_consultation() || take_tool() ||
         take_timer() || take_generation();
}

bool AgentLoop::Impl::take_mail() {
  const std::optional<LoopInput> mail = mailbox.take();
  if (!mail) return false;
  ending_session = ending_session || std::holds_alternative<input::SessionEnded>(*mail);
  feed(*mail);
  return true;
}

bool AgentLoop::Impl::take_store() {
  if (!plugins.log || acknowledged >= appended) return false;
  const std::optional<StoreEvent> event = plugins.log->poll(waker);
  if (!event) return false;
  if (const auto* stored = std::get_if<store::Stored>(&*event)) {
    acknowledged = std::max(acknowledged, stored->ticket);
    feed(input::Stored{stored->ticket});
  } else {
    const auto& failure = std::get<store::Failed>(*event);
    acknowledged = appended;
    feed(input::StoreFailed{failure.ticket, failure.error});
  }
  return true;
}

bool AgentLoop::Impl::take_consultation() {
  for (auto it = consultations.begin(); it != consultations.end(); ++it) {
    const std::optional<LoopInput> answer = it->poll(waker);
    if (!answer) continue;
    consultations.erase(it);
    feed(*answer);
    return true;
  }
  return false;
}

bool AgentLoop::Impl::take_tool() {
  for (auto it = tools.begin(); it != tools.end(); ++it) {
    std::optional<ToolOutcome> outcome = (*it)->poll(waker);
    if (!outcome) continue;
    const input::ToolFinished finished{(*it)->call(), (*it)->run(), std::move(*outcome)};
    tools.erase(it);
    feed(finished);
    return true;
  }
  return false;
}

bool AgentLoop::Impl::take_timer() {
  if (timers.empty()) return false;
  const auto first = earliest_timer();
  if (first->at > plugins.executor->now().mono) return false;
  const TimerId id = first->id;
  timers.erase(first);
  feed(input::TimerFired{id});
  return true;
}

std::vector<AgentLoop::Impl::Timer>::iterator AgentLoop::Impl::earliest_timer() {
  return std::min_element(
      timers.begin(), timers.end(), [](const Timer& a, const Timer& b) {
        return a.at != b.at ? a.at < b.at : a.id < b.id;
      });
}

Status AgentLoop::Impl::park() {
  if (timers.empty()) return Pending{};
  return Delayed{earliest_timer()->at};
}

std::optional<Status> AgentLoop::Impl::next_status() {
  if (next < effects.size()) return perform(effects[next++]);
  effects.clear();
  next = 0;
  if (!open && !opens()) return std::nullopt;
  if (!take_input()) {
    if (ending_session && acknowledged >= appended) {
      ending_session = open = false;
      return std::nullopt;
    }
    return park();
  }
  if (next < effects.size()) return perform(effects[next++]);
  return Ignore{};
}

// A stream opens with what was posted for it.
bool AgentLoop::Impl::opens() {
  open = mailbox.size() > 0 && start_posted.exchange(false);
  return open;
}

AgentLoop::AgentLoop(Plugins plugins)
    : impl_(std::make_unique<Impl>(std::move(plugins))) {}
AgentLoop::~AgentLoop() = default;

std::optional<Status> AgentLoop::next_status() {
  return impl_->next_status();
}

void AgentLoop::set_waker(const Waker& waker) {
  if (impl_->waker.same_as(waker)) return;
  impl_->waker = waker;
  impl_->mailbox.set_waker(waker);
}

void AgentLoop::post(LoopInput input) {
  const bool starts = std::holds_alternative<input::TurnStarted>(input) ||
                      std::holds_alternative<input::TurnContinued>(input) ||
                      std::holds_alternative<input::SessionEnded>(input);
  impl_->mailbox.post(std::move(input));
  if (starts) impl_->start_posted.store(true);
}

void AgentLoop::reopen(std::vector<SessionRecord> records) {
  const bool fresh = records.empty();
  if (fresh) records.emplace_back(impl_->created());
  for (const SessionRecord& record : records) {
    impl_->machine.evolve(record);
    impl_->tell(record);
  }
  if (impl_->plugins.observer) {
    impl_->notify("the step observer", [&] {
      impl_->plugins.observer->on_begin(impl_->plugins.config, records);
    });
  }
  if (fresh && impl_->plugins.log) {
    impl_->appended = Ticket{1};
    impl_->plugins.log->append(records, Barrier::none, impl_->appended);
  }
  impl_->feed(input::Reopened{});
}

std::size_t AgentLoop::waiting() const noexcept {
  return impl_->mailbox.size() + impl_->queued.load(std::memory_order_acquire);
}
bool AgentLoop::failed() const noexcept {
  return impl_->failed.load(std::memory_order_acquire);
}
bool AgentLoop::open() const noexcept {
  return impl_->open || impl_->start_posted.load();
}
const LoopMachine& AgentLoop::machine() const noexcept {
  return impl_->machine;
}
const Plugins& AgentLoop::plugins() const noexcept {
  return impl_->plugins;
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
// How the machine records and asks. Records of one step are appended together, before
// whatever the step asks for, so that plug-ins know them when they are asked.
#include <utility>

#include "loop/state.hpp"

namespace pintle {

void LoopMachine::State::decide(SessionRecord record, Show show) {
  durable.evolve(record);
  if (show == Show::now) push(effect::Emit{record});
  if (show == Show::when_durable) to_hold.emplace_back(effect::Emit{record});
  decided.push_back(std::move(record));
}

Ticket LoopMachine::State::need_durable() {
  barrier = Barrier::durable;
  return Ticket{last_ticket.value + 1};
}

void LoopMachine::State::flush(std::size_t mark) {
  if (decided.empty()) return;
  last_ticket.value += 1;
  effect::Append append{std::exchange(decided, {}), barrier, last_ticket};
  barrier = Barrier::none;
  out->insert(out->begin() + static_cast<std::ptrdiff_t>(mark), std::move(append));
  for (LoopEffect& waiting : to_hold) held.push_back({last_ticket, std::move(waiting)});
  to_hold.clear();
}

AskId LoopMachine::State::ask() {
  last_ask.value += 1;
  return last_ask;
}

TimerId LoopMachine::State::set_timer(MonoTime at) {
  last_timer.value += 1;
  push(effect::SetTimer{last_timer, at});
  return last_timer;
}

void LoopMachine::State::cancel_timer(TimerId& timer) {
  if (timer) push(effect::CancelTimer{timer});
  timer = {};
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
// The durable part: what the fold of the log holds, and what an append will change in it.
#include "testing/explore/walk.hpp"

#include <algorithm>

#include "core/overloaded.hpp"
#include "testing/explore/world.hpp"

namespace pintle::testing {

// Failures count up to the threshold while the model is closed. Whether it was given up
// shows in how often it would be if it failed once more; cool-downs have one length.
void Walk::breaker(const CircuitBreaker& breaker, int threshold) {
  for (const char* model : {"a", "b"}) {
    const record::BreakerChanged next = breaker.failed(model, wall_ms_, false);
    const bool given_up = next.openings > 1;
    add(given_up ? 0
                 : static_cast<std::uint64_t>(
                       std::min<std::int64_t>(next.failures, threshold)));
    add(given_up);
    add(breaker.is_open(model, wall_ms_));
    add(breaker.is_open(model, wall_ms_ + cooldown_ms / 2));
  }
}

void Walk::open_calls(const Durable& durable) {
  const auto all = durable.history.messages();
  if (!durable.history.has_open_calls()) return add(0);
  for (const Part& part : all.back().parts) {
    const auto& slot = *std::get_if<ResultPart>(&part);
    if (slot.status != ResultStatus::pending) continue;
    call(slot.call);
    letter(slot.name);
    for (const record::ToolStarted& started : durable.started) {
      if (started.call != slot.call) continue;
      add(100 + static_cast<std::uint64_t>(started.effect));
      run(started.call, started.run);
    }
    for (const record::ApprovalAsked& asked : durable.asked) {
      if (asked.call == slot.call) add(200);
    }
    for (const record::ApprovalAnswered& answer : durable.answered) {
      if (answer.call != slot.call) continue;
      add(answer.verdict.approved ? 300 : 301);
      add(answer.verdict.arguments.has_value());
    }
  }
  add(durable.started.size());
  add(durable.asked.size());
  add(durable.answered.size());
}

void Walk::durable(const MachineInside::State& inside, bool queue_modes) {
  const Durable& durable = inside.durable;
  const auto all = durable.history.messages();
  add(all.empty() ? 9 : static_cast<std::uint64_t>(all.back().role));
  open_calls(durable);
  for (const Queued& each : durable.queue) {
    message(each.id);
    if (queue_modes) add(static_cast<std::uint64_t>(each.mode));
  }
  add(durable.queue.size());
  breaker(durable.breaker, inside.config.agent.circuit_breaker_threshold);
  letter(durable.last_model);
  add(durable.turn.has_value());
  add(durable.replied);
  add(static_cast<std::uint64_t>(durable.stop.kind));
  generation(durable.generation.value_or(GenerationId{}));
}

// Of an append that is not durable: what it will change in the fold, and what monitors
// look for in it.
void Walk::record(const SessionRecord& record, int threshold) {
  add(record.index());
  std::visit(Overloaded{[&](const record::InputAccepted& r) {
                          message(r.id);
                          add(static_cast<std::uint64_t>(r.mode));
                        },
                        [&](const record::InputDelivered& r) { message(r.id); },
                        [&](const record::InputReturned& r) { message(r.id); },
                        [&](const record::GenerationStarted& r) {
                          generation(r.generation);
                          letter(r.model);
                        },
                        [&](const record::GenerationEnded& r) {
                          generation(r.generation);
                          add(static_cast<std::uint64_t>(r.outcome));
                          add(static_cast<std::uint64_t>(r.stop.kind));
                        },
                        [&](const record::Conversation& r) {
                          for (const Part& part : r.message.parts) {
                            const auto* made = std::get_if<CallPart>(&part);
                            if (made == nullptr) continue;
                            call(made->call);
                            letter(made->name);
                          }
                        },
                        [&](const record::ApprovalAsked& r) { call(r.call); },
                        [&](const record::ApprovalAnswered& r) {
                          call(r.call);
                          add(r.verdict.approved ? 1 : 2);
                          add(r.verdict.arguments.has_value());
                        },
                        [&](const record::ToolStarted& r) {
                          call(r.call);
                          run(r.call, r.run);
                          add(static_cast<std::uint64_t>(r.effect));
                        },
                        [&](const record::ToolResult& r) { call(r.call); },
                        [&](const record::BreakerChanged& r) {
                          letter(r.model);
                          add(static_cast<std::uint64_t>(r.state));
                          add(static_cast<std::uint64_t>(
                              std::min<std::int64_t>(r.failures, threshold)));
                          add(r.open_until_ms > wall_ms_);
                          add(r.open_until_ms > wall_ms_ + cooldown_ms / 2);
                        },
                        [](const auto&) {}},
             record);
}

}  // namespace pintle::testing

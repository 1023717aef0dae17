// SPDX-License-Identifier: MIT
// The abstraction, and why it may leave out what it leaves out. Two worlds of one
// fingerprint must allow the same choices and answer each with the same kinds of effects
// and records, and with next worlds of one fingerprint again; explore.cpp tests that on a
// sample of the worlds that it merges.
//
// Ids (messages, calls, generations, runs) are counters: the machine compares them for
// equality and takes the next one; no id is looked at otherwise. They are renamed in the
// order in which this walk meets them, so that only who equals whom is left. Ask, timer
// and ticket ids: likewise; what is left is whether the open ask is the one that is
// waited for, what each timer is for, and which open append a ticket is.
//
// Time: timers fire in any order (world.hpp), so that a deadline's value decides nothing.
// The wall clock is read by the breaker only; it moves in halves of a cool-down, so that
// "open now" and "open half a cool-down from now" are all that can be asked of it.
//
// Never read by the machine, only copied into records, requests and asks whose answers
// do not depend on them here: contents of messages, arguments and results; usage, cost
// and totals; `last_tokens`, notes, temperature, causes; `text_shown`, `question`,
// `turn_messages`, `weak`; epochs; the numbers of turns; the digest.
//
// History: messages are only added, and results only filled in, so that older exchanges
// stay as valid as they were when the monitors looked at them. What can still matter is
// who spoke last, and the calls that are open.
//
// Counters that are only compared with a bound stop at that bound.
#include "testing/explore/fingerprint.hpp"

#include <algorithm>

#include "core/overloaded.hpp"
#include "testing/explore/walk.hpp"
#include "testing/explore/world.hpp"

namespace pintle::testing {

namespace {

// Which of the open appends a ticket is: 1 the oldest; 0: it is durable, or unset.
std::uint64_t place_of(const CheckedWorld& world, Ticket ticket) {
  for (std::size_t i = 0; i < world.open.size(); ++i) {
    if (world.open[i].ticket == ticket) return i + 1;
  }
  return 0;
}

bool awaited(const CheckedWorld& world, AskId ask) {
  return world.ask && world.ask->id == ask;
}

// Of errors, only what the machine or its ending looks at.
std::uint64_t error_class(const std::optional<GenerationError>& error) {
  if (!error) return 0;
  if (error->kind == GenerationKind::context_overflow) return 1;
  return is_retryable(*error) ? 2 : 3;
}

std::uint64_t error_class(const std::optional<AgenticError>& error) {
  if (!error) return 0;
  const auto* generation = std::get_if<GenerationError>(&*error);
  const bool overflow =
      generation != nullptr && generation->kind == GenerationKind::context_overflow;
  return error->index() + (overflow ? 101 : 1);
}

void add_phase(Walk& walk, const CheckedWorld& world, const Phase& phase) {
  walk.add(phase.index());
  std::visit(
      Overloaded{
          [&](const phase::InnerAssemble& at) {
            walk.add(static_cast<std::uint64_t>(at.step));
            walk.add(awaited(world, at.ask));
            walk.letter(at.model.name);
            walk.add(!at.plan.new_epoch_cause.empty());
          },
          [&](const phase::InnerGenerate& at) {
            walk.add(static_cast<std::uint64_t>(at.step));
            walk.generation(at.generation);
            walk.letter(at.model.name);
            walk.add(awaited(world, at.ask));
            walk.add(static_cast<std::uint64_t>(at.stop.kind));
            walk.add(error_class(at.error));
          },
          [&](const phase::InnerToolCalls& at) {
            walk.add(static_cast<std::uint64_t>(at.step));
            walk.add(awaited(world, at.ask));
          },
          [&](const phase::InnerEmitResults& at) { walk.add(awaited(world, at.ask)); },
          [&](const phase::OutputProcessing& at) { walk.add(awaited(world, at.ask)); },
          [&](const phase::Ending& at) { walk.add(place_of(world, at.summary)); },
          [](const auto&) {}},
      phase);
}

void add_batch(Walk& walk,
               const CheckedWorld& world,
               const MachineInside::State& inside) {
  for (const BatchCall& call : inside.batch) {
    if (world.setting->tampering.blind != Blind::call_status) {
      walk.add(static_cast<std::uint64_t>(call.status));
    }
    walk.add(static_cast<bool>(call.timer));
    if (call.status == BatchCall::Status::closed) continue;  // it is only counted
    walk.call(call.plan.call);
    walk.letter(call.plan.name);
    walk.add(static_cast<std::uint64_t>(call.plan.effect));
    walk.add(call.plan.cancellable);
    walk.add(call.plan.stage);
    walk.add(!call.plan.error.empty());
    walk.run(call.plan.call, call.run);
    if (call.status == BatchCall::Status::storing) walk.add(place_of(world, call.ticket));
  }
  walk.add(inside.batch.size());
}

// What is remembered between attempts and rounds of the turn.
void add_turn(Walk& walk, const CheckedWorld& world, const MachineInside::State& inside) {
  const Limits& limits = inside.config.agent.limits;
  const auto up_to = [&](int value, int bound) {
    walk.add(static_cast<std::uint64_t>(std::min(value, bound)));
  };
  if (world.setting->tampering.blind != Blind::failures) {
    up_to(inside.attempts.failures, limits.retry_attempts);
  }
  up_to(inside.attempts.reductions, limits.overflow_attempts);
  up_to(inside.attempts.pauses, limits.pause_continuations + 1);
  if (world.setting->tampering.blind != Blind::excluded) {
    for (const char* model : {"a", "b"}) {
      const auto& excluded = inside.attempts.excluded;
      walk.add(std::find(excluded.begin(), excluded.end(), model) != excluded.end());
    }
  }
  walk.add(error_class(inside.attempts.last_error));
  up_to(inside.outer, inside.config.agent.max_outer_iterations);
  up_to(inside.inner, inside.config.agent.max_inner_iterations);
  up_to(inside.denials, limits.denials_in_turn);
  up_to(inside.denials_in_row, limits.denials_in_a_row);
  walk.add(inside.stopping ? inside.stopping->reason.index() + 1 : 0);
  walk.add(inside.finish.index());
  walk.add(inside.failed);
}

// The answer was fed by the world, which knows what is in it. Once it has ended, only
// whether it has text and which calls it made is looked at.
void add_draft(Walk& walk,
               const CheckedWorld& world,
               const MachineInside::State& inside) {
  const auto* at = std::get_if<phase::InnerGenerate>(&inside.phase);
  if (at == nullptr) return;
  const Streamed& draft = world.streamed;
  walk.add(inside.shown);
  walk.generation(draft.generation);
  walk.add(draft.text);
  for (const char letter : draft.calls) walk.add(static_cast<unsigned char>(letter));
  walk.add(draft.calls.size());
  if (at->step != phase::InnerGenerate::Step::streaming) return;
  walk.add(inside.draft.size_bytes());
  walk.add(draft.any);
  walk.add(draft.arguments);
}

void add_held(Walk& walk, const CheckedWorld& world, const MachineInside::State& inside) {
  for (const MachineInside::State::Held& held : inside.held) {
    walk.add(place_of(world, held.ticket));
    walk.add(held.effect.index());
    const auto* emit = std::get_if<effect::Emit>(&held.effect);
    const auto* record =
        emit != nullptr ? std::get_if<SessionRecord>(&emit->item) : nullptr;
    if (record != nullptr) walk.add(record->index());
  }
  walk.add(inside.held.size());
  walk.add(inside.accepted > inside.stored ? place_of(world, inside.accepted) + 1 : 0);
}

// Which messages wait follows from the machine's queue.
void add_books(Walk& walk, const Books& books) {
  walk.add(books.turn_open);
  if (!books.turn_open) return;
  walk.add(books.heard);
  walk.add(static_cast<std::uint64_t>(books.stop.kind));
}

void add_world(Walk& walk, const CheckedWorld& world) {
  if (world.ask) {
    walk.add(static_cast<std::uint64_t>(world.ask->what) + 1);
    walk.add(world.ask->other_model);
    for (const auto& [call, letter] : world.ask->calls) walk.call(call);
    walk.add(world.ask->calls.size());
    walk.add(world.ask->count);
  }
  for (const RunningTool& tool : world.tools) {
    walk.call(tool.call);
    walk.run(tool.call, tool.run);
  }
  walk.add(world.tools.size());
  std::uint64_t roles = 0;
  for (const TimerId timer : world.timers) {
    roles |= 1ULL << timer_role(world.machine, timer);
  }
  walk.add(roles);
  walk.add(world.timers.size());
  for (const CallId call : world.ran) walk.call(call);
  walk.add(world.ran.size());
  walk.generation(world.shown);
  add_books(walk, world.books);
  walk.add((world.stream_open ? 1U : 0U) | (world.aborted ? 4U : 0U) |
           (world.timed_out ? 8U : 0U));
}

}  // namespace

Mark durable_mark(const LoopMachine& machine, Now now) {
  Walk walk(now);
  walk.durable(MachineInside::of(machine), true);
  return walk.mark;
}

Mark fingerprint(const CheckedWorld& world) {
  const MachineInside::State& inside = MachineInside::of(world.machine);
  const bool queue_modes = world.setting->tampering.blind != Blind::queue_mode;
  Walk walk(world.now);
  walk.durable(inside, queue_modes);
  add_phase(walk, world, inside.phase);
  add_batch(walk, world, inside);
  add_turn(walk, world, inside);
  add_draft(walk, world, inside);
  add_held(walk, world, inside);
  add_world(walk, world);
  // What a crash would leave: the fold of what is durable, and what is not yet.
  walk.add(world.open.size());
  if (!world.open.empty()) {
    walk.durable(MachineInside::of(*world.durable), queue_modes);
    add_books(walk, world.durable_books);
    for (const OpenAppend& append : world.open) {
      for (const SessionRecord& record : *append.records) {
        walk.record(record, inside.config.agent.circuit_breaker_threshold);
      }
      walk.add(append.records->size());
    }
  }
  return walk.mark;
}

}  // namespace pintle::testing

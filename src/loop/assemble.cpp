// SPDX-License-Identifier: MIT
// From "a request is due" to a started generation: model, context, spend.
#include <algorithm>
#include <utility>

#include "loop/state.hpp"

namespace pintle {

using Assemble = phase::InnerAssemble;

void LoopMachine::State::enter_assemble() {
  if (stopping) return end(stopping->reason, stopping->error);
  deliver_priority();
  try_next_model();
}

bool LoopMachine::State::excluded(std::string_view model) const {
  return std::find(attempts.excluded.begin(), attempts.excluded.end(), model) !=
         attempts.excluded.end();
}

void LoopMachine::State::try_next_model() {
  for (std::string& name : durable.breaker.candidates(now.wall_ms)) {
    if (excluded(name)) continue;
    Assemble next;
    next.ask = ask();
    next.model.name = name;
    push(effect::ResolveModel{next.ask, std::move(name)});
    phase = std::move(next);
    return;
  }
  fail(attempts.last_error.value_or(
      RoutingError{config.models.primary, "no model is left to try"}));
}

std::optional<std::string> LoopMachine::State::other_model() const {
  for (std::string& name : durable.breaker.candidates(now.wall_ms)) {
    const bool usable = name != durable.last_model && !excluded(name) &&
                        !durable.breaker.is_open(name, now.wall_ms);
    if (usable) return std::move(name);
  }
  return std::nullopt;
}

void LoopMachine::State::on(const input::ModelResolved& in) {
  auto& at = *std::get_if<Assemble>(&phase);
  if (at.step != Assemble::Step::resolve || in.ask != at.ask) return;
  if (!in.model.ok()) {
    attempts.last_error = in.model.error();
    attempts.excluded.push_back(at.model.name);
    return try_next_model();
  }
  at.model = in.model.value();
  at.step = Assemble::Step::context;
  at.ask = ask();
  push(effect::Report{progress::Assembling{}});
  push(effect::AssembleContext{at.ask,
                               at.model.name,
                               at.model.context_window,
                               attempts.reductions,
                               attempts.last_tokens});
}

void LoopMachine::State::on(const input::ContextReady& in) {
  auto& at = *std::get_if<Assemble>(&phase);
  if (at.step != Assemble::Step::context || in.ask != at.ask) return;
  if (!in.plan.ok()) return fail(in.plan.error());
  at.plan = in.plan.value();
  attempts.last_tokens = at.plan.tokens;
  if (!at.plan.new_epoch_cause.empty()) {
    decide(record::EpochStarted{durable.epoch.epoch + 1,
                                at.plan.from,
                                at.plan.new_epoch_cause,
                                in.tools_digest,
                                in.system_digest});
  }
  const std::int64_t wanted = config.agent.model_params.max_tokens;
  at.step = Assemble::Step::spend;
  at.ask = ask();
  push(effect::ReserveSpend{at.ask,
                            GenerationId{durable.generations + 1},
                            at.plan.tokens,
                            std::min(wanted, at.model.max_output.value_or(wanted)),
                            at.model.pricing});
}

void LoopMachine::State::on(const input::SpendAnswered& in) {
  auto& at = *std::get_if<Assemble>(&phase);
  if (at.step != Assemble::Step::spend || in.ask != at.ask) return;
  if (!in.granted.ok()) return fail(in.granted.error());
  start_generation(at, in.granted.value());
}

namespace {

std::optional<double> adjusted(std::optional<double> base, std::optional<double> delta) {
  if (!delta) return base;
  return std::clamp(base.value_or(1.0) + *delta, 0.0, 2.0);
}

}  // namespace

void LoopMachine::State::start_generation(Assemble& at, std::int64_t granted) {
  if (!durable.last_model.empty() && durable.last_model != at.model.name) {
    decide(
        record::ModelSwitched{durable.last_model, at.model.name, attempts.switch_cause});
  }
  effect::StartGeneration start;
  start.generation = GenerationId{durable.generations + 1};
  start.model = at.model.name;
  start.memory = std::move(at.plan.memory);
  start.from = at.plan.from;
  start.notes = std::move(at.plan.notes);
  start.notes.insert(start.notes.end(), attempts.notes.begin(), attempts.notes.end());
  start.max_tokens = granted;
  start.temperature =
      adjusted(config.agent.model_params.temperature, attempts.temperature_delta);

  record::GenerationStarted started;
  started.generation = start.generation;
  started.model = start.model;
  started.max_tokens = granted;
  started.temperature = start.temperature;
  started.epoch = durable.epoch.epoch;
  started.from = start.from;
  started.upto = durable.history.size();
  started.reserved = at.plan.tokens + granted;
  decide(std::move(started));
  push(effect::Report{progress::Generating{start.model}});

  phase::InnerGenerate next;
  next.generation = start.generation;
  next.model = std::move(at.model);
  draft.begin(durable.last_call);
  shown = false;
  push(std::move(start));
  phase = std::move(next);
}

}  // namespace pintle

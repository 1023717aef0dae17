// SPDX-License-Identifier: MIT
// One generation: its deltas, its judgement, its errors.
#include <algorithm>
#include <utility>

#include "core/overloaded.hpp"
#include "loop/state.hpp"

namespace pintle {

using Generate = phase::InnerGenerate;

namespace {

// Is this input of the generation that streams now?
template <class In>
bool streams(const Generate& at, const In& in) {
  return at.step == Generate::Step::streaming && at.generation == in.generation;
}

// Calls of an answer that was cut or refused are not run: they may be half-written.
bool drops_calls(StopKind kind) {
  return kind == StopKind::max_tokens || kind == StopKind::content_filter ||
         kind == StopKind::refusal;
}

}  // namespace

FinishReason finish_of(const StopReason& stop) {
  switch (stop.kind) {
    case StopKind::end_turn:
    case StopKind::tool_use:
    case StopKind::stop_sequence:
    case StopKind::pause: return finish::Completed{};
    case StopKind::max_tokens: return finish::Truncated{};
    case StopKind::content_filter: return finish::ContentFiltered{};
    case StopKind::refusal: return finish::Refused{};
    case StopKind::context_overflow: return finish::ContextLimit{};
    case StopKind::other: return finish::ProviderStop{stop.raw};
  }
  return finish::Completed{};
}

void LoopMachine::State::on(const input::CallStarted& in) {
  if (!streams(*std::get_if<Generate>(&phase), in)) return;
  draft.call(in.index, in.provider_id, in.name);
  push(effect::Report{progress::ToolCallRequested{std::string(in.name)}});
}

void LoopMachine::State::on(const input::Delta& in) {
  const auto& at = *std::get_if<Generate>(&phase);
  if (!streams(at, in)) return;
  std::optional<CallId> call;
  switch (in.kind) {
    case DeltaKind::text: draft.text(in.bytes); break;
    case DeltaKind::thinking: draft.thinking(in.bytes); break;
    case DeltaKind::call_arguments: call = draft.arguments(in.index, in.bytes); break;
  }
  shown = true;
  push(effect::Emit{Delta{in.generation, in.kind, call, in.bytes}});
  if (draft.size_bytes() <= config.agent.limits.answer_bytes) return;
  push(effect::StopGeneration{in.generation});
  on(input::GenerationEnded{in.generation, {StopKind::max_tokens, "answer_bytes"}, {}});
}

void LoopMachine::State::on(const input::Opaque& in) {
  if (!streams(*std::get_if<Generate>(&phase), in)) return;
  draft.opaque(in.kind, in.index, in.bytes);
}

void LoopMachine::State::on(const input::GenerationEnded& in) {
  auto& at = *std::get_if<Generate>(&phase);
  if (!streams(at, in)) return;
  if (in.stop.kind == StopKind::context_overflow) {
    GenerationError error;
    error.kind = GenerationKind::context_overflow;
    error.message = in.stop.raw;
    return on(input::GenerationFailed{in.generation, std::move(error), in.usage});
  }
  at.step = Generate::Step::judging;
  at.stop = in.stop;
  at.usage = in.usage;
  at.ask = ask();
  push(effect::JudgeAnswer{at.ask,
                           JudgeRequest::What::answer,
                           draft.message(drops_calls(in.stop.kind)),
                           in.stop,
                           durable.question,
                           durable.text_shown,
                           other_model().has_value()});
}

void LoopMachine::State::on(const input::GenerationFailed& in) {
  auto& at = *std::get_if<Generate>(&phase);
  if (!streams(at, in)) return;
  at.step = Generate::Step::classifying;
  at.usage = in.usage;
  at.error = in.error;
  at.ask = ask();
  ++attempts.failures;
  push(effect::ClassifyError{
      at.ask, in.error, attempts.failures, other_model().has_value()});
}

void LoopMachine::State::on(const input::AnswerJudged& in) {
  if (const auto* results = std::get_if<phase::InnerEmitResults>(&phase)) {
    if (results->ask == in.ask) results_judged(in.judgement);
    return;
  }
  auto& at = *std::get_if<Generate>(&phase);
  if (at.step != Generate::Step::judging || at.ask != in.ask) return;
  switch (in.judgement.kind) {
    case JudgementKind::accept: return accept_answer(at, false);
    case JudgementKind::accept_weak: return accept_answer(at, true);
    case JudgementKind::retry: return retry_answer(in.judgement);
    case JudgementKind::finish: {
      discard(RetractReason::loop);
      return end(in.judgement.finish);
    }
  }
}

record::GenerationEnded LoopMachine::State::ended_record(const Generate& at,
                                                         GenerationOutcome outcome) {
  record::GenerationEnded ended;
  ended.generation = at.generation;
  ended.outcome = outcome;
  ended.stop = at.stop;
  ended.usage = at.usage;
  ended.model = at.model.name;
  ended.cost = calculate_cost(at.usage.value_or(Usage{}), at.model.pricing);
  return ended;
}

// Every request is counted, whatever became of its answer.
void LoopMachine::State::close_generation(record::GenerationEnded ended) {
  push(effect::RecordUsage{ended.generation, ended.model, ended.usage});
  decide(std::move(ended));
}

void LoopMachine::State::retract(GenerationId generation, RetractReason reason) {
  decide(record::Retracted{generation, reason});
}

void LoopMachine::State::accept_answer(Generate& at, bool is_weak) {
  const StopReason stop = at.stop;
  Message message = draft.message(drops_calls(stop.kind));
  message.generation = at.generation;
  message.model = at.model.name;
  const bool calls = draft.has_calls() && !drops_calls(stop.kind);
  close_generation(ended_record(at, GenerationOutcome::accepted));
  if (auto closed = durable.breaker.succeeded(at.model.name)) decide(std::move(*closed));
  if (has_content(message)) decide(record::Conversation{std::move(message)});
  const int pauses = attempts.pauses + 1;
  attempts = {};
  if (calls) return enter_tools();
  if (stop.kind == StopKind::pause && pauses <= config.agent.limits.pause_continuations) {
    attempts.pauses = pauses;
    return enter_assemble();
  }
  finish = finish_of(stop);
  weak = is_weak;
  enter_output();
}

void LoopMachine::State::retry_answer(const Judgement& judgement) {
  discard(judgement.reason);
  attempts.notes.assign(1, judgement.note);
  attempts.temperature_delta = judgement.temperature_delta;
  if (judgement.switch_model) {
    attempts.excluded.push_back(durable.last_model);
    attempts.switch_cause = to_string(judgement.reason);
  }
  enter_assemble();
}

void LoopMachine::State::discard(RetractReason reason) {
  const auto& at = *std::get_if<Generate>(&phase);
  if (at.step == Generate::Step::streaming) push(effect::StopGeneration{at.generation});
  record::GenerationEnded ended = ended_record(at, GenerationOutcome::discarded);
  ended.discarded = reason;
  const GenerationId generation = at.generation;
  close_generation(std::move(ended));
  if (shown) retract(generation, reason);
}

// What was streamed before an abort or an error stays when it is text and no call is
// open.
void LoopMachine::State::keep_partial(GenerationOutcome outcome) {
  const auto& at = *std::get_if<Generate>(&phase);
  if (at.step == Generate::Step::streaming) push(effect::StopGeneration{at.generation});
  record::GenerationEnded ended = ended_record(at, outcome);
  const bool aborted = outcome == GenerationOutcome::discarded;
  if (aborted) ended.discarded = RetractReason::cancelled;
  if (at.error) ended.failed = at.error->kind;
  Message message = draft.message(false);
  message.generation = at.generation;
  message.model = at.model.name;
  message.interrupted = true;
  const bool keep = !draft.has_calls() && has_content(message);
  const GenerationId generation = at.generation;
  close_generation(std::move(ended));
  if (keep) return decide(record::Conversation{std::move(message)});
  if (shown)
    retract(generation, aborted ? RetractReason::cancelled : RetractReason::error);
}

void LoopMachine::State::on(const input::ErrorClassified& in) {
  auto& at = *std::get_if<Generate>(&phase);
  if (at.step != Generate::Step::classifying || at.ask != in.ask) return;
  act_on_error(at, in);
}

void LoopMachine::State::act_on_error(Generate& at, const input::ErrorClassified& in) {
  const Limits& limits = config.agent.limits;
  const GenerationError error = *at.error;
  const bool switches = in.action.kind == ActionKind::switch_model && other_model();
  const bool retries = in.action.kind == ActionKind::retry ||
                       in.action.kind == ActionKind::continue_turn ||
                       (in.action.kind == ActionKind::switch_model && !switches);
  const bool reduces = in.action.kind == ActionKind::retry_with_reduced_context;
  const bool goes_on = switches ||
                       (retries && attempts.failures < limits.retry_attempts) ||
                       (reduces && attempts.reductions < limits.overflow_attempts);
  attempts.last_error = error;
  const std::string model = at.model.name;
  if (!goes_on) {
    keep_partial(GenerationOutcome::failed);
    count_failure(model, error, false);
    if (reduces) return end(finish::ContextLimit{attempts.last_tokens, 0}, error);
    return fail(in.action.error.value_or(error));
  }
  record::GenerationEnded ended = ended_record(at, GenerationOutcome::failed);
  ended.failed = error.kind;
  const GenerationId generation = at.generation;
  close_generation(std::move(ended));
  if (shown)
    retract(generation, switches ? RetractReason::switched : RetractReason::error);
  count_failure(model, error, switches);
  if (retries) return retry_later(in, error);
  if (reduces) ++attempts.reductions;
  if (switches) {
    attempts.excluded.push_back(model);
    attempts.failures = 0;
    attempts.switch_cause = to_string(error.kind);
  }
  enter_assemble();
}

// Faults of the request itself say nothing of the model's health.
void LoopMachine::State::count_failure(const std::string& model,
                                       const GenerationError& error,
                                       bool trip) {
  if (!trip && !is_retryable(error)) return;
  decide(
      durable.breaker.failed(model, now.wall_ms, trip, error.retry_after_ms.value_or(0)));
}

void LoopMachine::State::retry_later(const input::ErrorClassified& in,
                                     const GenerationError& error) {
  const MonoTime at = in.retry_at.value_or(now.mono);
  if (at <= now.mono) return enter_assemble();
  const auto delay = std::chrono::duration_cast<std::chrono::milliseconds>(at - now.mono);
  push(effect::Report{
      progress::RetryScheduled{delay.count(), std::string(to_string(error.kind))}});
  phase::InnerAssemble waiting;
  waiting.step = phase::InnerAssemble::Step::retry_wait;
  waiting.timer = set_timer(at);
  phase = std::move(waiting);
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "loop/auditor.hpp"

#include <algorithm>
#include <utility>

#include "core/overloaded.hpp"

namespace pintle {

Auditor::Auditor(const LoopConfig& config) : config_(config) {}

void Auditor::broken(const std::string& what) {
  if (fault_.empty()) fault_ = what;
}

// ---- Inputs

void Auditor::on_input(const LoopInput& input) {
  std::visit(Overloaded{[&](const input::TurnStarted&) {
                          stream_open_ = true;
                          aborted_ = false;
                        },
                        [&](const input::TurnContinued&) { stream_open_ = true; },
                        [&](const input::AbortRequested&) { aborted_ = log_.turn_open; },
                        [&](const input::GenerationEnded& in) {
                          report_usage(in.generation, in.usage);
                        },
                        [&](const input::GenerationFailed& in) {
                          report_usage(in.generation, in.usage);
                        },
                        [&](const input::ToolsPlanned& in) { plan(in); },
                        [&](const input::ToolsAuthorized& in) { authorize(in); },
                        [&](const input::ToolFinished& in) {
                          Call& call = calls_[in.call.value];
                          call.running = call.running && call.run != in.run;
                        },
                        [&](const input::Stored& in) {
                          acknowledged_ = std::max(acknowledged_, in.ticket);
                        },
                        [&](const input::StoreFailed&) { store_failed_ = true; },
                        [](const auto&) {}},
             input);
}

void Auditor::report_usage(GenerationId generation, const std::optional<Usage>& usage) {
  if (generation != streaming_) return;
  reported_[generation.value] = usage;
  streaming_ = {};
}

void Auditor::plan(const input::ToolsPlanned& planned) {
  for (const PlannedCall& call : planned.plan.calls) {
    calls_[call.call.value].effect = call.effect;
    calls_[call.call.value].stage = call.stage;
  }
}

void Auditor::authorize(const input::ToolsAuthorized& answer) {
  if (answer.ask != ask_) return;
  for (std::size_t i = 0; i < asked_.size() && i < answer.verdicts.size(); ++i) {
    Call& call = calls_[asked_[i].value];
    const bool person_knows = call.edited && answer.verdicts[i] == AccessVerdict::ask;
    call.allowed = person_knows || answer.verdicts[i] == AccessVerdict::allow;
    call.edited = false;
  }
  asked_.clear();
}

// ---- Effects

void Auditor::on_effects(const std::vector<LoopEffect>& effects) {
  for (const LoopEffect& effect : effects) {
    std::visit(Overloaded{[&](const effect::Append& e) {
                            for (const SessionRecord& record : e.records) {
                              check_barrier(record, e.barrier);
                              take(record, e.ticket);
                            }
                          },
                          [&](const effect::StartGeneration& e) { check_start(e); },
                          [&](const effect::StartTool& e) { check_start(e); },
                          [&](const effect::StopGeneration& e) {
                            if (e.generation == streaming_) streaming_ = {};
                          },
                          [&](const effect::StopTool& e) {
                            if (e.abandon) calls_[e.call.value].running = false;
                          },
                          [&](const effect::AuthorizeTools& e) {
                            ask_ = e.ask;
                            asked_.clear();
                            for (const PlannedCall& call : e.calls)
                              asked_.push_back(call.call);
                          },
                          [&](const effect::Emit& e) { check_emit(e.item); },
                          [&](const effect::Finish& e) { check_finish(e); },
                          [](const auto&) {}},
               effect);
  }
}

// What is waited for must be written at once.
void Auditor::check_barrier(const SessionRecord& record, Barrier barrier) {
  const auto* started = std::get_if<record::ToolStarted>(&record);
  const bool waits = std::holds_alternative<record::InputAccepted>(record) ||
                     std::holds_alternative<record::Summary>(record) ||
                     std::holds_alternative<record::TurnSuspended>(record) ||
                     (started != nullptr && started->effect != ToolEffect::read_only);
  if (waits && barrier != Barrier::durable)
    broken("an append that is waited for may lie");
}

void Auditor::check_emit(const StreamItem& item) {
  if (const auto* delta = std::get_if<Delta>(&item)) {
    log_.shown.insert(delta->generation.value);
  }
  const auto* record = std::get_if<SessionRecord>(&item);
  if (record == nullptr) return;
  if (const auto* accepted = std::get_if<record::InputAccepted>(record)) {
    if (!is_durable(log_.accepted[accepted->id.value])) {
      broken("a message was acknowledged before it was durable");
    }
  }
  const bool ends = std::holds_alternative<record::Summary>(*record) ||
                    std::holds_alternative<record::TurnSuspended>(*record);
  if (ends && !is_durable(log_.ending)) broken("an end was shown before it was durable");
}

void Auditor::check_start(const effect::StartGeneration& start) {
  if (aborted_) broken("a generation was started after the abort");
  if (streaming_) broken("two generations stream at once");
  if (!stream_open_) broken("a generation was started outside of a stream");
  streaming_ = start.generation;
}

void Auditor::check_start(const effect::StartTool& start) {
  Call& call = calls_[start.call.call.value];
  if (aborted_) broken("a tool was started after the abort");
  if (!call.allowed) broken("a call was started that nobody allowed");
  if (call.edited) broken("a call that a person changed was not authorized anew");
  if (call.running) broken("a call was started while it ran");
  if (call.closed) broken("a call was started that has its result");
  const bool once = call.effect == ToolEffect::at_most_once;
  if (once && !ran_once_.insert(start.call.call.value).second) {
    broken("an at_most_once call was started twice");
  }
  if (call.effect != ToolEffect::read_only && !is_durable(call.started)) {
    broken("a call was started before its start was durable");
  }
  call.running = true;
  call.run = start.run;
  std::size_t running = 0;
  for (const auto& [id, other] : calls_) {
    running += other.running ? 1 : 0;
    if (other.running && other.stage < call.stage) broken("a later stage ran early");
  }
  if (running > config_.agent.limits.parallel_tools) broken("too many tools run at once");
}

void Auditor::check_finish(const effect::Finish& finish) {
  const bool was_open = std::exchange(stream_open_, false);
  if (store_failed_) return;  // also of a session that is only being closed
  if (!was_open) broken("a stream ended twice");
  if (!is_durable(log_.ending)) broken("a stream ended before its end was durable");
  if (std::holds_alternative<finish::Suspended>(finish.reason) != log_.turn_open) {
    broken("a stream ended otherwise than its turn");
  }
  if (streaming_) broken("a generation streams on after the end");
  if (!log_.shown.empty()) broken("shown text was neither kept nor retracted");
  for (const auto& [id, call] : calls_) {
    if (call.running) broken("a tool still runs at the end of the stream");
  }
}

// ---- Records

void Auditor::take(const SessionRecord& record, Ticket ticket) {
  std::visit(
      Overloaded{
          [&](const record::TurnStarted&) {
            if (log_.turn_open) broken("a turn began inside another");
            log_.turn_open = true;
            log_.calls_last = false;
            log_.failures = 0;
          },
          [&](const record::TurnSuspended&) { log_.ending = ticket; },
          [&](const record::InputAccepted& r) {
            const bool fresh = log_.accepted.emplace(r.id.value, ticket).second;
            if (!fresh) broken("a message was accepted twice");
            const bool priority = r.mode != SteerMode::when_idle;
            log_.waiting.push_back({r.id, priority, ticket});
          },
          [&](const record::InputDelivered& r) { deliver(r.id); },
          [&](const record::InputReturned& r) {
            const auto same = [&](const Message& each) { return each.id == r.id; };
            if (std::erase_if(log_.waiting, same) != 1) broken("returned, not queued");
          },
          [&](const record::ApprovalAnswered& r) {
            calls_[r.call.value].allowed = r.verdict.approved;
            calls_[r.call.value].edited = r.verdict.approved && r.verdict.arguments;
          },
          [&](const record::GenerationStarted& r) {
            if (log_.generation) broken("a generation began before another had ended");
            log_.generation = r.generation;
          },
          [&](const record::GenerationEnded& r) { take_ended(r); },
          [&](const record::Conversation& r) {
            log_.shown.erase(r.message.generation.value);
            log_.calls_last = !calls_of(r.message).empty();
          },
          [&](const record::Retracted& r) {
            if (log_.shown.erase(r.generation.value) == 0) {
              broken("a generation was retracted that showed nothing");
            }
          },
          [&](const record::ToolStarted& r) { calls_[r.call.value].started = ticket; },
          [&](const record::ToolResult& r) {
            calls_[r.call.value].closed = true;
            if (!resulted_.insert(r.call.value).second) broken("a call got two results");
          },
          [&](const record::Summary& r) { take_summary(r, ticket); },
          [](const auto&) {}},
      record);
}

// Within a class, first in, first out.
void Auditor::deliver(MessageId id) {
  const auto found = std::find_if(log_.waiting.begin(),
                                  log_.waiting.end(),
                                  [&](const Message& each) { return each.id == id; });
  if (!log_.delivered.insert(id.value).second) return broken("delivered twice");
  if (found == log_.waiting.end()) return broken("delivered, but never accepted");
  const bool overtakes =
      std::any_of(log_.waiting.begin(), found, [&](const Message& earlier) {
        return earlier.priority == found->priority;
      });
  if (overtakes) broken("a message overtook an earlier one");
  log_.waiting.erase(found);
}

void Auditor::take_ended(const record::GenerationEnded& ended) {
  if (log_.generation != ended.generation) broken("a generation ended that was not open");
  log_.generation.reset();
  const auto reported = reported_.find(ended.generation.value);
  const std::optional<Usage> usage =
      reported == reported_.end() ? std::nullopt : reported->second;
  if (ended.usage != usage) broken("the usage of a generation was lost or made up");
  if (ended.outcome == GenerationOutcome::accepted) {
    log_.shown.erase(ended.generation.value);
    log_.calls_last = false;
    log_.failures = 0;
  }
  log_.failures += ended.outcome == GenerationOutcome::failed ? 1 : 0;
  const auto models = 1 + static_cast<int>(config_.models.fallbacks.size());
  const Limits& limits = config_.agent.limits;
  const int most = models * (limits.retry_attempts + limits.overflow_attempts + 1);
  if (log_.failures > most) broken("attempts without a bound");
}

void Auditor::take_summary(const record::Summary& summary, Ticket ticket) {
  if (!log_.turn_open) broken("a turn ended twice");
  log_.turn_open = false;
  log_.ending = ticket;
  if (!std::holds_alternative<finish::Completed>(summary.finish)) return;
  if (log_.calls_last) broken("completed, though the model has not seen its results");
  if (!log_.waiting.empty()) broken("completed, though messages wait");
  if (aborted_) broken("completed after an abort");
}

// ---- Crash and rest

void Auditor::on_crash(const std::vector<SessionRecord>& kept) {
  log_ = {};
  resulted_.clear();
  streaming_ = {};
  acknowledged_ = {};
  stream_open_ = aborted_ = false;
  ask_ = {};
  calls_.clear();
  for (const SessionRecord& record : kept) {
    if (const auto* retracted = std::get_if<record::Retracted>(&record)) {
      log_.shown.insert(retracted->generation.value);  // as was seen before
    }
    if (const auto* started = std::get_if<record::ToolStarted>(&record)) {
      calls_[started->call.value].allowed = true;
      calls_[started->call.value].edited = false;
      calls_[started->call.value].effect = started->effect;
    }
    take(record, Ticket{});
  }
  log_.shown.clear();
  log_.failures = 0;
  std::uint64_t known = 0;
  for (const SessionRecord& record : kept) {
    const auto* ended = std::get_if<record::GenerationEnded>(&record);
    if (ended != nullptr) known = ended->generation.value;
  }
  reported_.erase(reported_.upper_bound(known), reported_.end());
  if (log_.generation) log_.shown.insert(log_.generation->value);  // perhaps
}

void Auditor::at_rest(const History& history, std::size_t queued) {
  if (store_failed_) return;
  if (log_.generation) broken("a generation was left open");
  if (log_.waiting.size() != queued) broken("a message was lost");
  std::multiset<std::uint64_t> found;
  for (const pintle::Message& message : history.messages()) {
    if (message.role == Role::user) found.insert(message.id.value);
    for (const Part& part : message.parts) {
      const auto* result = std::get_if<ResultPart>(&part);
      const bool own = result != nullptr && result->status == ResultStatus::ok;
      if (own && result->content != result_text(result->call)) {
        broken("a result stands in the slot of another call");
      }
    }
  }
  for (const std::uint64_t id : log_.delivered) {
    if (found.count(id) != 1) broken("a delivered message is not once in the history");
  }
}

}  // namespace pintle

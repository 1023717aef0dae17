// SPDX-License-Identifier: MIT
// Effects as a driver would act on them, and the monitors. A monitor knows what the
// machine asked for and what the world did, and does not ask the machine whether that was
// right.
#include <algorithm>

#include "core/overloaded.hpp"
#include "testing/explore/fingerprint.hpp"
#include "testing/explore/request_check.hpp"
#include "testing/explore/world.hpp"

namespace pintle::testing {

namespace {

template <class T>
const T* as(const SessionRecord& record) {
  return std::get_if<T>(&record);
}

// Is a record of which this holds among those that are not durable yet?
template <class Predicate>
bool any_open(const std::vector<OpenAppend>& open, Predicate predicate) {
  return std::any_of(open.begin(), open.end(), [&](const OpenAppend& append) {
    return std::any_of(append.records->begin(), append.records->end(), predicate);
  });
}

template <class T>
bool any_open_of(const std::vector<OpenAppend>& open) {
  return any_open(open,
                  [](const SessionRecord& record) { return as<T>(record) != nullptr; });
}

// Is this one of the records that are shown only when they are durable, and is not?
bool shown_too_early(const std::vector<OpenAppend>& open, const SessionRecord& record) {
  const bool waits = as<record::InputAccepted>(record) != nullptr ||
                     as<record::Summary>(record) != nullptr ||
                     as<record::ApprovalAsked>(record) != nullptr ||
                     as<record::TurnStarted>(record) != nullptr;
  return waits &&
         any_open(open, [&](const SessionRecord& each) { return each == record; });
}

}  // namespace

const char* Books::enter(const SessionRecord& record) {
  if (const auto* accepted = as<record::InputAccepted>(record)) {
    waiting.push_back(accepted->id);
  }
  const auto* delivered = as<record::InputDelivered>(record);
  const auto* returned = as<record::InputReturned>(record);
  if (delivered != nullptr || returned != nullptr) {
    const MessageId id = delivered != nullptr ? delivered->id : returned->id;
    const auto place = std::find(waiting.begin(), waiting.end(), id);
    if (place == waiting.end()) {
      return "a message was delivered or returned that did not wait";
    }
    waiting.erase(place);
    heard = heard || delivered != nullptr;
  }
  if (as<record::TurnStarted>(record) != nullptr) {
    if (turn_open) return "a turn began while one was open";
    turn_open = true;
    heard = false;
    stop = {};
  }
  const auto* ended = as<record::GenerationEnded>(record);
  if (ended != nullptr && ended->outcome == GenerationOutcome::accepted) {
    stop = ended->stop;
  }
  if (as<record::Summary>(record) != nullptr) {
    if (!turn_open) return "a turn ended twice";
    turn_open = false;
  }
  return nullptr;
}

void CheckedWorld::perform(const LoopEffect& effect) {
  std::visit(Overloaded{[&](const effect::Append& e) { on_append(e); },
                        [&](const effect::ResolveModel& e) {
                          on_ask({Asked::model, e.ask, false, e.name, {}, 0});
                        },
                        [&](const effect::AssembleContext& e) {
                          on_ask({Asked::context, e.ask, false, {}, {}, 0});
                        },
                        [&](const effect::ReserveSpend& e) {
                          on_ask({Asked::spend, e.ask, false, {}, {}, 0});
                        },
                        [&](const effect::StartGeneration& e) { on_start(e); },
                        [&](const effect::JudgeAnswer& e) {
                          const bool results = e.what == JudgeRequest::What::results;
                          streamed.generation = {};
                          on_ask({results ? Asked::results : Asked::answer,
                                  e.ask,
                                  e.other_model,
                                  {},
                                  {},
                                  0});
                        },
                        [&](const effect::ClassifyError& e) {
                          on_ask({Asked::error, e.ask, false, {}, {}, 0});
                        },
                        [&](const effect::PlanTools& e) {
                          OpenAsk next{Asked::plan, e.ask, false, {}, {}, 0};
                          for (const CallPart& call : e.calls) {
                            next.calls.emplace_back(call.call, call.name.front());
                          }
                          on_ask(std::move(next));
                        },
                        [&](const effect::AuthorizeTools& e) {
                          on_ask({Asked::access, e.ask, false, {}, {}, e.calls.size()});
                        },
                        [](const effect::AskApproval&) {},  // the record says it too
                        [&](const effect::StartTool& e) { on_start(e); },
                        [&](const effect::CheckMemory& e) {
                          on_ask({Asked::memory, e.ask, false, {}, {}, 0});
                        },
                        [&](const effect::SetTimer& e) { timers.push_back(e.timer); },
                        [&](const effect::Emit& e) { on_emit(e); },
                        [](const effect::Report&) {},
                        [](const effect::RecordUsage&) {},
                        [&](const effect::StopGeneration& e) {
                          if (streamed.generation == e.generation)
                            streamed.generation = {};
                        },
                        [&](const effect::StopTool& e) { on_stop(e); },
                        [&](const effect::CancelTimer& e) {
                          timers.erase(std::remove(timers.begin(), timers.end(), e.timer),
                                       timers.end());
                        },
                        [&](const effect::Finish& e) { on_finish(e); }},
             effect);
}

void CheckedWorld::on_append(const effect::Append& append) {
  auto records = std::make_shared<const std::vector<SessionRecord>>(append.records);
  open.push_back({append.ticket, std::move(records)});
  for (const SessionRecord& record : append.records) {
    setting->signature.push_back(static_cast<std::uint8_t>(record.index()));
    on_record(record);
  }
}

void CheckedWorld::on_record(const SessionRecord& record) {
  if (const char* wrong = books.enter(record)) broken(wrong);
  if (const auto* ended = as<record::GenerationEnded>(record)) {
    const bool accepted = ended->outcome == GenerationOutcome::accepted;
    if (accepted && shown == ended->generation) shown = {};
  }
  if (const auto* kept = as<record::Conversation>(record)) {
    if (shown == kept->message.generation) shown = {};
  }
  if (const auto* summary = as<record::Summary>(record)) on_summary(*summary);
}

void CheckedWorld::on_ask(OpenAsk next) {
  newest_ask = next.id;
  ask = std::move(next);
}

void CheckedWorld::on_start(const effect::StartGeneration& start) {
  if (aborted || timed_out) broken("a generation was started after the turn was stopped");
  if (shown) broken("shown text was neither kept nor retracted");
  if (!books.heard) broken("a request was made before the turn had a message");
  if (streamed.generation) broken("a generation was started while another one streams");
  std::string wrong = find_fault(machine.history().messages().subspan(start.from));
  if (wrong.empty()) wrong = request_fault(machine.history().messages());
  if (!wrong.empty()) broken("a request is not valid: " + wrong);
  streamed = {};
  streamed.generation = start.generation;
}

void CheckedWorld::on_start(const effect::StartTool& start) {
  const CallId call = start.call.call;
  if (aborted || timed_out) broken("a tool was started after the turn was stopped");
  const bool in_doubt = any_open(open, [&](const SessionRecord& record) {
    const auto* started = as<record::ToolStarted>(record);
    return started != nullptr && started->call == call;
  });
  if (start.call.effect != ToolEffect::read_only && in_doubt) {
    broken("a tool was started before its start was durable");
  }
  if (!start_is_recorded(machine, call, start.run)) {
    broken("a tool was started that no record tells of");
  }
  if (!may_run(machine, call)) broken("a tool was started that a person did not allow");
  if (start.call.effect == ToolEffect::at_most_once) {
    if (std::find(ran.begin(), ran.end(), call) != ran.end()) {
      broken("an at_most_once call was started twice");
    }
    ran.insert(std::upper_bound(ran.begin(), ran.end(), call), call);
  }
  const auto place = std::find_if(
      tools.begin(), tools.end(), [&](const auto& tool) { return tool.call >= call; });
  if (place != tools.end() && place->call == call) {
    return broken("a call was started while it runs");
  }
  tools.insert(place, {call, start.run});
  if (tools.size() > setting->options.parallel_tools) {
    broken("more tools run side by side than allowed");
  }
}

void CheckedWorld::on_stop(const effect::StopTool& stop) {
  if (!stop.abandon) return;  // it may still finish
  const auto ended = [&](const RunningTool& tool) {
    return tool.call == stop.call && tool.run == stop.run;
  };
  tools.erase(std::remove_if(tools.begin(), tools.end(), ended), tools.end());
}

void CheckedWorld::on_emit(const effect::Emit& emit) {
  if (const auto* delta = std::get_if<Delta>(&emit.item)) {
    if (!stream_open) broken("a delta was shown outside of a stream");
    if (shown && shown != delta->generation) broken("two answers were shown at once");
    shown = delta->generation;
  }
  const auto* record = std::get_if<SessionRecord>(&emit.item);
  if (record == nullptr) return;
  if (const auto* retracted = as<record::Retracted>(*record)) {
    if (shown != retracted->generation) broken("what was not shown was retracted");
    shown = {};
  }
  if (shown_too_early(open, *record)) {
    broken("the record " + std::string(name_of(*record)) + " was shown too early");
  }
}

// The turn's end is decided; it is not durable yet.
void CheckedWorld::on_summary(const record::Summary& summary) {
  const FinishReason& reason = summary.finish;
  const bool completed = std::holds_alternative<finish::Completed>(reason) ||
                         std::holds_alternative<finish::Truncated>(reason) ||
                         std::holds_alternative<finish::Refused>(reason);
  if (completed && !books.waiting.empty()) {
    broken("a turn was completed in silence while messages wait");
  }
  const StopKind stop = books.stop.kind;
  const bool cut = stop == StopKind::max_tokens || stop == StopKind::refusal ||
                   stop == StopKind::content_filter;
  if (cut && std::holds_alternative<finish::Completed>(reason)) {
    broken("an answer was cut short, and the turn's end does not say so");
  }
  if (aborted && !std::holds_alternative<finish::Cancelled>(reason)) {
    broken("an abort was overwritten");
  }
  if (timed_out && !std::holds_alternative<finish::BudgetSpent>(reason)) {
    broken("the end of the turn's time was overwritten");
  }
  if (machine.history().has_open_calls()) broken("a turn ended with open calls");
  aborted = timed_out = false;
  ask.reset();  // nobody waits for it any more
}

void CheckedWorld::on_finish(const effect::Finish& finish) {
  const bool lost_log = std::holds_alternative<finish::StoreFailed>(finish.reason);
  if (!stream_open && !lost_log) broken("a stream ended twice");
  stream_open = false;
  if (lost_log) {
    ask.reset();
    timers.clear();
    if (!tools.empty() || streamed.generation) {
      broken("something runs on after the store failed");
    }
    return;
  }
  const bool suspends = std::holds_alternative<finish::Suspended>(finish.reason);
  const bool early = suspends ? any_open_of<record::TurnSuspended>(open)
                              : any_open_of<record::Summary>(open);
  if (early) broken("a stream ended before its end was durable");
  if (!suspends && books.turn_open) broken("a stream ended and its turn did not");
  if (shown) broken("shown text was neither kept nor retracted at the stream's end");
  if (!tools.empty()) broken("a tool still runs at the stream's end");
  if (streamed.generation) broken("an answer still streams at the stream's end");
  if (!timers.empty()) broken("a timer is still set at the stream's end");
}

// What holds wherever the machine rests.
void CheckedWorld::check_rest() {
  if (books.waiting.size() != machine.queued()) broken("a message was lost");
  std::string wrong = tail_fault(machine.history().messages());
  if (!wrong.empty()) broken("the history is not valid: " + wrong);
  if (machine.failed()) return;
  const StateKind state = machine.state();
  const bool between = state == StateKind::initializing || state == StateKind::done;
  // `ending` is over when the summary is durable; the turn ends with its record.
  const bool ends = between || state == StateKind::ending;
  if (books.turn_open == ends) broken("the state does not go with the open turn");
}

}  // namespace pintle::testing

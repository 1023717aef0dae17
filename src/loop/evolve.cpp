// SPDX-License-Identifier: MIT
// The fold: what each record changes in the durable state.
#include <algorithm>
#include <utility>

#include "core/overloaded.hpp"
#include "core/record_hash.hpp"
#include "core/totals.hpp"
#include "loop/state.hpp"

namespace pintle {

namespace {

template <class T>
void drop_call(std::vector<T>& list, CallId call) {
  list.erase(
      std::remove_if(
          list.begin(), list.end(), [&](const T& each) { return each.call == call; }),
      list.end());
}

auto find_queued(std::vector<Queued>& queue, MessageId id) {
  return std::find_if(
      queue.begin(), queue.end(), [&](const Queued& each) { return each.id == id; });
}

}  // namespace

void Durable::deliver(MessageId id) {
  const auto found = find_queued(queue, id);
  if (found == queue.end()) return;
  question = text_of(found->message);
  found->message.id = id;
  history.add(std::move(found->message));
  queue.erase(found);
  replied = false;
  ++turn_messages;
}

void Durable::close(const record::ToolResult& result) {
  history.fill(result.call, result.outcome);
  drop_call(started, result.call);
  drop_call(asked, result.call);
  drop_call(answered, result.call);
  replied = false;
  ++turn_messages;
}

void Durable::evolve(const SessionRecord& record) {
  hash_record(digest, record);
  std::visit(Overloaded{
                 [&](const record::TurnStarted& r) {
                   turn = r.turn;
                   turns = r.turn.value;
                   turn_messages = 0;
                   text_shown = false;
                   replied = true;  // the prompt waits in the queue
                   stop = {};
                 },
                 [&](const record::InputAccepted& r) {
                   queue.push_back({r.id, r.message, r.mode});
                   last_message = std::max(last_message, r.id);
                 },
                 [&](const record::InputDelivered& r) { deliver(r.id); },
                 [&](const record::InputReturned& r) {
                   const auto found = find_queued(queue, r.id);
                   if (found != queue.end()) queue.erase(found);
                 },
                 [&](const record::GenerationStarted& r) {
                   generation = r.generation;
                   generations = r.generation.value;
                   last_model = r.model;
                 },
                 [&](const record::GenerationEnded& r) {
                   generation.reset();
                   stop = r.stop;
                   replied = r.outcome == GenerationOutcome::accepted &&
                             stop.kind != StopKind::pause;
                   add_generation(usage, r);
                 },
                 [&](const record::Conversation& r) {
                   for (const CallPart* call : calls_of(r.message)) {
                     last_call = std::max(last_call, call->call);
                   }
                   const bool visible = text_of(r.message).find_first_not_of(" \t\r\n") !=
                                        std::string::npos;
                   text_shown =
                       text_shown || (r.message.role == Role::assistant && visible);
                   history.add(r.message);
                   ++turn_messages;
                 },
                 [&](const record::ApprovalAsked& r) { asked.push_back(r); },
                 [&](const record::ApprovalAnswered& r) {
                   drop_call(asked, r.call);
                   answered.push_back(r);
                 },
                 [&](const record::ToolStarted& r) {
                   drop_call(started, r.call);
                   started.push_back(r);
                 },
                 [&](const record::ToolResult& r) { close(r); },
                 [&](const record::BreakerChanged& r) { breaker.evolve(r); },
                 [&](const record::EpochStarted& r) { epoch = r; },
                 [&](const record::Observation&) { usage.rolling = 0; },
                 [&](const record::Summary&) { turn.reset(); },
                 [](const auto&) {},  // kept in the log, no part of this state
             },
             record);
}

}  // namespace pintle

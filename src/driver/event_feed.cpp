// SPDX-License-Identifier: MIT
#include "driver/event_feed.hpp"

#include <utility>

#include "core/overloaded.hpp"

namespace pintle {

std::optional<TurnEvent> EventFeed::take() {
  if (next_ < events_.size()) return std::move(events_[next_++]);
  events_.clear();
  next_ = 0;
  return std::nullopt;
}

void EventFeed::add(const Status& status) {
  if (const auto* progress = std::get_if<Progress>(&status)) {
    if (const auto* retry = std::get_if<progress::RetryScheduled>(&progress->what)) {
      events_.emplace_back(Notice{Notice::What::retry_scheduled,
                                  retry->cause + ": another attempt follows in " +
                                      std::to_string(retry->delay_ms) + " ms"});
      return;
    }
    events_.emplace_back(*progress);
  }
  const auto* ready = std::get_if<Ready>(&status);
  if (ready == nullptr) return;
  std::visit([&](const auto& item) { add(item); }, ready->item);
}

void EventFeed::add(const Delta& delta) {
  switch (delta.kind) {
    case DeltaKind::text:
      events_.emplace_back(Text{delta.generation, delta.bytes});
      return;
    case DeltaKind::thinking:
      events_.emplace_back(Thinking{delta.generation, delta.bytes});
      return;
    case DeltaKind::call_arguments:
      events_.emplace_back(
          ToolCallDelta{delta.generation, delta.call.value_or(CallId{}), delta.bytes});
      return;
  }
}

void EventFeed::add(const SessionRecord& record) {
  std::visit(
      Overloaded{
          [&](const record::InputAccepted& r) {
            events_.emplace_back(Input{r.id, Input::What::accepted});
          },
          [&](const record::InputDelivered& r) {
            events_.emplace_back(Input{r.id, Input::What::delivered});
          },
          [&](const record::InputReturned& r) {
            events_.emplace_back(Input{r.id, Input::What::returned});
          },
          [&](const record::Conversation& r) {
            for (const CallPart* call : calls_of(r.message)) {
              events_.emplace_back(ToolCall{call->call, call->name, call->arguments});
            }
          },
          [&](const record::ToolStarted& r) {
            // The same changes are made again when a call is run again.
            if (r.run > 1) return;
            for (const std::string& change : r.changes) {
              events_.emplace_back(
                  Notice{Notice::What::args_coerced, r.name + ": " + change});
            }
          },
          [&](const record::ToolResult& r) {
            events_.emplace_back(
                ToolResult{r.call, r.name, r.outcome.status, r.outcome.content});
          },
          [&](const record::Retracted& r) {
            events_.emplace_back(Retract{r.generation, r.reason});
          },
          [&](const record::ApprovalAsked& r) {
            asked_.push_back({r.call, r.name, r.arguments, r.digest});
          },
          [&](const record::TurnSuspended&) {
            events_.emplace_back(ApprovalRequired{std::exchange(asked_, {})});
            events_.emplace_back(Done{finish::Suspended{}, false, {}});
            terminal_ = true;
          },
          [&](const record::ModelSwitched& r) {
            events_.emplace_back(Notice{Notice::What::model_switched,
                                        r.from + " -> " + r.to + ": " + r.cause});
          },
          [&](const record::EpochStarted& r) {
            if (r.epoch > 1) {
              events_.emplace_back(Notice{Notice::What::prefix_broken, r.cause});
            }
          },
          [&](const record::Summary& r) { end(r); },
          [](const auto&) {},  // nothing to show
      },
      record);
}

void EventFeed::end(const record::Summary& summary) {
  terminal_ = true;
  if (is_failure(summary.finish)) {
    const AgenticError error = summary.error.value_or(UnexpectedError{});
    events_.emplace_back(Failed{error, summary.finish, summary.usage});
  } else {
    events_.emplace_back(Done{summary.finish, summary.weak, summary.usage});
  }
}

// Without a summary, the store failed.
void EventFeed::close() {
  if (terminal_) return;
  terminal_ = true;
  events_.emplace_back(
      Failed{failure_.value_or(UnexpectedError{"the stream ended early"}),
             finish::StoreFailed{},
             {}});
}

}  // namespace pintle

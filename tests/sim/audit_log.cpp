// SPDX-License-Identifier: MIT
// The audit's fold of the log.
#include <algorithm>

#include "sim/audit.hpp"

namespace pintle::sim {

namespace {

std::string plain_text(const Message& message) {
  std::string text;
  for (const Part& part : message.parts) {
    if (const auto* piece = std::get_if<TextPart>(&part)) text += piece->text;
  }
  return text;
}

}  // namespace

void Audit::on_append(std::span<const SessionRecord> records) {
  for (const SessionRecord& record : records) {
    report_.note(name_of(record));
    fold(record);
  }
}

void Audit::on_stored(std::span<const SessionRecord> records) {
  for (const SessionRecord& record : records) {
    if (const auto* input = std::get_if<record::InputAccepted>(&record)) {
      stored_inputs_.insert(input->id.value);
    } else if (const auto* start = std::get_if<record::ToolStarted>(&record)) {
      stored_starts_.insert(start->call.value);
    } else if (std::holds_alternative<record::Summary>(record)) {
      ++stored_summaries_;
    } else if (std::holds_alternative<record::TurnSuspended>(record)) {
      ++stored_suspensions_;
    }
  }
}

void Audit::on_store_failed() {
  store_failed_ = true;
}

void Audit::on_reopen(std::span<const SessionRecord> records) {
  const LogView before = std::move(view_);
  view_ = {};
  stored_inputs_.clear();
  stored_starts_.clear();
  folding_old_ = true;
  for (const SessionRecord& record : records) fold(record);
  folding_old_ = false;
  on_stored(records);
  stored_summaries_ = stored_suspensions_ = 0;
  store_failed_ = stream_open_ = aborted_ = false;
  abort_by_.reset();
  texts_.clear();
  unconfirmed_.clear();
  retracted_.clear();
  std::erase_if(events_accepted_, [&](std::uint64_t id) {
    const bool lost = view_.accepted.count(id) == 0;
    if (lost) broken("an acknowledged input is gone: " + before.accepted.at(id));
    return lost;
  });
  // What the new log does not know may be told again.
  events_delivered_.clear();
  std::erase_if(sent_,
                [&](const auto& each) { return view_.accepted.count(each.first) == 0; });
  const std::uint64_t last = view_.attempts.empty() ? 0 : view_.attempts.rbegin()->first;
  chain_.forget_from(last + 1);
  for (auto& [id, attempt] : view_.attempts) {
    const auto old = before.attempts.find(id);
    if (old != before.attempts.end()) attempt.bill = old->second.bill;
  }
}

void Audit::fold(const SessionRecord& record) {
  if (const auto* turn = std::get_if<record::TurnStarted>(&record)) {
    if (view_.turn != 0) broken("a turn began inside another");
    view_.turn = turn->turn.value;
  } else if (const auto* input = std::get_if<record::InputAccepted>(&record)) {
    const std::string text = plain_text(input->message);
    for (const auto& [id, earlier] : view_.accepted) {
      if (earlier == text) broken("a message was taken twice: " + text);
    }
    if (!view_.accepted.emplace(input->id.value, text).second) {
      broken("one message id was accepted twice");
    }
  } else if (const auto* delivered = std::get_if<record::InputDelivered>(&record)) {
    if (view_.accepted.count(delivered->id.value) == 0) broken("delivered, not accepted");
    view_.delivered.push_back(delivered->id.value);
  } else if (const auto* returned = std::get_if<record::InputReturned>(&record)) {
    view_.returned.insert(returned->id.value);
  } else if (const auto* epoch = std::get_if<record::EpochStarted>(&record)) {
    view_.epoch_causes[epoch->epoch] = epoch->cause;
  } else if (const auto* started = std::get_if<record::GenerationStarted>(&record)) {
    if (view_.open_attempt != 0) broken("two generations at once");
    if (!view_.open_calls.empty()) broken("a generation while calls are open");
    view_.open_attempt = started->generation.value;
    view_.attempts[started->generation.value].started = *started;
  } else if (const auto* ended = std::get_if<record::GenerationEnded>(&record)) {
    fold_end(*ended);
  } else if (const auto* said = std::get_if<record::Conversation>(&record)) {
    fold_message(*said);
  } else if (const auto* retracted = std::get_if<record::Retracted>(&record)) {
    Attempt& attempt = view_.attempts[retracted->generation.value];
    if (attempt.retracted || attempt.accepted) broken("retracted twice, or kept as well");
    attempt.retracted = true;
  } else if (const auto* result = std::get_if<record::ToolResult>(&record)) {
    auto& open = view_.open_calls;
    const auto place = std::find(open.begin(), open.end(), result->call.value);
    if (place == open.end()) return broken("a result that no call waits for");
    open.erase(place);
  } else if (const auto* summary = std::get_if<record::Summary>(&record)) {
    if (view_.turn == 0 || view_.turn != summary->turn.value) broken("a second Summary");
    if (!view_.open_calls.empty()) broken("a Summary while calls are open");
    if (view_.open_attempt != 0) broken("a Summary while a generation is open");
    view_.turn = 0;
  }
}

void Audit::fold_message(const record::Conversation& record) {
  const Message& message = record.message;
  if (message.role != Role::assistant) return;
  Attempt& attempt = view_.attempts[message.generation.value];
  if (attempt.accepted || attempt.retracted) broken("an answer twice, or retracted too");
  attempt.accepted = plain_text(message);
  if (!folding_old_) unconfirmed_.push_back(message.generation.value);
  if (!view_.open_calls.empty()) broken("an answer while calls are open");
  for (const Part& part : message.parts) {
    const auto* call = std::get_if<CallPart>(&part);
    if (call != nullptr) view_.open_calls.push_back(call->call.value);
  }
}

void Audit::fold_end(const record::GenerationEnded& ended) {
  if (view_.open_attempt != ended.generation.value) {
    broken("an end of a generation that is not open");
  }
  view_.open_attempt = 0;
  Attempt& attempt = view_.attempts[ended.generation.value];
  attempt.ended = true;
  TokenSnapshot& totals = view_.totals;
  const Usage usage = ended.usage.value_or(Usage{});
  ++totals.requests;
  if (!usage.input || !usage.output) ++totals.unknown_requests;
  totals.input += usage.input.value_or(0);
  totals.output += usage.output.value_or(0);
  const std::int64_t cached = usage.cache_read.value_or(0);
  const std::int64_t written = usage.cache_write.value_or(0);
  totals.cache_read += cached;
  totals.cache_write += written;
  totals.total += usage.input.value_or(0) + usage.output.value_or(0) + cached + written;
  if (!folding_old_) check_usage(attempt, ended);
}

// Invariants 9 and 13: the ledger says what the provider charged, or that it is unknown.
void Audit::check_usage(const Attempt& attempt, const record::GenerationEnded& ended) {
  const Usage usage = ended.usage.value_or(Usage{});
  if (!attempt.bill) {
    if (usage.input || usage.output) broken("usage of a request that was never sent");
    return;
  }
  const testing::BilledRequest& bill = *attempt.bill;
  const std::string which = "generation " + std::to_string(ended.generation.value) +
                            " (" + std::string(to_string(bill.fault)) + "): ";
  const std::int64_t prompt = usage.input.value_or(0) + usage.cache_read.value_or(0) +
                              usage.cache_write.value_or(0);
  if (usage.input && (!bill.input_told() || prompt != bill.input)) {
    broken(which + "a prompt of " + std::to_string(prompt) + " tokens was counted, " +
           std::to_string(bill.input) + " were charged");
  }
  if (usage.output && (!bill.output_told() || *usage.output != bill.output)) {
    broken(which + "an answer of " + std::to_string(*usage.output) +
           " tokens was counted, " + std::to_string(bill.output) + " were charged");
  }
  const bool whole = ended.outcome == GenerationOutcome::accepted;
  if (whole && bill.output_told() && !usage.output) {
    broken(which + "the provider told its usage, and it was not counted");
  }
}

}  // namespace pintle::sim

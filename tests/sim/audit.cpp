// SPDX-License-Identifier: MIT
#include "sim/audit.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace pintle::sim {

namespace {

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

std::string number(std::uint64_t value) {
  return std::to_string(value);
}

}  // namespace

void Audit::broken(const std::string& what) {
  report_.broken("session " + std::to_string(session_) + ": " + what);
}

// Invariants 6 and 8: what had to be durable first was, and nothing starts twice.
void Audit::on_tool_start(CallId call, ToolEffect effect, const std::string& key) {
  report_.note("tool " + key);
  ++running_;
  if (aborted_) broken("a tool started after the abort: " + key);
  if (effect == ToolEffect::read_only) return;
  if (stored_starts_.count(call.value) == 0) {
    broken("a tool started before its start was durable: " + key);
  }
  if (effect == ToolEffect::at_most_once && ++starts_[key] > 1) {
    broken("an at_most_once call started twice: " + key);
  }
}

void Audit::on_request(const std::shared_ptr<const testing::BilledRequest>& bill,
                       const testing::Transcript& request,
                       std::string_view body) {
  report_.note(body);
  ++report_.requests;
  if (aborted_) broken("a model call started after the abort");
  for (const std::string& fault : request.faults) {
    broken("a request is not valid: " + fault + ": " +
           std::string(body.substr(0, 2'000)));
  }
  // Invariant 12: a result shows so much at most, and where the rest was.
  constexpr std::size_t shown_max = 131'072 + 200;
  for (const testing::TranscriptItem& item : request.items) {
    const bool result = item.kind == testing::TranscriptItem::Kind::result;
    if (result && item.text.size() > shown_max) broken("a result without a limit");
  }
  const auto found = view_.attempts.find(view_.open_attempt);
  if (found == view_.attempts.end() || found->second.bill) {
    return broken("a request without a GenerationStarted of its own");
  }
  Attempt& attempt = found->second;
  attempt.bill = bill;
  if (attempt.started.model != bill->model) broken("another model than recorded");
  if (attempt.started.max_tokens != bill->max_tokens) broken("another max_tokens");
  const std::uint64_t epoch = attempt.started.epoch;
  if (view_.epoch_causes[epoch].empty()) broken("an epoch without a cause");
  const std::string fault = chain_.add(bill->dialect, request, body, found->first, epoch);
  if (!fault.empty()) broken(fault);
  check_inputs(request, attempt);
  check_spend(*bill);
}

// Invariant 5, at the provider: the user's texts, each once, in the order of delivery.
void Audit::check_inputs(const testing::Transcript& request, const Attempt& attempt) {
  std::vector<std::string_view> seen;
  for (const testing::TranscriptItem& item : request.items) {
    if (is_users(item)) seen.emplace_back(item.text);
  }
  const std::vector<std::uint64_t>& delivered = view_.delivered;
  const bool all = attempt.started.from == 0;
  if (seen.size() > delivered.size() || (all && seen.size() != delivered.size())) {
    return broken("the provider saw " + number(seen.size()) + " inputs of " +
                  number(delivered.size()) + " that were delivered");
  }
  if (seen.empty()) return broken("a request without any input of the user");
  const std::size_t skipped = delivered.size() - seen.size();
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i] != view_.accepted[delivered[skipped + i]]) {
      return broken("the provider saw another input: " + std::string(seen[i]));
    }
  }
}

// Invariant 9: what is asked for fits into what is left.
void Audit::check_spend(const testing::BilledRequest& bill) {
  const TokenSnapshot& spent = view_.totals;
  if (budget_.tokens && spent.total + bill.max_tokens > *budget_.tokens) {
    broken("a request may spend " + std::to_string(spent.total + bill.max_tokens) +
           " of a budget of " + std::to_string(*budget_.tokens) + " tokens");
  }
  if (budget_.calls && spent.requests >= *budget_.calls) {
    broken("more requests than the budget allows");
  }
}

void Audit::on_stream() {
  if (stream_open_) broken("two streams at once");
  stream_open_ = true;
  stored_summaries_ = stored_suspensions_ = 0;
  texts_.clear();
  unconfirmed_.clear();
  aborted_ = false;
  abort_by_.reset();
}

void Audit::on_sent(MessageId id, const std::string& text) {
  const auto [place, fresh] = sent_.emplace(id.value, text);
  if (!fresh && place->second != text) broken("one id for two messages");
}

// Invariant 10.
void Audit::on_abort(MonoTime now, std::int64_t bound_ms) {
  if (!stream_open_ || aborted_) return;
  aborted_ = true;
  stalled_ = {};
  abort_by_ = now + std::chrono::milliseconds(bound_ms);
}

void Audit::on_event(const TurnEvent& event, MonoTime now) {
  report_.note(to_string(event));
  if (!stream_open_) broken("an event behind the terminal one: " + to_string(event));
  if (const auto* text = std::get_if<Text>(&event)) {
    texts_[text->generation.value] += text->bytes;
    if (retracted_.count(text->generation.value) > 0) broken("text after its Retract");
  } else if (const auto* retract = std::get_if<Retract>(&event)) {
    texts_.erase(retract->generation.value);
    if (!retracted_.insert(retract->generation.value).second) {
      broken("a second Retract of generation " + number(retract->generation.value));
    }
  } else if (const auto* input = std::get_if<Input>(&event)) {
    on_input(*input);
  } else if (const auto* done = std::get_if<Done>(&event)) {
    const bool suspended = std::holds_alternative<finish::Suspended>(done->finish);
    at_terminal(done->finish, suspended ? nullptr : &done->usage, now);
  } else if (const auto* failed = std::get_if<Failed>(&event)) {
    const bool lost = std::holds_alternative<finish::StoreFailed>(failed->finish);
    if (lost != store_failed_) broken("store_failed, and the store did not, or not so");
    at_terminal(failed->finish, lost ? nullptr : &failed->usage, now);
  }
}

// Invariants 5 and 6: durable before it is acknowledged; each told once.
void Audit::on_input(const Input& input) {
  const std::uint64_t id = input.id.value;
  switch (input.what) {
    case Input::What::accepted:
      if (stored_inputs_.count(id) == 0) broken("accepted before it was durable");
      if (!events_accepted_.insert(id).second) broken("accepted twice");
      return;
    case Input::What::delivered:
      if (!events_delivered_.insert(id).second) broken("delivered twice");
      return;
    case Input::What::returned: return;
  }
}

// Invariants 2, 6, 9, 10, 13: a durable end, in time, with the right numbers.
void Audit::at_terminal(const FinishReason& finish,
                        const TokenSnapshot* usage,
                        MonoTime now) {
  stream_open_ = false;
  if (running_ != 0) broken("a tool runs on behind the end");
  if (abort_by_ && now > *abort_by_ + stalled_)
    broken("the end came late after an abort");
  aborted_ = false;
  abort_by_.reset();
  if (std::holds_alternative<finish::StoreFailed>(finish)) {
    texts_.clear();  // the next life retracts what was open
    return;
  }
  const bool suspended = usage == nullptr;
  std::uint64_t& stored = suspended ? stored_suspensions_ : stored_summaries_;
  if (stored == 0) {
    broken("an end that was not durable: " + to_string(finish));
  } else {
    --stored;
  }
  confirm_texts();
  if (suspended) return;
  const TokenSnapshot& own = view_.totals;
  const bool same = usage->total == own.total && usage->input == own.input &&
                    usage->output == own.output && usage->requests == own.requests &&
                    usage->unknown_requests == own.unknown_requests;
  if (!same) {
    broken("usage: told " + to_string(*usage) + ", counted " + to_string(own));
  }
}

// Invariant 4: what the reader has is what the history has.
void Audit::confirm_texts() {
  for (const auto& [generation, text] : texts_) {
    const auto found = view_.attempts.find(generation);
    const bool known = found != view_.attempts.end();
    const std::string kept =
        known ? found->second.accepted.value_or(std::string()) : std::string();
    if (kept == text || (kept.empty() && is_blank(text))) continue;
    broken("generation " + number(generation) + " was shown as \"" + text +
           "\" and kept as \"" + kept + "\"");
  }
  for (const std::uint64_t generation : unconfirmed_) {
    const auto found = view_.attempts.find(generation);
    const bool has_text = found != view_.attempts.end() && found->second.accepted &&
                          !found->second.accepted->empty();
    if (has_text && texts_.count(generation) == 0) {
      broken("generation " + number(generation) + " was kept and never shown");
    }
  }
  unconfirmed_.clear();
  texts_.clear();
}

// Invariant 5, at the end: nothing that was taken is lost.
void Audit::on_rest() {
  for (const auto& [id, text] : sent_) {
    if (view_.accepted.count(id) == 0) broken("an input was lost: " + text);
  }
  for (const auto& [id, text] : view_.accepted) {
    const auto& delivered = view_.delivered;
    const auto times = std::count(delivered.begin(), delivered.end(), id) +
                       static_cast<std::ptrdiff_t>(view_.returned.count(id));
    if (times != 1)
      broken("an input was delivered " + number(static_cast<std::uint64_t>(times)) +
             " times: " + text);
  }
  if (view_.turn != 0) broken("a turn without an end");
  if (!view_.open_calls.empty()) broken("a call without a result");
  if (view_.open_attempt != 0) broken("a generation without an end");
}

}  // namespace pintle::sim

// SPDX-License-Identifier: MIT
#include "pintle/history.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace pintle {

namespace {

// Checked in every build: a history with a broken pairing would be refused by every
// provider from then on, so no build may make one.
void require(bool holds, const char* rule) {
  if (holds) return;
  std::fprintf(stderr, "pintle: History: %s\n", rule);
  std::abort();
}

template <class T>
bool has_part(const Message& message) noexcept {
  return std::any_of(message.parts.begin(), message.parts.end(), [](const Part& part) {
    return std::holds_alternative<T>(part);
  });
}

bool has_unique_calls(const std::vector<const CallPart*>& calls) {
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (!calls[i]->call) return false;
    for (std::size_t k = 0; k < i; ++k) {
      if (calls[k]->call == calls[i]->call) return false;
    }
  }
  return true;
}

Message slots_for(const std::vector<const CallPart*>& calls) {
  Message message;
  message.role = Role::tool;
  message.parts.reserve(calls.size());
  for (const CallPart* call : calls) {
    ResultPart slot;
    slot.call = call->call;
    slot.provider_id = call->provider_id;
    slot.name = call->name;
    message.parts.emplace_back(std::move(slot));
  }
  return message;
}

}  // namespace

void History::add(Message message) {
  require(open_ == 0, "a message is added while calls wait for their results");
  require(message.role != Role::tool, "tool messages are made by History itself");
  require(!has_part<ResultPart>(message), "results come by fill() only");
  const std::vector<const CallPart*> calls = calls_of(message);
  require(calls.empty() || message.role == Role::assistant, "only an answer has calls");
  require(has_unique_calls(calls), "a call id is 0 or stands twice in one answer");

  std::vector<Message> added;
  const std::size_t open = calls.size();
  if (open > 0) added.push_back(slots_for(calls));
  added.insert(added.begin(), std::move(message));
  messages_.reserve(messages_.size() + added.size());
  tokens_before_.reserve(tokens_before_.size() + added.size());
  for (Message& each : added) {
    tokens_before_.push_back(tokens_);
    tokens_ += estimate_tokens(each);
    messages_.push_back(std::move(each));
  }
  open_ = open;
}

bool History::fill(CallId call, const ToolOutcome& outcome) {
  require(outcome.status != ResultStatus::pending, "a result is final");
  if (open_ == 0) return false;
  for (Part& part : messages_.back().parts) {
    auto& slot = *std::get_if<ResultPart>(&part);
    if (slot.call != call || slot.status != ResultStatus::pending) continue;
    slot.content = outcome.content;
    slot.images = outcome.images;
    slot.status = outcome.status;
    --open_;
    tokens_ = tokens_before_.back() + estimate_tokens(messages_.back());
    return true;
  }
  return false;
}

std::vector<CallId> History::open_calls() const {
  std::vector<CallId> open;
  if (open_ == 0) return open;
  for (const Part& part : messages_.back().parts) {
    const auto& slot = *std::get_if<ResultPart>(&part);
    if (slot.status == ResultStatus::pending) open.push_back(slot.call);
  }
  return open;
}

std::size_t History::exchange_start(std::size_t index) const noexcept {
  if (index >= messages_.size()) return messages_.size();
  while (index > 0 && (messages_[index].role != Role::user ||
                       messages_[index - 1].role == Role::user)) {
    --index;
  }
  return index;
}

std::int64_t History::tokens_from(std::size_t from) const noexcept {
  return from < tokens_before_.size() ? tokens_ - tokens_before_[from] : 0;
}

}  // namespace pintle

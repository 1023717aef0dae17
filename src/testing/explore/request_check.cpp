// SPDX-License-Identifier: MIT
#include "testing/explore/request_check.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace pintle::testing {

namespace {

// Results stand in the order of the calls; `results` may be null.
std::string pair_fault(const Message& answer, const Message* results, bool complete) {
  std::size_t slot = 0;
  const bool has_results = results != nullptr && results->role == Role::tool;
  for (const Part& part : answer.parts) {
    const auto* call = std::get_if<CallPart>(&part);
    if (call == nullptr) continue;
    if (!has_results || slot >= results->parts.size()) return "a call has no result";
    const auto* result = std::get_if<ResultPart>(&results->parts[slot++]);
    if (result == nullptr || result->call != call->call) {
      return "a result does not stand where its call does";
    }
    if (complete && result->status == ResultStatus::pending) {
      return "a call still waits for its result";
    }
  }
  if (has_results && slot != results->parts.size()) return "a result has no call";
  return {};
}

}  // namespace

std::string request_fault(std::span<const Message> messages) {
  std::vector<std::uint64_t> calls;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const Message& message = messages[i];
    if (i == 0 && message.role != Role::user) return "the user does not speak first";
    if (message.parts.empty()) return "a message is empty";
    const bool after_answer = i > 0 && messages[i - 1].role == Role::assistant;
    if (message.role == Role::tool && !after_answer) return "results follow no answer";
    if (message.role != Role::assistant) continue;
    const Message* next = i + 1 < messages.size() ? &messages[i + 1] : nullptr;
    std::string fault = pair_fault(message, next, true);
    if (!fault.empty()) return fault;
    for (const Part& part : message.parts) {
      const auto* call = std::get_if<CallPart>(&part);
      if (call != nullptr) calls.push_back(call->call.value);
    }
  }
  std::sort(calls.begin(), calls.end());
  const bool twice = std::adjacent_find(calls.begin(), calls.end()) != calls.end();
  return twice ? "a call's id is used twice" : "";
}

std::string tail_fault(std::span<const Message> messages) {
  if (messages.empty()) return {};
  const Message& last = messages.back();
  if (last.role == Role::assistant) return pair_fault(last, nullptr, false);
  if (last.role != Role::tool) return {};
  if (messages.size() < 2) return "results follow no answer";
  return pair_fault(messages[messages.size() - 2], &last, false);
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <vector>

#include "pintle/history.hpp"

namespace pintle {

namespace {

bool is_blank(const Message& message) {
  if (has_content(message)) return false;
  return std::none_of(message.parts.begin(), message.parts.end(), [](const Part& part) {
    return std::holds_alternative<ThinkingPart>(part);
  });
}

bool may_hold(Role role, const Part& part) {
  switch (role) {
    case Role::system: return std::holds_alternative<TextPart>(part);
    case Role::user:
      return std::holds_alternative<TextPart>(part) ||
             std::holds_alternative<ImagePart>(part);
    case Role::assistant: return !std::holds_alternative<ResultPart>(part);
    case Role::tool: return std::holds_alternative<ResultPart>(part);
  }
  return false;
}

std::string find_in_message(const Message& message) {
  if (is_blank(message)) return "is empty";
  for (const Part& part : message.parts) {
    if (!may_hold(message.role, part)) {
      return "holds a part that a " + std::string(to_string(message.role)) +
             " message may not hold";
    }
  }
  return {};
}

std::string name(CallId call) {
  return "call " + std::to_string(call.value);
}

// `answer` is the message before `results`.
std::string find_in_results(const Message* answer, const Message& results) {
  if (answer == nullptr || answer->role != Role::assistant) {
    return "holds results without an answer before it";
  }
  const std::vector<const CallPart*> calls = calls_of(*answer);
  if (calls.size() != results.parts.size()) {
    return "holds " + std::to_string(results.parts.size()) + " results for " +
           std::to_string(calls.size()) + " calls";
  }
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const auto& slot = *std::get_if<ResultPart>(&results.parts[i]);
    if (slot.call != calls[i]->call) {
      return "has " + name(slot.call) + " where " + name(calls[i]->call) + " is to stand";
    }
    if (slot.status == ResultStatus::pending) {
      return "has no result yet for " + name(slot.call);
    }
  }
  return {};
}

std::string find_in_calls(const Message& message, std::vector<CallId>& seen) {
  for (const CallPart* call : calls_of(message)) {
    if (!call->call) return "has a call without an id";
    const auto place = std::lower_bound(seen.begin(), seen.end(), call->call);
    if (place != seen.end() && *place == call->call) {
      return "repeats " + name(call->call);
    }
    seen.insert(place, call->call);
  }
  return {};
}

std::string find_at(std::span<const Message> messages,
                    std::size_t index,
                    std::vector<CallId>& seen) {
  const Message& message = messages[index];
  const Message* before = index > 0 ? &messages[index - 1] : nullptr;
  std::string fault = find_in_message(message);
  if (fault.empty()) fault = find_in_calls(message, seen);
  if (!fault.empty()) return fault;
  if (message.role == Role::tool) return find_in_results(before, message);
  const bool has_calls = !calls_of(message).empty();
  if (has_calls && index + 1 == messages.size()) return "has calls without results";
  if (has_calls && messages[index + 1].role != Role::tool) {
    return "has calls and no results right after it";
  }
  return {};
}

}  // namespace

std::string find_fault(std::span<const Message> messages) {
  std::vector<CallId> seen;
  bool begun = false;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const Role role = messages[i].role;
    std::string fault = find_at(messages, i, seen);
    if (fault.empty() && !begun && role == Role::assistant) {
      fault = "is an answer with no user message before it";
    }
    if (!fault.empty()) {
      return "message " + std::to_string(i) + " (" + std::string(to_string(role)) + ") " +
             fault;
    }
    begun = begun || role == Role::user;
  }
  return begun ? "" : "there is no user message";
}

}  // namespace pintle

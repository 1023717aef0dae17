// SPDX-License-Identifier: MIT
// Any allowed sequence of operations leaves a history that pairs calls and results.
#include <algorithm>
#include <set>
#include <string>

#include "pintle/history.hpp"

#include "fuzz/fuzz.hpp"

namespace {

using pintle::CallId;
using pintle::History;
using pintle::fuzz::Choices;
using pintle::fuzz::require;

pintle::Message answer(Choices& choices, std::uint64_t& last_call) {
  pintle::Message message;
  message.role = pintle::Role::assistant;
  const unsigned calls = choices.next() % 4U;
  if (calls == 0 || choices.next() % 2U == 0) {
    message.parts.emplace_back(pintle::TextPart{"an answer"});
  }
  for (unsigned i = 0; i < calls; ++i) {
    pintle::CallPart call;
    call.call = CallId{++last_call};
    call.name = "tool";
    call.arguments = "{}";
    message.parts.emplace_back(std::move(call));
  }
  return message;
}

void fill(History& history, Choices& choices, std::uint64_t last_call) {
  const CallId call{choices.next() % (last_call + 2)};
  const std::vector<CallId> before = history.open_calls();
  const bool open = std::find(before.begin(), before.end(), call) != before.end();
  pintle::ToolOutcome outcome;
  outcome.status = choices.next() % 2U == 0 ? pintle::ResultStatus::ok
                                            : pintle::ResultStatus::cancelled;
  outcome.content = std::to_string(call.value);
  require(history.fill(call, outcome) == open, "only a pending slot is filled");
  require(history.open_calls().size() == before.size() - (open ? 1 : 0),
          "filling closes one slot");
}

void check(const History& history) {
  std::set<std::uint64_t> calls;
  std::set<std::uint64_t> slots;
  for (const pintle::Message& message : history.messages()) {
    for (const pintle::Part& part : message.parts) {
      if (const auto* call = std::get_if<pintle::CallPart>(&part)) {
        calls.insert(call->call.value);
      }
      const auto* slot = std::get_if<pintle::ResultPart>(&part);
      if (slot == nullptr) continue;
      require(slots.insert(slot->call.value).second, "one slot for a call");
      const bool filled = slot->status != pintle::ResultStatus::pending;
      require(!filled || slot->content == std::to_string(slot->call.value),
              "a result stands in its own slot");
    }
  }
  require(calls == slots, "a slot for each call");
  for (std::size_t i = 0; i <= history.size(); ++i) {
    const std::size_t start = history.exchange_start(i);
    require(start <= history.size(), "an exchange begins inside");
    require(history.tokens_from(start) >= 0, "tokens are not negative");
  }
}

}  // namespace

PINTLE_FUZZ_TARGET(input) {
  Choices choices(input.substr(0, 256));
  History history;
  std::uint64_t last_call = 0;
  while (!choices.done()) {
    const unsigned what = choices.next() % 3U;
    if (what == 2) {
      fill(history, choices, last_call);
    } else if (!history.has_open_calls()) {
      history.add(what == 0 ? pintle::user_message("hello") : answer(choices, last_call));
    }
    check(history);
  }
  if (history.empty() || history.has_open_calls()) return;
  const bool user_first = history.messages()[0].role == pintle::Role::user;
  if (user_first) require(pintle::find_fault(history.messages()).empty(), "valid");
}

// SPDX-License-Identifier: MIT
// History: the conversation as models see it. A history in which a call has no result
// slot, or a slot no call, cannot be built. Value; belongs to its holder's thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/message.hpp"
#include "pintle/tool.hpp"

namespace pintle {

class PINTLE_API History {
 public:
  /// Appends a user or system message, or an answer. An answer with calls is followed at
  /// once by one tool message with a pending slot for each call, in call order. Requires
  /// (checked in every build; a breach prints the rule and aborts): no slot is pending;
  /// not a tool message; only an answer has calls; their ids are set and unique in it.
  void add(Message message);
  /// Fills the pending slot of `call`. False: there is none; nothing changed. Requires:
  /// the outcome is final, not `pending`.
  bool fill(CallId call, const ToolOutcome& outcome);

  /// All messages. Views stay valid until the next change.
  [[nodiscard]] std::span<const Message> messages() const noexcept { return messages_; }
  [[nodiscard]] std::size_t size() const noexcept { return messages_.size(); }
  [[nodiscard]] bool empty() const noexcept { return messages_.empty(); }
  /// Calls whose slot is pending, in call order. All of them are of the last answer.
  [[nodiscard]] std::vector<CallId> open_calls() const;
  [[nodiscard]] bool has_open_calls() const noexcept { return open_ > 0; }
  /// Where the exchange that holds message `index` begins: a user message that does not
  /// follow another one (or message 0), with all up to the next such message. Cutting
  /// there never parts a call from its result. `size()` when there is no such message.
  [[nodiscard]] std::size_t exchange_start(std::size_t index) const noexcept;
  /// Estimated tokens of the messages from `from` on.
  [[nodiscard]] std::int64_t tokens_from(std::size_t from) const noexcept;

 private:
  std::vector<Message> messages_;
  std::vector<std::int64_t> tokens_before_;  // estimate of all messages before this one
  std::int64_t tokens_ = 0;
  std::size_t open_ = 0;
};

/// What is wrong with these messages as a request, in one line; empty when nothing is.
/// Checks pairing, order, emptiness, unique call ids, and that a user speaks first (after
/// system messages); a second opinion for tests and debuggers.
[[nodiscard]] PINTLE_API std::string find_fault(std::span<const Message> messages);

}  // namespace pintle

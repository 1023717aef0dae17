// SPDX-License-Identifier: MIT
// Strong ids. Only SessionId is random; the others are counters of one session, so that a
// replay gives the same ones. 0 means "none". Values: copy freely.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace pintle {

template <class Tag>
struct Id {
  std::uint64_t value = 0;
  explicit operator bool() const noexcept { return value != 0; }
  friend auto operator<=>(const Id&, const Id&) = default;
};

using MessageId = Id<struct MessageTag>;        ///< A message of the session.
using GenerationId = Id<struct GenerationTag>;  ///< One attempt at a model answer.
using CallId = Id<struct CallTag>;  ///< One tool call. Ours; never the provider's id.
using TurnId = Id<struct TurnTag>;  ///< From one prompt until its one ending.
using TimerId = Id<struct TimerTag>;
using AskId =
    Id<struct AskTag>;  ///< Ties an answer to its question; late ones are dropped.
using Ticket = Id<struct TicketTag>;  ///< One append to the session's log.
using SessionId = std::string;        ///< A durable conversation's name.
using Seq = std::uint64_t;  ///< Position in a session's log; the first record is 1.

}  // namespace pintle

// SPDX-License-Identifier: MIT
// A second opinion on histories and requests, written from the rules of the two dialects
// (Messages and Chat Completions) and from nothing else.
#pragma once

#include <span>
#include <string>

#include "pintle/message.hpp"

namespace pintle::testing {

/// What both providers would refuse these messages for; empty: nothing.
[[nodiscard]] std::string request_fault(std::span<const Message> messages);
/// What is wrong with the newest exchange of calls and results, slots that wait for their
/// result allowed; empty: nothing.
[[nodiscard]] std::string tail_fault(std::span<const Message> messages);

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// Small texts that the requests of all dialects share. Pure.
#pragma once

#include <string>
#include <string_view>

#include "pintle/ids.hpp"
#include "pintle/message.hpp"

namespace pintle::wire {

/// The id of a call in a request, whatever the provider called it: unique in a session,
/// and of characters and length that every provider accepts.
[[nodiscard]] inline std::string wire_id(CallId call) {
  return "call_" + std::to_string(call.value);
}

/// What is sent for a result slot. History fills every slot before a request; one that is
/// still pending was never run.
[[nodiscard]] inline std::string_view result_text(const ResultPart& result) {
  return result.status == ResultStatus::pending ? std::string_view("not run")
                                                : std::string_view(result.content);
}

/// Is there nothing but blanks?
[[nodiscard]] inline bool is_blank(std::string_view text) noexcept {
  return text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

}  // namespace pintle::wire

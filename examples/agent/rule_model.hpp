// SPDX-License-Identifier: MIT
// A model of a few rules, for when there is no key: it lists the folder, reads what looks
// promising, searches for a word of the question, and answers from what the tools said.
// It speaks Anthropic's Messages format. Pure: request in, events out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agent_example {

/// The server-sent events that answer a request's JSON body, in order, each complete with
/// its blank line. Empty: the request cannot be read.
[[nodiscard]] std::vector<std::string> rule_answer(std::string_view request);

}  // namespace agent_example

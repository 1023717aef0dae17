// SPDX-License-Identifier: MIT
// What the schemas of requests cannot see: pairing, alternation, emptiness, order, unique
// ids. It reads the request's JSON and knows nothing of the code that made it.
#pragma once

#include <string>
#include <vector>

namespace pintle::testing {

// What is wrong with a request's transcript; empty: nothing.
std::vector<std::string> check_chat_transcript(const std::string& body);
std::vector<std::string> check_anthropic_transcript(const std::string& body);

}  // namespace pintle::testing

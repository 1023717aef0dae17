// SPDX-License-Identifier: MIT
// What a recorded stream should be accumulated to: as the official SDK did, or, where
// that failed or erred, as a plain reading of the JSON lines says. The reading shares no
// code with the codecs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "wire/answer.hpp"

namespace pintle::testing {

using Json = nlohmann::json;

struct ExpectedCall {
  std::string name;
  std::string arguments;
};

struct Expected {
  std::string text;
  std::vector<ExpectedCall> calls;
  std::string stop;  // raw; empty: none came
  std::optional<std::int64_t> prompt;
  std::optional<std::int64_t> completion;
  std::optional<std::int64_t> cache_read;   // of Anthropic only
  std::optional<std::int64_t> cache_write;  // likewise
  bool reasoned = false;                    // the stream has reasoning (reading only)
};

// From an SDK's accumulated message.
Expected from_chat_sdk(const Json& result);
Expected from_anthropic_sdk(const Json& result);

// From the stream's bytes.
Expected read_chat(const std::string& body);
Expected read_anthropic(const std::string& body);

// The fields (text, tool_calls, stop, usage) in which `answer` is not as expected, each
// with what is different.
std::vector<std::pair<std::string, std::string>> differences(const Answer& answer,
                                                             const Expected& right);

}  // namespace pintle::testing

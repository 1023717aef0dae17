// SPDX-License-Identifier: MIT
// The request side of OpenAI-compatible chat completions. Pure.
#pragma once

#include <cstdint>
#include <string>

#include "pintle/model.hpp"

namespace pintle::wire {

/// Which server the request is for.
enum class ChatServer : std::uint8_t {
  openai,     ///< api.openai.com: strict about fields.
  compatible  ///< Any other one.
};

/// The body of a streaming request. Of a message only what this API can carry is sent:
/// no reasoning, no provider's own blocks; images of tool results follow in a user's
/// message behind the results.
[[nodiscard]] std::string chat_request(const ModelRequest& request, ChatServer server);

}  // namespace pintle::wire

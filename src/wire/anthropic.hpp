// SPDX-License-Identifier: MIT
// The request side of Anthropic Messages. Pure.
#pragma once

#include <string>

#include "pintle/model.hpp"

namespace pintle::wire {

/// The body of a streaming request, valid under the API's rules for any history that
/// pairs calls with results: roles alternate (neighbours of one role are joined, results
/// before text), no text block is blank, a history that does not begin with the user gets
/// "(continued)" before it, a final answer loses its trailing blanks, reasoning goes back
/// only to the model that made it and only when it is signed, and a provider's own
/// blocks only to Anthropic. The last block of the system prompt and the last tool are
/// cache points.
[[nodiscard]] std::string messages_request(const ModelRequest& request);

}  // namespace pintle::wire

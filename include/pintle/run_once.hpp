// SPDX-License-Identifier: MIT
// run_once: one turn without a session or a store; recursive-agent's stateless kernel on
// the same machine.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/config.hpp"
#include "pintle/executor.hpp"
#include "pintle/export.hpp"
#include "pintle/finish.hpp"
#include "pintle/message.hpp"
#include "pintle/model.hpp"
#include "pintle/tool.hpp"
#include "pintle/usage.hpp"

namespace pintle {

/// What the turn is run on. `messages`: the conversation so far; the last is the user's.
struct TurnContext {
  std::shared_ptr<ModelRouter> router;
  std::string model{};  ///< Empty: the router's default.
  std::string system_prompt{};
  std::vector<Message> messages{};
  std::vector<std::shared_ptr<Tool>> tools{};
  AgentConfig config{};
  Executor* executor = nullptr;  ///< Null: a private one.
};

struct TurnOutcome {
  std::vector<Message> new_messages;  ///< What the turn added, results included.
  std::string final_text;
  FinishReason finish;
  std::optional<AgenticError> error;
  TokenSnapshot usage;
  std::int64_t steps = 0;  ///< Generations that were accepted.
};

/// Runs the turn to its end. Errors: Session{invalid}: no message, or the last is not the
/// user's; Session{incomplete}; Routing.
[[nodiscard]] PINTLE_API Result<TurnOutcome> run_once(TurnContext context);

}  // namespace pintle

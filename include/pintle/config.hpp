// SPDX-License-Identifier: MIT
// What a session is configured with. Plain values with the seeds' defaults.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pintle/json_text.hpp"
#include "pintle/limits.hpp"

namespace pintle {

/// Sampling parameters. Optional ones are sent only when set, and only by codecs that can
/// carry them; the codec's documentation says which.
struct ModelParams {
  std::int64_t max_tokens = 8192;  ///< Most tokens of one answer; clamped to the budget.
  std::optional<double> temperature;
  std::optional<double> top_p;
  std::optional<std::int64_t> top_k;
  std::optional<double> repeat_penalty;
  std::optional<double> frequency_penalty;
  std::optional<double> presence_penalty;
  std::optional<std::int64_t> seed;
  std::vector<std::string> stop_sequences;
  std::optional<std::string> thinking_level;    ///< As "low", "medium", "high".
  std::optional<std::int64_t> thinking_budget;  ///< Tokens for reasoning.
  std::optional<JsonText> output_schema;        ///< JSON Schema of the answer.
  friend bool operator==(const ModelParams&, const ModelParams&) = default;
};

/// The models of a session, by the names that its router knows.
struct ModelSelection {
  std::string primary;
  std::vector<std::string> fallbacks;  ///< Tried in order when the primary fails.
  std::string memory;                  ///< For memory generation; empty: the primary.
  friend bool operator==(const ModelSelection&, const ModelSelection&) = default;
};

/// Hard limits of a session; unset means unlimited, 0 means "halt now".
struct Budget {
  std::optional<std::int64_t> tokens{};      ///< Input and output of all requests.
  std::optional<std::int64_t> cost_micro{};  ///< Micro-units of currency.
  std::optional<std::int64_t> calls{};       ///< Provider requests.
  std::optional<std::int64_t> wall_ms{};     ///< Of one stream; none while suspended.
  friend bool operator==(const Budget&, const Budget&) = default;
};

/// When the loop gives up or reduces; document 000 section 8.
struct AgentConfig {
  int max_inner_iterations = 25;  ///< Rounds of tool calls per outer round.
  int max_outer_iterations = 10;  ///< Drains of the queues per turn.
  int circuit_breaker_threshold =
      3;  ///< Failures before a model is given up for a while.
  double preflight_compression_threshold = 0.85;  ///< Of the window or budget; 0: off.
  double context_pressure_threshold = 0.70;       ///< Likewise; 0: no note.
  ModelParams model_params;
  Budget budget;
  Limits limits;
  friend bool operator==(const AgentConfig&, const AgentConfig&) = default;
};

}  // namespace pintle

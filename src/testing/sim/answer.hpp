// SPDX-License-Identifier: MIT
// What the simulated model says, and its bytes on the wire.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pintle/testing/simulated_provider.hpp"

#include "testing/sim/dice.hpp"

namespace pintle::testing {

struct SimulatedCall {
  std::string id;
  std::string name;
  std::string arguments;
};

struct SimulatedAnswer {
  std::uint64_t number = 0;
  std::string model;
  std::string thinking;
  std::string text;
  std::vector<SimulatedCall> calls;
  bool truncated = false;  // max_tokens was reached
  bool refused = false;
  bool tells_usage = true;
  std::int64_t input = 0;
  std::int64_t output = 0;
};

/// Decides an answer.
[[nodiscard]] SimulatedAnswer make_answer(Dice& dice,
                                          const Transcript& request,
                                          const BilledRequest& bill);

/// The answer's bytes, and where in them its numbers stand.
struct AnswerBody {
  std::string bytes;
  std::optional<std::size_t> input_told_at;
  std::optional<std::size_t> output_told_at;
};

/// `fault` is that of the stream: no_end, error_event, pings; others change nothing here.
[[nodiscard]] AnswerBody anthropic_body(const SimulatedAnswer& answer,
                                        ProviderFault fault,
                                        Dice& dice);
[[nodiscard]] AnswerBody chat_body(const SimulatedAnswer& answer,
                                   ProviderFault fault,
                                   Dice& dice);

}  // namespace pintle::testing

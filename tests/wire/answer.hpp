// SPDX-License-Identifier: MIT
// Answer: what a decoder made of the bytes of one body, put together as the loop would.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/error.hpp"
#include "pintle/message.hpp"
#include "pintle/usage.hpp"

#include "wire/codec.hpp"

namespace pintle::testing {

struct AnswerCall {
  std::string id;
  std::string name;
  std::string arguments;
  friend bool operator==(const AnswerCall&, const AnswerCall&) = default;
};

struct Answer {
  std::string text;
  std::string thinking;
  std::vector<std::string> blocks;  // "text", "reasoning", as they follow each other
  std::vector<AnswerCall> calls;
  std::vector<std::string> signatures;
  std::vector<std::string> redacted;
  std::vector<std::string> provider_blocks;
  std::optional<StopReason> stop;
  std::optional<GenerationError> error;
  std::optional<Usage> usage;
  wire::RawUsage raw_usage;
  int endings = 0;
  std::size_t empty_deltas = 0;
  friend bool operator==(const Answer&, const Answer&) = default;

  // The calls that may run: none when the answer was cut, refused, or failed.
  [[nodiscard]] std::vector<AnswerCall> executable_calls() const;
};

// Takes all events that are there.
void drain(wire::StreamDecoder& decoder, Answer& answer);

// Feeds `bytes` in reads that end at `cuts` (ascending), each in a heap copy of its exact
// size, and finishes.
Answer decode(wire::StreamDecoder& decoder,
              std::string_view bytes,
              const std::vector<std::size_t>& cuts);

// The cuts of reads of `size` bytes; 0: one read.
std::vector<std::size_t> cuts_each(std::size_t bytes, std::size_t size);

// All that matters of an answer, for comparing and for messages of failures.
std::string describe(const Answer& answer);

}  // namespace pintle::testing

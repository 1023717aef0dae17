// SPDX-License-Identifier: MIT
// Usage as a provider wrote it, and the one place where it is normalised. Values; pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "pintle/usage.hpp"

namespace pintle::wire {

/// The fields of the usage objects of one answer, the last non-null value of each.
/// `prompt` is OpenAI's prompt_tokens (caches included) or Anthropic's input_tokens
/// (caches not included).
struct RawUsage {
  std::optional<std::int64_t> prompt{};
  std::optional<std::int64_t> completion{};
  std::optional<std::int64_t> cache_read{};
  std::optional<std::int64_t> cache_write{};
  std::optional<std::int64_t> reasoning{};
  std::optional<std::int64_t> cost_micro{};
  friend bool operator==(const RawUsage&, const RawUsage&) = default;
};

/// A number's name in a provider's usage object, and where it is kept.
struct UsageField {
  std::string_view key;
  std::optional<std::int64_t> RawUsage::*field;
};

/// Does the provider's prompt number contain what its caches read and wrote?
enum class PromptCount : std::uint8_t { with_caches, without_caches };

/// Our four buckets. Nothing known: empty. A provider that counted the prompt and named
/// no cache used none: 0. A negative number, or parts greater than their whole, leaves
/// the field unknown. `saw_reasoning`: an answer that reasoned, and whose provider did
/// not count that, has an unknown number of reasoning tokens, not 0.
[[nodiscard]] std::optional<Usage> normalise(const RawUsage& raw,
                                             PromptCount prompt,
                                             bool saw_reasoning);

}  // namespace pintle::wire

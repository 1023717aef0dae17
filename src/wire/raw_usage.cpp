// SPDX-License-Identifier: MIT
#include "wire/raw_usage.hpp"

namespace pintle::wire {

namespace {

using Count = std::optional<std::int64_t>;

Count not_negative(Count count) {
  return count && *count >= 0 ? count : Count();
}

// The part of a total that was counted apart: 0 when it was not named.
Count part_of(Count total, Count part) {
  if (part) return not_negative(part);
  return total ? Count(0) : Count();
}

}  // namespace

std::optional<Usage> normalise(const RawUsage& raw,
                               PromptCount prompt,
                               bool saw_reasoning) {
  if (!raw.prompt && !raw.completion) return std::nullopt;
  Usage usage;
  usage.input = not_negative(raw.prompt);
  usage.output = not_negative(raw.completion);
  usage.cache_read = part_of(raw.prompt, raw.cache_read);
  usage.cache_write = part_of(raw.prompt, raw.cache_write);
  usage.cost_micro = not_negative(raw.cost_micro);
  if (raw.reasoning || !saw_reasoning) {
    usage.reasoning = part_of(raw.completion, raw.reasoning);
  }
  if (prompt == PromptCount::with_caches && usage.input) {
    usage.input = not_negative(*usage.input - usage.cache_read.value_or(0) -
                               usage.cache_write.value_or(0));
  }
  if (usage.reasoning > usage.output) usage.reasoning.reset();
  return usage;
}

}  // namespace pintle::wire

// SPDX-License-Identifier: MIT
// A provider's words for why it stopped, as a table.
#pragma once

#include <span>
#include <string_view>

#include "pintle/message.hpp"

namespace pintle::wire {

struct StopWord {
  std::string_view word;
  StopKind kind;
};

/// What `word` means; `other` when the table does not have it.
[[nodiscard]] constexpr StopKind stop_kind(std::span<const StopWord> table,
                                           std::string_view word) noexcept {
  for (const StopWord& entry : table) {
    if (entry.word == word) return entry.kind;
  }
  return StopKind::other;
}

}  // namespace pintle::wire

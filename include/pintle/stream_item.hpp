// SPDX-License-Identifier: MIT
// What the raw stream of a turn shows, item by item.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "pintle/error.hpp"
#include "pintle/ids.hpp"
#include "pintle/record.hpp"

namespace pintle {

enum class DeltaKind : std::uint8_t { text, thinking, call_arguments };

/// A piece of a generation that may still be retracted. `bytes` is valid until the next
/// step.
struct Delta {
  GenerationId generation;
  DeltaKind kind = DeltaKind::text;
  std::optional<CallId> call;  ///< Of call_arguments.
  std::string_view bytes;
};

/// Why the turn fails; shown before its end, never stored.
struct FailedAction {
  AgenticError error;
  std::string trace;  ///< Where it happened, for logs.
};

using StreamItem = std::variant<SessionRecord, Delta, FailedAction>;

}  // namespace pintle

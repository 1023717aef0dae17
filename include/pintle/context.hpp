// SPDX-License-Identifier: MIT
// ContextProvider: what of the session a request carries. It plans; the driver sends.
// Threads: its executor's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/config.hpp"
#include "pintle/export.hpp"
#include "pintle/history.hpp"
#include "pintle/memory.hpp"
#include "pintle/model.hpp"
#include "pintle/result.hpp"
#include "pintle/task.hpp"

namespace pintle {

struct ContextConfig {
  std::size_t recent_message_count = 20;  ///< The least that is kept at a cut.
  friend bool operator==(const ContextConfig&, const ContextConfig&) = default;
};

/// What the plan is made from. Views are valid during the call. Requires: `history` and
/// `config` are set.
struct ContextRequest {
  const History* history = nullptr;
  const MemoryHierarchy* memory = nullptr;
  const AgentConfig* config = nullptr;
  std::string_view system;
  std::int64_t tool_tokens = 0;                  ///< Estimate of the declared tools.
  std::optional<std::int64_t> window;            ///< Of the model.
  std::optional<std::int64_t> budget_remaining;  ///< Of the session.
  int reduction = 0;  ///< Overflows so far for this answer; each plan must be smaller.
  std::int64_t last_tokens = 0;  ///< Size of the last plan of this answer.
  std::uint64_t epoch = 0;       ///< The current epoch and where it begins; 0: none yet.
  std::size_t epoch_from = 0;
  std::string_view epoch_model;  ///< The model that the epoch was made for.
  std::string_view model;        ///< The model of this request.
  /// Differs what this request declares from what the epoch began with? True while there
  /// is no epoch. Discovery changes the tools; a resume may change both.
  bool tools_changed = false;
  bool system_changed = false;
};

struct ContextPlan {
  std::vector<Message> memory;     ///< System-role messages before the history.
  std::size_t from = 0;            ///< First message of the history that is sent.
  std::vector<std::string> notes;  ///< At the tail: newer memory, the pressure note.
  std::int64_t tokens = 0;         ///< Estimate of all that is sent.
  std::string new_epoch_cause;     ///< Not empty: a new epoch begins here.
  friend bool operator==(const ContextPlan&, const ContextPlan&) = default;
};

class PINTLE_API ContextProvider {
 public:
  ContextProvider() = default;
  ContextProvider(const ContextProvider&) = delete;
  ContextProvider& operator=(const ContextProvider&) = delete;
  virtual ~ContextProvider() = default;
  /// Errors: Generation{context_overflow} when nothing smaller is left to send.
  virtual Task<Result<ContextPlan>> assemble(const ContextRequest& request) = 0;
};

/// The seeds' provider: memory as at the epoch's start, then the history from there on,
/// whole exchanges only; a tail note at `context_pressure_threshold`. Past
/// `preflight_compression_threshold` of the room it cuts to what fits half of that, but
/// keeps `recent_message_count` messages where they fit, and the last exchange always.
/// Each reduction drops a quarter where it can, and is strictly smaller at least.
/// Room = min(window - reserved output, remaining budget); the reserved output is
/// `max_tokens`, at most half of the window. Without a room only reductions cut.
/// Causes of an epoch: first_request, model_changed, tools_changed, system_changed,
/// preflight, context_overflow.
[[nodiscard]] PINTLE_API std::shared_ptr<ContextProvider> context_provider(
    ContextConfig config = {});

}  // namespace pintle

// SPDX-License-Identifier: MIT
// MemoryHierarchy: working, observation and reflection memory of a session, and when the
// next tier is due. Threads: its executor's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/record.hpp"
#include "pintle/result.hpp"
#include "pintle/task.hpp"

namespace pintle {

enum class MemoryTrigger : std::uint8_t { none, observation, reflection };
[[nodiscard]] PINTLE_API std::string_view to_string(MemoryTrigger trigger) noexcept;

struct MemoryConfig {
  std::int64_t observation_trigger_tokens = 30'000;  ///< Rolling tokens; 0: never.
  std::int64_t reflection_trigger_tokens = 40'000;   ///< Observation tokens; 0: never.
  /// Show observations that are newer than the reflection; false: only while there is
  /// none.
  bool inject_newer_observations = true;
  friend bool operator==(const MemoryConfig&, const MemoryConfig&) = default;
};

class PINTLE_API MemoryHierarchy {
 public:
  MemoryHierarchy() = default;
  MemoryHierarchy(const MemoryHierarchy&) = delete;
  MemoryHierarchy& operator=(const MemoryHierarchy&) = delete;
  virtual ~MemoryHierarchy() = default;
  /// Every record of the session in log order; tiers and counters follow from them alone.
  virtual void on_record(const SessionRecord& record) = 0;
  /// The tiers now, as system-role messages, in order: working, reflection, observation
  /// (only when newer than the reflection). Empty tiers are left out.
  [[nodiscard]] virtual std::vector<Message> render() const = 0;
  /// The tiers as they were at the last EpochStarted record, or now when there was none:
  /// what the requests of that epoch begin with, before and after a resume alike.
  [[nodiscard]] virtual std::vector<Message> render_epoch() const { return render(); }
  /// What is due, now that a turn's output is processed. Observation before reflection.
  virtual Task<Result<MemoryTrigger>> check_triggers() = 0;
};

[[nodiscard]] PINTLE_API std::shared_ptr<MemoryHierarchy> memory_hierarchy(
    MemoryConfig config = {});

}  // namespace pintle

// SPDX-License-Identifier: MIT
// What one seed switches on: a random subset of the faults, each with a random rate.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "pintle/testing/simulated_provider.hpp"

#include "testing/sim/dice.hpp"

namespace pintle::sim {

using testing::Dice;

enum class ToolFault : std::uint8_t {
  none,
  error,
  throws,
  hangs,       ///< Until it is asked to stop.
  hangs_hard,  ///< For ever.
  late,        ///< Its result comes behind its deadline, stop or not.
  big,         ///< A few MB.
  invalid_utf8
};
inline constexpr std::size_t tool_fault_count = 8;

enum class UserDeed : std::uint8_t {
  steer,
  follow_up,
  abort,
  send_twice,  ///< With one key.
  two_at_once,
  answer_late,  ///< A call that waits for no answer.
  leave,        ///< Breaks out of the range.
  crash         ///< Not a user's: the process ends.
};
inline constexpr std::size_t user_deed_count = 8;

struct StoreFaults {
  std::int64_t latency_ms = 0;  ///< Most per append.
  int fail = 0;                 ///< Of 1,000 appends: nothing is stored.
  int unknown = 0;  ///< Of 1,000 appends: it is stored, and an error says not.
  int open = 0;     ///< Of 1,000 openings.
};

struct Swarm {
  std::uint64_t seed = 0;
  int sessions = 1;
  int turns = 1;  ///< Of each session, in the fault phase.
  testing::SimulatedProviderConfig provider;
  std::array<int, tool_fault_count> tools{};  ///< Of 1,000 runs.
  std::array<int, user_deed_count> deeds{};   ///< Of 1,000 steps of a reader.
  StoreFaults store;
  int ask_percent = 0;  ///< Calls that need an approval.
  int deny_percent = 0;
  int jump_percent = 0;  ///< Per look of the clock's own fault.
  int stall_percent = 0;
};

[[nodiscard]] Swarm draw_swarm(std::uint64_t seed);
/// The same world without faults, for the liveness phase.
[[nodiscard]] Swarm calm(Swarm swarm);

}  // namespace pintle::sim

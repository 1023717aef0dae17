// SPDX-License-Identifier: MIT
// What of a world matters for what can still happen in it, as 128 bits, and a few looks
// inside the machine. fingerprint.cpp argues for all that is left out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pintle/machine.hpp"

namespace pintle::testing {

struct CheckedWorld;

/// 128 bits; collisions are not expected in any walk that ends.
struct Mark {
  std::uint64_t low = 0x243f6a8885a308d3ULL;
  std::uint64_t high = 0x13198a2e03707344ULL;
  void add(std::uint64_t value) noexcept {
    low = (low ^ value) * 0x9fb21c651e98df25ULL;
    low ^= low >> 32U;
    high = (high + value) * 0xd6e8feb86659fd93ULL;
    high ^= high >> 29U;
  }
  friend bool operator==(const Mark&, const Mark&) = default;
};

[[nodiscard]] Mark fingerprint(const CheckedWorld& world);
/// Of what follows from the records alone.
[[nodiscard]] Mark durable_mark(const LoopMachine& machine, Now now);

// What a timer is for, so that timers have names that do not depend on their ids: 0 the
// turn's time, 1 a retry, from 2 on the calls of the batch in their order.
inline constexpr std::uint8_t turn_timer_role = 0;
inline constexpr std::uint8_t retry_timer_role = 1;
inline constexpr std::uint8_t last_timer_role = 9;
inline constexpr std::uint8_t no_timer_role = 10;  // nobody waits for it
[[nodiscard]] std::uint8_t timer_role(const LoopMachine& machine, TimerId timer);
[[nodiscard]] std::string name_of_timer(std::uint8_t role);

/// Calls that wait for a person, in the order of the calls.
[[nodiscard]] std::vector<CallId> open_approvals(const LoopMachine& machine);
/// Calls of the newest answer that have their result.
[[nodiscard]] std::vector<CallId> closed_calls(const LoopMachine& machine);
/// Did no person deny the call, and is nobody asked about it?
[[nodiscard]] bool may_run(const LoopMachine& machine, CallId call);
[[nodiscard]] bool start_is_recorded(const LoopMachine& machine,
                                     CallId call,
                                     std::uint32_t run);
[[nodiscard]] GenerationId open_generation(const LoopMachine& machine);
[[nodiscard]] bool any_model_open(const LoopMachine& machine, Now now);

}  // namespace pintle::testing

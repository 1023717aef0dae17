// SPDX-License-Identifier: MIT
#include "sim/swarm.hpp"

namespace pintle::sim {

namespace {

// Half of the faults are off; the others have any rate up to `most`.
template <std::size_t N>
void draw(Dice& dice, std::array<int, N>& rates, std::size_t first, std::uint64_t most) {
  for (std::size_t i = first; i < N; ++i) {
    rates[i] = dice.chance(50) ? 0 : static_cast<int>(1 + dice.below(most));
  }
}

int maybe(Dice& dice, std::uint64_t percent, std::uint64_t most) {
  return dice.chance(percent) ? static_cast<int>(1 + dice.below(most)) : 0;
}

}  // namespace

Swarm draw_swarm(std::uint64_t seed) {
  Dice dice(seed * 0x9e3779b97f4a7c15ULL + 1);
  Swarm swarm;
  swarm.seed = seed;
  swarm.sessions = 1 + static_cast<int>(dice.below(20));
  swarm.turns = 2 + static_cast<int>(dice.below(8));
  if (dice.chance(85)) draw(dice, swarm.provider.per_mille, 1, 40);
  swarm.provider.latency_ms = 1 + static_cast<std::int64_t>(dice.below(4'000));
  if (dice.chance(15)) {
    swarm.provider.context_window = 3'000 + static_cast<std::int64_t>(dice.below(4'000));
  }
  if (dice.chance(70)) draw(dice, swarm.tools, 1, 80);
  if (swarm.tools[static_cast<std::size_t>(ToolFault::big)] > 5) {
    swarm.tools[static_cast<std::size_t>(ToolFault::big)] = 5;
  }
  if (dice.chance(80)) draw(dice, swarm.deeds, 0, 12);
  auto& crash = swarm.deeds[static_cast<std::size_t>(UserDeed::crash)];
  crash = (crash + 3) / 4;
  swarm.store.latency_ms = maybe(dice, 60, 2'000);
  if (dice.chance(5)) swarm.store.latency_ms = 30'000;
  swarm.store.fail = maybe(dice, 25, 12);
  swarm.store.unknown = maybe(dice, 25, 12);
  swarm.store.open = maybe(dice, 20, 300);
  swarm.ask_percent = maybe(dice, 40, 40);
  swarm.deny_percent = maybe(dice, 30, 20);
  swarm.jump_percent = maybe(dice, 30, 50);
  swarm.stall_percent = maybe(dice, 20, 20);
  return swarm;
}

Swarm calm(Swarm swarm) {
  swarm.provider.per_mille = {};
  swarm.tools = {};
  swarm.deeds = {};
  swarm.store = StoreFaults{20, 0, 0, 0};
  swarm.ask_percent = swarm.deny_percent = 0;
  swarm.jump_percent = swarm.stall_percent = 0;
  return swarm;
}

}  // namespace pintle::sim

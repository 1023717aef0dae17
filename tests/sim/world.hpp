// SPDX-License-Identifier: MIT
// World: many sessions on one executor in virtual time, with the faults of one seed; then
// without faults, until every session is at rest. One seed, one run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/report.hpp"
#include "sim/swarm.hpp"

namespace pintle::sim {

/// Runs the world of a seed. `lines`: where its trace is written, line by line.
[[nodiscard]] Report run_world(std::uint64_t seed,
                               std::vector<std::string>* lines = nullptr);

}  // namespace pintle::sim

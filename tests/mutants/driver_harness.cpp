// SPDX-License-Identifier: MIT
// The mutants of the driver and the wire, found by simulated sessions.
#include "mutants/harness.hpp"
#include "sim/world.hpp"

namespace pintle::mutants {

const char* const suite = " (driver)";
const std::uint64_t seeds = 150;

std::string run_seed(std::uint64_t seed) {
  const sim::Report report = sim::run_world(seed);
  return report.violations.empty() ? std::string() : report.violations.front();
}

}  // namespace pintle::mutants

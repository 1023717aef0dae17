// SPDX-License-Identifier: MIT
// The mutants of the loop, found by random inputs to the machine.
#include "loop/chance_world.hpp"
#include "mutants/harness.hpp"

namespace pintle::mutants {

const char* const suite = "";
const std::uint64_t seeds = 5'000;

std::string run_seed(std::uint64_t seed) {
  Coverage coverage;
  return ChanceWorld(seed, coverage).run();
}

}  // namespace pintle::mutants

// SPDX-License-Identifier: MIT
// What finds the mutants: each suite of them has its own.
#pragma once

#include <cstdint>
#include <string>

namespace pintle::mutants {

/// Follows "mutants" in what the suite prints.
extern const char* const suite;
/// Each mutant must be found by one of the seeds from 1 to this one.
extern const std::uint64_t seeds;
/// Runs the world of a seed: empty, or what was broken in it.
std::string run_seed(std::uint64_t seed);

}  // namespace pintle::mutants

// SPDX-License-Identifier: MIT
// Random input sequences, invariants after each step. A failure prints its seed.
#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include "loop/chance_world.hpp"

namespace pintle {

namespace {

// What chance reaches too rarely to be asked of it.
bool rare(StateKind state, InputKind input) {
  return input == InputKind::store_failed || state == StateKind::initializing;
}

std::string unvisited(const Coverage& coverage) {
  std::string missing;
  for (std::size_t s = 0; s < state_count; ++s) {
    for (std::size_t i = 0; i < input_count; ++i) {
      const auto state = static_cast<StateKind>(s);
      const auto input = static_cast<InputKind>(i);
      const ContractRow& row = contract(state, input);
      if (row.ignored() || rare(state, input)) continue;
      for (std::size_t next = 0; next < state_count; ++next) {
        const bool allowed = (row.next >> next & 1U) != 0;
        const bool seen = (coverage.next[s][i] >> next & 1U) != 0;
        if (allowed && !seen) {
          missing += std::string(to_string(state)) + " + " +
                     std::string(to_string(input)) + " -> " +
                     std::string(to_string(static_cast<StateKind>(next))) + "\n";
        }
      }
    }
  }
  return missing;
}

// How the sequence of a seed went.
std::string steps_of(std::uint64_t seed) {
  Coverage coverage;
  std::vector<std::string> trace;
  const std::string fault = ChanceWorld(seed, coverage, &trace).run();
  std::string steps;
  for (const std::string& line : trace) steps += line + "\n";
  return steps + fault;
}

}  // namespace

TEST(LoopProperty, RandomInputSequencesKeepTheInvariantsAndVisitTheWholeTable) {
  Coverage coverage;
  constexpr std::uint64_t sequences = 100'000;
  for (std::uint64_t seed = 1; seed <= sequences; ++seed) {
    ChanceWorld world(seed, coverage);
    const std::string fault = world.run();
    ASSERT_EQ(fault, "") << steps_of(seed);
  }
  std::printf("property: %llu sequences, 0 violations\n",
              static_cast<unsigned long long>(sequences));
  EXPECT_EQ(unvisited(coverage), "") << "allowed next states that were never visited";
}

}  // namespace pintle

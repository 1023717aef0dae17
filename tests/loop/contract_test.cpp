// SPDX-License-Identifier: MIT
// The contract table is complete, and docs/state_machine.md is what it says.
#include <cstdio>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "loop/contract_document.hpp"

namespace pintle {

TEST(ContractTable, CoversEveryStateAndInputWithAReasonWhereNothingHappens) {
  int pairs = 0;
  for (std::size_t s = 0; s < state_count; ++s) {
    for (std::size_t i = 0; i < input_count; ++i) {
      const auto state = static_cast<StateKind>(s);
      const auto input = static_cast<InputKind>(i);
      const ContractRow& row = contract(state, input);
      const std::string where =
          std::string(to_string(state)) + " + " + std::string(to_string(input));
      ++pairs;
      EXPECT_NE(row.next, 0U) << where;
      EXPECT_LT(row.next, 1U << state_count) << where;
      EXPECT_LT(row.effects, 1U << effect_count) << where;
      if (row.handling != Handling::handled) {
        EXPECT_STRNE(row.reason, "") << where;
      }
      if (row.ignored()) {
        EXPECT_EQ(row.next, 1U << s) << where;
        EXPECT_EQ(row.effects, 0U) << where;
      }
    }
  }
  std::printf("contracts: %d state and input pairs\n", pairs);
  EXPECT_EQ(pairs, 264);
}

TEST(ContractTable, RefusesAStepThatItDoesNotAllow) {
  const LoopInput input = input::AbortRequested{};
  EXPECT_EQ(check_step(StateKind::inner_generate, input, StateKind::ending, {}), "");
  EXPECT_NE(check_step(StateKind::inner_generate, input, StateKind::done, {}), "");
  const std::vector<LoopEffect> effects{effect::StartTool{}};
  EXPECT_NE(check_step(StateKind::inner_generate, input, StateKind::ending, effects), "");
}

TEST(ContractTable, IsWhatTheDocumentSays) {
  std::ifstream file(std::string(PINTLE_TESTS_DIR) + "/../docs/state_machine.md");
  std::stringstream text;
  text << file.rdbuf();
  const std::string expected = contract_document();
  if (text.str() != expected) std::ofstream("state_machine.md") << expected;
  EXPECT_TRUE(text.str() == expected)
      << "docs/state_machine.md differs from the table; what it should say was written "
         "to "
         "state_machine.md in the folder where this test ran";
}

}  // namespace pintle

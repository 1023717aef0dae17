// SPDX-License-Identifier: MIT
#include "loop/contract_document.hpp"

namespace pintle {

namespace {

std::string states(std::uint32_t mask, const char* between) {
  std::string text;
  for (std::size_t s = 0; s < state_count; ++s) {
    if ((mask >> s & 1U) == 0) continue;
    text +=
        (text.empty() ? "" : between) + std::string(to_string(static_cast<StateKind>(s)));
  }
  return text;
}

std::string effects(std::uint32_t mask) {
  std::string text;
  for (std::size_t e = 0; e < effect_count; ++e) {
    if ((mask >> e & 1U) == 0) continue;
    text += (text.empty() ? "" : ", ") + std::string(effect_name(e));
  }
  return text;
}

std::string diagram() {
  std::string text = "```mermaid\nstateDiagram-v2\n  [*] --> Initializing\n";
  for (std::size_t s = 0; s < state_count; ++s) {
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < input_count; ++i) {
      next |= contract(static_cast<StateKind>(s), static_cast<InputKind>(i)).next;
    }
    for (std::size_t n = 0; n < state_count; ++n) {
      if (n == s || (next >> n & 1U) == 0) continue;
      text += "  " + std::string(to_string(static_cast<StateKind>(s))) + " --> " +
              std::string(to_string(static_cast<StateKind>(n))) + "\n";
    }
  }
  return text + "```\n";
}

std::string table_of(StateKind state) {
  std::string text = "\n## " + std::string(to_string(state)) +
                     "\n\n| input | | next | effects | why |\n|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < input_count; ++i) {
    const auto input = static_cast<InputKind>(i);
    const ContractRow& row = contract(state, input);
    const bool late = row.handling == Handling::ignored;
    if (late && std::string_view(row.reason).substr(0, 5) == "late:") continue;
    text += "| " + std::string(to_string(input)) + " | " +
            std::string(to_string(row.handling)) + " | " + states(row.next, ", ") +
            " | " + effects(row.effects) + " | " + row.reason + " |\n";
  }
  return text;
}

}  // namespace

std::string contract_document() {
  std::string text =
      "# The state machine\n\n"
      "Printed from the contract table in `src/loop/contract.cpp`; a test keeps both "
      "equal. `apply` reads from the table what a state ignores, and every step of every "
      "test is checked against it. Inputs that are not listed for a state are late "
      "answers "
      "there: they are dropped and nothing changes.\n\n";
  text += diagram();
  for (std::size_t s = 0; s < state_count; ++s)
    text += table_of(static_cast<StateKind>(s));
  return text;
}

}  // namespace pintle

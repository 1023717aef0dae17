// SPDX-License-Identifier: MIT
// docs/state_machine.md, printed from the contract table.
#pragma once

#include <string>

#include "loop/contract.hpp"

namespace pintle {

[[nodiscard]] std::string contract_document();

}  // namespace pintle

// SPDX-License-Identifier: MIT
// What the contract suites give back: one line for each rule that an implementation
// breaks; empty means that it keeps the contract. They need no test framework.
#pragma once

#include <string>
#include <vector>

namespace pintle::testing {

using Faults = std::vector<std::string>;

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// Lets explorers read a machine's inside. Data only: the functions of the inside are not
// exported from a shared library.
#pragma once

#include "pintle/machine.hpp"

#include "loop/state.hpp"

namespace pintle {

struct MachineInside {
  using State = LoopMachine::State;
  [[nodiscard]] static const State& of(const LoopMachine& machine) noexcept {
    return *machine.state_;
  }
};

}  // namespace pintle

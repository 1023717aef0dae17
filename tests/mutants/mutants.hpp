// SPDX-License-Identifier: MIT
// The switch of the deliberate faults. Included into the sources that hold them.
#pragma once

#ifndef PINTLE_MUTANTS
#error "only the test of the mutants is built with mutants"
#endif

namespace pintle::mutants {

/// The fault that is on; 0: none. Numbers count the entries of mutants.txt from 1.
extern int active;
[[nodiscard]] inline bool is_on(int number) noexcept {
  return active == number;
}

}  // namespace pintle::mutants

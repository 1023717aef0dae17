// SPDX-License-Identifier: MIT
// Does a fingerprint merge only what goes on alike?
#pragma once

#include <cstdint>
#include <string>

#include "testing/explore/world.hpp"

namespace pintle::testing {

/// Two worlds of one fingerprint: what do they not do alike? Empty: nothing was found.
/// Tries every next input, and some longer ways that `seed` picks, for a difference that
/// shows only later.
[[nodiscard]] std::string difference(const CheckedWorld& known,
                                     const CheckedWorld& met,
                                     std::uint64_t seed);

}  // namespace pintle::testing

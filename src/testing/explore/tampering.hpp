// SPDX-License-Identifier: MIT
// How the explorer's own tests break what it explores, to see it notice.
#pragma once

#include <cstdint>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/machine.hpp"
#include "pintle/testing/explore.hpp"

namespace pintle::testing {

/// What a fingerprint leaves out although it must not.
enum class Blind : std::uint8_t { nothing, call_status, queue_mode, failures, excluded };

struct Tampering {
  /// Changes what the machine asked for; may be null.
  void (*effects)(std::vector<LoopEffect>&) = nullptr;
  Blind blind = Blind::nothing;
};

/// `explore`, with something broken on purpose.
[[nodiscard]] PINTLE_API ExploreReport explore(const ExploreOptions& options,
                                               const Tampering& tampering);

}  // namespace pintle::testing

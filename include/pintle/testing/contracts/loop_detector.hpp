// SPDX-License-Identifier: MIT
// The contract of loop detectors: verdicts follow from the records alone, and no
// conversation is retried for ever.
#pragma once

#include <memory>

#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/loop_detector.hpp"
#include "pintle/testing/faults.hpp"

namespace pintle::testing {

/// Plays conversations that go round in each way. At every verdict, a detector that has
/// judged all along is compared with one that was given the records only, as at resume.
[[nodiscard]] PINTLE_API Faults
check_loop_detector(UniqueFunction<std::shared_ptr<LoopDetector>()> factory);

}  // namespace pintle::testing

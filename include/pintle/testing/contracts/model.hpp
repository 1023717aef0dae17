// SPDX-License-Identifier: MIT
// The contract of Model and ModelStream, for any implementation: scripted, over HTTP, or
// wrapped by another.
#pragma once

#include <memory>

#include "pintle/executor.hpp"
#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/model.hpp"
#include "pintle/testing/faults.hpp"

namespace pintle::testing {

/// Asks models that `make` gives for many answers: one after the other, two at once, with
/// odd requests, and dropped after each of their events. Failing is an answer too.
///
/// `make` gives a model that answers any number of requests, each to its end without
/// anything from outside but what `executor` does (`ScriptedModel::for_ever`, a server
/// that answers by the request). Where two models of `make` answer alike, answers that
/// come at once are compared with those that come one by one.
///
/// Where a stream says that nothing is there, `executor` runs until the waker fires, for
/// at most 30 s of its time: give it virtual time for models that need no sockets, so
/// that a model that never goes on costs no real time.
///
/// Not checked: that nothing follows the last event, since nobody may ask for it.
/// Lifetime: `executor` outlives the call. Threads: its own.
[[nodiscard]] PINTLE_API Faults check_model(UniqueFunction<std::shared_ptr<Model>()> make,
                                            Executor& executor);

}  // namespace pintle::testing

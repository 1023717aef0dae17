// SPDX-License-Identifier: MIT
// The contract of ModelRouter, for any implementation. Threads: the caller's.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/model.hpp"
#include "pintle/testing/faults.hpp"

namespace pintle::testing {

/// `make` gives a router that has models of all names in `known`, and a default one
/// unless `known` is empty. `unknown` is a name that it must refuse; without it, any name
/// may have a model. No model is asked for an answer.
[[nodiscard]] PINTLE_API Faults
check_model_router(UniqueFunction<std::shared_ptr<ModelRouter>()> make,
                   std::vector<std::string> known,
                   std::optional<std::string> unknown = std::nullopt);

}  // namespace pintle::testing

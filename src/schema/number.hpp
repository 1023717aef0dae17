// SPDX-License-Identifier: MIT
// JSON values compared as JSON Schema compares them: by value, so 1 equals 1.0, exactly
// also where integers and floating point meet. Pure functions.
#pragma once

#include <compare>

#include <nlohmann/json.hpp>

namespace pintle::schema {

/// A total order whose equality is JSON Schema's (core, section 4.2.2).
[[nodiscard]] std::weak_ordering compare(const nlohmann::json& a,
                                         const nlohmann::json& b);

/// Is `value` a whole multiple of `divisor`? Both are taken as the shortest decimals that
/// stand for them, so 0.0075 is a multiple of 0.0001. Requires: numbers, `divisor` > 0.
[[nodiscard]] bool is_multiple(const nlohmann::json& value,
                               const nlohmann::json& divisor);

}  // namespace pintle::schema

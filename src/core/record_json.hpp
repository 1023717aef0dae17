// SPDX-License-Identifier: MIT
// One record as one line of JSON, as {"is":"turn_started","turn":1}. Every byte survives,
// and what is written is the same on every compiler. Pure functions. Private; exported
// for the other components.
#pragma once

#include <string_view>

#include "pintle/export.hpp"
#include "pintle/json_text.hpp"
#include "pintle/record.hpp"
#include "pintle/result.hpp"

namespace pintle {

[[nodiscard]] PINTLE_API JsonText record_to_json(const SessionRecord& record);

/// Errors: Store{corrupt}: says where in the text what was expected. Fields that are not
/// known here are skipped; a kind that is not known is an error.
[[nodiscard]] PINTLE_API Result<SessionRecord> record_from_json(std::string_view text);

}  // namespace pintle

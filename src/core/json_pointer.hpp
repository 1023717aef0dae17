// SPDX-License-Identifier: MIT
// JSON Pointers (RFC 6901) that never throw. Pure functions.
#pragma once

#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace pintle {

/// Empty, or steps that each begin with a slash, with "~" only as "~0" and "~1".
[[nodiscard]] bool is_json_pointer(std::string_view text);

/// The member or element of `value` that one step, without its slash, names; or null.
[[nodiscard]] const nlohmann::json* json_child(const nlohmann::json& value,
                                               std::string_view step);

/// What stands at `pointer` below `value`; or null.
[[nodiscard]] const nlohmann::json* json_at(const nlohmann::json& value,
                                            std::string_view pointer);

}  // namespace pintle

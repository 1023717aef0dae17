// SPDX-License-Identifier: MIT
// How JSON values are named in messages, and what counts as an integer. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace pintle {

/// "object", "string", … as JSON Schema calls it; integers are "integer".
[[nodiscard]] std::string_view kind_of(const nlohmann::json& value);
/// A whole number, however it is written: 5 and 5.0 are, 5.5 is not.
[[nodiscard]] bool is_whole(const nlohmann::json& value);
/// For a message: the kind, and a short piece of a value that is no container.
[[nodiscard]] std::string shown(const nlohmann::json& value);
/// `segment` as one step of a JSON pointer (RFC 6901), with its slash.
[[nodiscard]] std::string pointer_step(std::string_view segment);
/// "at /items/2: " before what is wrong there; the empty pointer is the whole value.
[[nodiscard]] std::string at_pointer(std::string_view pointer);

}  // namespace pintle

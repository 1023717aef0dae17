// SPDX-License-Identifier: MIT
// Schemas whose forms are commands: an object with a `oneOf` of objects, told apart by
// the constant of their field `command`. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pintle/json_text.hpp"

namespace pintle {

inline constexpr const char* command_field = "command";

/// The commands that a schema has; empty: it is of another kind.
[[nodiscard]] std::vector<std::string> commands_of(std::string_view schema);

/// `schema`, which describes an object, as the form of one command.
[[nodiscard]] JsonText command_form(std::string_view schema,
                                    std::string_view command,
                                    std::string_view description);

/// The arguments, an object, with their `command` set. Requires: an object.
[[nodiscard]] JsonText with_command(std::string_view arguments, std::string_view command);

}  // namespace pintle

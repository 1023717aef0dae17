// SPDX-License-Identifier: MIT
// Names of Unicode's general categories. Pure functions.
#pragma once

#include <string_view>

namespace pintle::schema {

/// "Lu" for "Uppercase_Letter"; any other name as it is.
[[nodiscard]] std::string_view short_category(std::string_view name);

}  // namespace pintle::schema

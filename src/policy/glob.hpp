// SPDX-License-Identifier: MIT
// Patterns with `*` for any characters. Pure functions.
#pragma once

#include <string_view>

namespace pintle {

/// Is the whole of `text` as `pattern` says? In a pattern `*` is any run of bytes, `\`
/// makes the next byte stand for itself. Time: at most the product of both lengths.
[[nodiscard]] bool glob_matches(std::string_view pattern, std::string_view text);

}  // namespace pintle

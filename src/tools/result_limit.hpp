// SPDX-License-Identifier: MIT
// The size of a tool's result. Pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pintle {

/// `text` as valid UTF-8 of at most `bytes_max` bytes. Of a longer one the head and the
/// tail are kept, cut between characters, so that both the beginning and what it came to
/// are read; between them stands how much was left out. That note is all that is left
/// where `bytes_max` has no room for it.
[[nodiscard]] std::string limited_result(std::string_view text, std::size_t bytes_max);

}  // namespace pintle

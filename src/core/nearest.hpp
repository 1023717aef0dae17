// SPDX-License-Identifier: MIT
// "Did you mean …": which of the real names is closest to a name that does not exist.
// Pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pintle {

/// Longest name that is compared; a longer one is near to nothing.
inline constexpr std::size_t compared_name_bytes = 128;

/// Insertions, deletions and replacements of single bytes from `a` to `b`.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// `names`, the nearest to `wrong` first; equally near ones keep their order.
[[nodiscard]] std::vector<std::string_view> nearest_first(
    std::string_view wrong, std::vector<std::string_view> names);

/// Is `name` so close to `wrong` that it was probably meant?
[[nodiscard]] bool probably_meant(std::string_view wrong, std::string_view name);

/// `names` for a message: "a, b, c"; of many, the first and how many more there are.
[[nodiscard]] std::string listed(const std::vector<std::string_view>& names);

}  // namespace pintle

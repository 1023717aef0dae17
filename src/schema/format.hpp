// SPDX-License-Identifier: MIT
// The formats of draft 2020-12 (validation vocabulary, section 7.3). Immutable.
#pragma once

#include <string_view>

namespace pintle::schema {

/// One format: its name, and whether a string is of it.
struct Format {
  std::string_view name;
  bool (*fits)(std::string_view text);
};

/// Null: no format of this name is known, so nothing is checked.
[[nodiscard]] const Format* find_format(std::string_view name);

}  // namespace pintle::schema

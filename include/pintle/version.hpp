// SPDX-License-Identifier: MIT
// The version of the headers; `version()` is that of the library which is linked.
#pragma once

#include <string_view>

#include "pintle/export.hpp"

#define PINTLE_VERSION_MAJOR 0
#define PINTLE_VERSION_MINOR 1
#define PINTLE_VERSION_PATCH 0
#define PINTLE_VERSION "0.1.0"

namespace pintle {

/// The linked library's version, as "major.minor.patch".
PINTLE_API std::string_view version() noexcept;

}  // namespace pintle

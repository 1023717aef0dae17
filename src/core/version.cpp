// SPDX-License-Identifier: MIT
#include "pintle/version.hpp"

namespace pintle {

std::string_view version() noexcept {
  return PINTLE_VERSION;
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "pintle/json_text.hpp"

namespace pintle {}  // namespace pintle

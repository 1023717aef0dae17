// SPDX-License-Identifier: MIT
// The only file that reads the process's environment.
#include <cstdlib>

#include "pintle/http/providers.hpp"

namespace pintle {

Environment process_environment() {
  return [](std::string_view name) -> std::optional<std::string> {
    const char* value = std::getenv(std::string(name).c_str());
    if (value == nullptr) return std::nullopt;
    return std::string(value);
  };
}

}  // namespace pintle

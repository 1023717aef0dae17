// SPDX-License-Identifier: MIT
// What libcurl's result codes mean for a caller.
#pragma once

#include <string_view>

#include <curl/curl.h>

#include "pintle/error.hpp"

namespace pintle::http {

/// How far an exchange had come when it failed.
struct Failure {
  CURLcode code = CURLE_OK;
  std::string_view detail;  ///< libcurl's own words; may be empty.
  std::string_view host;
  std::int64_t connect_ms = 0;
  bool head_seen = false;
};

/// The error, with the host's name. What to check, `to_string(AgenticError)` says.
[[nodiscard]] GenerationError to_error(const Failure& failure);

}  // namespace pintle::http

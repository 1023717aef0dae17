// SPDX-License-Identifier: MIT
// The little that we need of URLs. Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pintle::http {

/// Where a base URL may carry its version ("/v1", "/v4", "/v1beta"), so that the version
/// of a codec's path is left out.
enum class VersionPlace : std::uint8_t {
  last_segment,  ///< https://host/v1
  any_segment    ///< also https://host/v1beta/openai
};

/// `base`, with or without a trailing slash or a version, and a codec's path, as
/// "/v1/messages", made one.
[[nodiscard]] std::string join_url(std::string_view base,
                                   std::string_view path,
                                   VersionPlace place);

/// "host" or "host:port" for messages: no user, no password, no path.
[[nodiscard]] std::string host_of(std::string_view url);

/// Why `url` cannot be a base URL; empty when it can.
[[nodiscard]] std::string_view url_fault(std::string_view url);

}  // namespace pintle::http

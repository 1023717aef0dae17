// SPDX-License-Identifier: MIT
// Dates of HTTP headers, as milliseconds since 1970 (UTC). Pure; no locale, no clock.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pintle::wire {

/// One of the three forms of RFC 9110: IMF-fixdate, RFC 850, asctime.
[[nodiscard]] std::optional<std::int64_t> parse_http_date(std::string_view text);
/// As "2026-01-05T10:00:10Z", with fractions and offsets.
[[nodiscard]] std::optional<std::int64_t> parse_rfc3339(std::string_view text);

}  // namespace pintle::wire

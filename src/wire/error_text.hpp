// SPDX-License-Identifier: MIT
// What of a provider's error text may be shown: no markup, no secret, no novel. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pintle::wire {

/// Longest message of a GenerationError, in bytes.
inline constexpr std::size_t error_message_bytes = 500;

/// `text` with markup removed where it is a page, blanks folded, whatever looks like a
/// key replaced by "[redacted]", invalid UTF-8 replaced, and cut to
/// `error_message_bytes`.
[[nodiscard]] std::string presentable(std::string_view text);

/// ASCII letters in lower case.
[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace pintle::wire

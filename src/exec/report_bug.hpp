// SPDX-License-Identifier: MIT
// The last resort for an exception that nobody can be given: one line on stderr.
#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace pintle {

/// What it says of itself; a fixed text when it is no std::exception.
[[nodiscard]] std::string text_of(const std::exception_ptr& failure);

/// Names the exception that is being handled. `where` as "a detached job".
/// Requires: called from a catch block.
void report_bug(std::string_view where) noexcept;

}  // namespace pintle

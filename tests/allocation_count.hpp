// SPDX-License-Identifier: MIT
// Counts the heap allocations of a program that links allocation_count.cpp, which
// replaces the global operator new. It stands in a file of its own: seen together with
// its callers, the replaced operators make g++ 12 warn of pairs that do not match.
#pragma once

#include <cstdint>

namespace pintle {

/// Allocations of the calling thread so far.
[[nodiscard]] std::int64_t allocation_count() noexcept;

}  // namespace pintle

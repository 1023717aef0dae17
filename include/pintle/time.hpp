// SPDX-License-Identifier: MIT
// Time as pintle sees it. The machine never reads a clock: `Now` comes with each input.
#pragma once

#include <chrono>
#include <cstdint>

#include "pintle/export.hpp"

namespace pintle {

/// Since an arbitrary fixed point; only differences mean something.
using MonoTime = std::chrono::nanoseconds;

/// One instant on both clocks.
struct Now {
  MonoTime mono{};           ///< For waiting.
  std::int64_t wall_ms = 0;  ///< Milliseconds since 1970 (UTC), for records.
  friend bool operator==(const Now&, const Now&) = default;
};

/// Where time comes from. Tests pass one that they move by hand.
/// Threads: `now` may be called from any thread.
class PINTLE_API Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;
  [[nodiscard]] virtual Now now() const noexcept = 0;
};

/// Where chance comes from: session ids, jitter. Seeded in tests.
/// Threads: belongs to its executor.
class PINTLE_API Random {
 public:
  Random() = default;
  Random(const Random&) = delete;
  Random& operator=(const Random&) = delete;
  virtual ~Random() = default;
  /// 64 uniformly distributed bits.
  [[nodiscard]] virtual std::uint64_t next() noexcept = 0;
};

}  // namespace pintle

// SPDX-License-Identifier: MIT
// StallTimer: has a stream stopped giving content? Keep-alives do not count, whatever
// their bytes. It is told the time and asks nobody. A value.
#pragma once

#include <cstdint>
#include <string>

#include "pintle/error.hpp"
#include "pintle/limits.hpp"
#include "pintle/time.hpp"

namespace pintle::wire {

class StallTimer {
 public:
  static constexpr std::int64_t after_end_ms = 5'000;

  /// The request was sent at `now`.
  StallTimer(const Limits& limits, MonoTime now);
  /// Tells the decoder's `content_count` and `complete` at `now`; call it after each
  /// feed. What may follow a complete answer (usage, an end mark) is waited for
  /// `after_end_ms` at most, for some servers leave the connection open.
  void observe(std::uint64_t content_count, MonoTime now, bool complete = false);
  /// Until `now`, nobody read what may have come: the time starts anew.
  void restart(MonoTime now) { since_ = now; }
  /// When the stream counts as stalled, if nothing comes until then.
  [[nodiscard]] MonoTime deadline() const;
  [[nodiscard]] bool expired(MonoTime now) const { return now >= deadline(); }
  /// What to fail with then.
  [[nodiscard]] GenerationError error() const;

 private:
  [[nodiscard]] std::int64_t limit_ms() const;

  std::int64_t first_ms_;
  std::int64_t between_ms_;
  MonoTime since_;
  std::uint64_t content_count_ = 0;
  bool complete_ = false;
};

}  // namespace pintle::wire

// SPDX-License-Identifier: MIT
#include "wire/stall.hpp"

#include <algorithm>

namespace pintle::wire {

StallTimer::StallTimer(const Limits& limits, MonoTime now)
    : first_ms_(limits.first_content_ms),
      between_ms_(limits.between_content_ms),
      since_(now) {}

void StallTimer::observe(std::uint64_t content_count, MonoTime now, bool complete) {
  complete_ = complete;
  if (content_count == content_count_) return;
  content_count_ = content_count;
  since_ = now;
}

std::int64_t StallTimer::limit_ms() const {
  if (complete_) return std::min(after_end_ms, between_ms_);
  return content_count_ == 0 ? first_ms_ : between_ms_;
}

MonoTime StallTimer::deadline() const {
  return since_ + std::chrono::milliseconds(limit_ms());
}

GenerationError StallTimer::error() const {
  GenerationError error;
  error.kind = GenerationKind::timeout;
  error.message =
      content_count_ == 0 ? "no content came within " : "content stopped for ";
  error.message += std::to_string(limit_ms()) + " ms";
  return error;
}

}  // namespace pintle::wire

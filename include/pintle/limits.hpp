// SPDX-License-Identifier: MIT
// Every bound of pintle, with what happens when it is reached. Durations in milliseconds,
// sizes in bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pintle {

struct Limits {
  // Waiting
  std::int64_t connect_ms = 10'000;          ///< Then GenerationKind::network.
  std::int64_t first_content_ms = 60'000;    ///< Then GenerationKind::timeout.
  std::int64_t between_content_ms = 60'000;  ///< Likewise; keep-alives do not count.
  std::int64_t tool_deadline_ms = 120'000;   ///< Then the tool is stopped: error result.
  std::int64_t tool_grace_ms = 5'000;        ///< Time to stop; then it is left behind.

  // Retrying
  int retry_attempts = 3;                 ///< Per answer and model; then the policy ends.
  std::int64_t retry_initial_ms = 1'000;  ///< Doubles, with full jitter.
  std::int64_t retry_max_ms = 30'000;     ///< Longest back-off of ours.
  std::int64_t retry_after_max_ms = 120'000;  ///< A longer Retry-After is cut to this.
  int overflow_attempts = 3;                  ///< Reductions; then context_limit.
  int pause_continuations = 8;  ///< Then the paused answer is taken as it is.
  std::int64_t breaker_cooldown_ms = 30'000;  ///< Doubles at each new opening.
  std::int64_t breaker_cooldown_max_ms = 300'000;

  // Tokens
  std::int64_t max_tokens_floor =
      256;  ///< Less is no answer: the turn ends before the call.

  // Tools
  int denials_in_a_row = 3;                 ///< Then the turn ends as permission_denied.
  int denials_in_turn = 10;                 ///< Likewise.
  std::size_t calls_per_batch = 128;        ///< Later calls get an error result.
  std::size_t parallel_tools = 8;           ///< Others wait their turn.
  std::size_t tool_result_bytes = 131'072;  ///< Longer results keep head and tail.

  // Queues and buffers
  std::size_t queue_messages = 64;         ///< Then steer and follow_up are refused.
  std::size_t message_bytes = 16'777'216;  ///< A longer message is refused.
  std::size_t stream_backlog_bytes =
      16'777'216;                           ///< Then the stream waits or is cancelled.
  std::size_t sse_line_bytes = 16'777'216;  ///< Then GenerationKind::protocol.
  std::size_t answer_bytes = 16'777'216;    ///< Then the answer is cut as truncated.
  std::size_t error_body_bytes = 65'536;    ///< The rest of an error body is not read.

  friend bool operator==(const Limits&, const Limits&) = default;
};

}  // namespace pintle

// SPDX-License-Identifier: MIT
// Codec: one provider's wire format, pure. It makes request bytes and reads answer bytes;
// it opens no socket, reads no clock, and never retries.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/limits.hpp"
#include "pintle/model.hpp"

#include "wire/raw_usage.hpp"

namespace pintle::wire {

using Headers = std::vector<std::pair<std::string, std::string>>;  // names in lower case

/// Reads one streamed answer, in any split of its bytes.
class StreamDecoder {
 public:
  StreamDecoder() = default;
  StreamDecoder(const StreamDecoder&) = delete;
  StreamDecoder& operator=(const StreamDecoder&) = delete;
  virtual ~StreamDecoder() = default;
  /// Takes a copy of bytes of the body. Bytes behind the end are ignored.
  virtual void feed(std::string_view bytes) = 0;
  /// The body is complete: the last event follows if it has not come yet.
  virtual void finish() = 0;
  /// The next event, or empty: more bytes are needed. Views die at the next call of any
  /// function. The last one is End or Failed, once.
  virtual std::optional<ModelEvent> next() = 0;
  /// How many pieces of content (not keep-alives, comments, pings) were read so far;
  /// stall timers look at it.
  [[nodiscard]] virtual std::uint64_t content_count() const noexcept = 0;
  /// The answer has come to its end, and only what may follow it (usage, an end mark, a
  /// further message) is waited for. When the body stalls or breaks now, call `finish`
  /// instead of failing: nothing of the answer is missing.
  [[nodiscard]] virtual bool complete() const noexcept = 0;
  /// Usage as the provider wrote it, so far.
  [[nodiscard]] virtual const RawUsage& raw_usage() const noexcept = 0;
};

/// What is sent, apart from address and key.
struct EncodedRequest {
  std::string path;  ///< Below the base URL, as "/v1/messages".
  Headers headers;   ///< Without the key.
  std::string body;
};

class Codec {
 public:
  Codec() = default;
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;
  virtual ~Codec() = default;
  /// "openai-chat" or "anthropic-messages".
  [[nodiscard]] virtual std::string_view api() const noexcept = 0;
  [[nodiscard]] virtual EncodedRequest encode(const ModelRequest& request) const = 0;
  /// The header that carries the key.
  [[nodiscard]] virtual std::pair<std::string, std::string> auth_header(
      std::string_view key) const = 0;
  [[nodiscard]] virtual std::unique_ptr<StreamDecoder> decoder(
      const Limits& limits) const = 0;
  /// Reads a body that is one whole JSON answer, for servers that ignore "stream": a
  /// decoder that is fed the whole body and finished.
  [[nodiscard]] virtual std::unique_ptr<StreamDecoder> whole_decoder(
      const Limits& limits) const = 0;
};

/// OpenAI-compatible chat completions. Carries max_tokens, temperature, top_p,
/// frequency_penalty, presence_penalty, seed, stop_sequences, thinking_level (as
/// reasoning_effort) and output_schema. For a `base_url` at api.openai.com the bound is
/// sent as max_completion_tokens; any other server gets max_tokens, and top_k and
/// repeat_penalty too, which llama.cpp, vLLM and others read.
[[nodiscard]] std::unique_ptr<Codec> openai_chat_codec(std::string_view base_url = {});
/// Anthropic Messages. Carries max_tokens, temperature, top_p, top_k, stop_sequences,
/// thinking_budget, thinking_level (as effort) and output_schema. With a thinking budget
/// the API refuses temperature, top_p and top_k: they are then left out.
[[nodiscard]] std::unique_ptr<Codec> anthropic_messages_codec();

/// What an HTTP answer that is not a stream means. `wall_ms` is the time of its arrival,
/// for a Retry-After that is a date.
[[nodiscard]] GenerationError classify_response(int status,
                                                const Headers& headers,
                                                std::string_view body,
                                                std::int64_t wall_ms);
/// How long the provider asks to wait, in ms: retry-after-ms, retry-after (seconds or one
/// of the three HTTP dates; past = 0), else hints in the body; unreadable = empty.
[[nodiscard]] std::optional<std::int64_t> retry_after_ms(const Headers& headers,
                                                         std::string_view body,
                                                         std::int64_t wall_ms);

}  // namespace pintle::wire

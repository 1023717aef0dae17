// SPDX-License-Identifier: MIT
// Decoder: what the decoders of all dialects share: reading the body (events of a stream,
// or one JSON object), the queue of model events, limits, and the one ending. A dialect
// says what a JSON object means. Threads: an object belongs to whoever holds it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/limits.hpp"
#include "pintle/model.hpp"

#include "wire/codec.hpp"
#include "wire/json_input.hpp"
#include "wire/raw_usage.hpp"
#include "wire/sse.hpp"

namespace pintle::wire {

/// How the body holds the answer.
enum class BodyForm : std::uint8_t { stream, whole };

class Decoder : public StreamDecoder {
 public:
  Decoder(const Limits& limits, BodyForm form);
  void feed(std::string_view bytes) final;
  void finish() final;
  std::optional<ModelEvent> next() final;
  [[nodiscard]] std::uint64_t content_count() const noexcept final { return contents_; }
  [[nodiscard]] bool complete() const noexcept final { return complete_ || ended_; }
  [[nodiscard]] const RawUsage& raw_usage() const noexcept final { return usage_; }

 protected:
  // What a dialect does.
  /// One JSON object: of the stream's event, or the whole body.
  virtual void on_object(JsonObject& object) = 0;
  /// "[DONE]" came.
  virtual void on_done_mark() = 0;
  /// The body ended without an ending: calls `end` or `fail`.
  virtual void on_body_end() = 0;
  [[nodiscard]] virtual PromptCount prompt_count() const noexcept = 0;

  // What a dialect uses.
  void text(std::string_view bytes);
  void thinking(std::string_view bytes);
  void call_start(std::uint32_t index, std::string_view id, std::string_view name);
  /// Requires: `progress` was told of the bytes when they came.
  void call_arguments(std::uint32_t index, std::string_view bytes);
  void opaque(model::OpaqueKind kind, std::uint32_t index, std::string_view bytes);
  /// Ends the answer; nothing is emitted after it.
  void end(StopReason stop);
  void fail(GenerationError error);
  /// Reads an error object of the stream, or its text, and fails.
  void fail_with(JsonValue error);
  /// The body ended, or its end mark came, where no answer was.
  void fail_without_answer();
  void fail_truncated();
  /// A call never got a name; only an answer that was cut short may hold such a one.
  void fail_nameless_call();
  [[nodiscard]] static bool is_cut(StopKind kind) noexcept;
  /// Something of the answer was read; false when `bytes` more pass the limit.
  bool progress(std::size_t bytes = 0);
  void set_complete(bool complete) noexcept { complete_ = complete; }

  /// Keeps the numbers of a usage object, also of objects inside it; absent and null ones
  /// leave what came before.
  void read_usage_fields(JsonValue object, std::span<const UsageField> fields);

  JsonInput& input() noexcept { return input_; }
  [[nodiscard]] BodyForm form() const noexcept { return form_; }
  [[nodiscard]] bool saw_objects() const noexcept { return saw_objects_; }

 private:
  bool step();
  bool step_stream();
  bool step_whole();
  void read_object(std::string_view json);
  void read_cost(JsonValue value);
  [[nodiscard]] std::optional<Usage> normalised() const;

  const Limits limits_;
  const BodyForm form_;
  SseParser sse_;
  std::string body_;  // of the whole form
  JsonInput input_;
  std::vector<ModelEvent> queue_;
  std::size_t taken_ = 0;  // of queue_
  RawUsage usage_;
  std::uint64_t contents_ = 0;
  std::size_t answer_bytes_ = 0;
  bool saw_objects_ = false;
  bool saw_thinking_ = false;
  bool finished_ = false;
  bool complete_ = false;
  bool ended_ = false;
};

}  // namespace pintle::wire

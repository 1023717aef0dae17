// SPDX-License-Identifier: MIT
#include "wire/decoder.hpp"

#include <cmath>
#include <utility>

#include "wire/error_body.hpp"

namespace pintle::wire {

namespace {

GenerationError protocol_error(std::string message, bool retryable) {
  GenerationError error;
  error.kind = GenerationKind::protocol;
  error.message = std::move(message);
  error.retryable = retryable;
  return error;
}

}  // namespace

Decoder::Decoder(const Limits& limits, BodyForm form)
    : limits_(limits), form_(form), sse_(limits.sse_line_bytes) {}

void Decoder::feed(std::string_view bytes) {
  if (ended_ || finished_) return;
  if (form_ == BodyForm::stream) {
    sse_.feed(bytes);
  } else if (body_.size() <= limits_.sse_line_bytes) {
    body_.append(bytes);
  }
}

void Decoder::finish() {
  if (finished_) return;
  finished_ = true;
  sse_.finish();
}

std::optional<ModelEvent> Decoder::next() {
  if (taken_ == queue_.size()) {
    queue_.clear();
    taken_ = 0;
    while (queue_.empty() && step()) {
    }
  }
  if (taken_ == queue_.size()) return std::nullopt;
  return std::move(queue_[taken_++]);
}

// Reads one more object; false: there is none, now or ever.
bool Decoder::step() {
  if (ended_) return false;
  return form_ == BodyForm::stream ? step_stream() : step_whole();
}

bool Decoder::step_stream() {
  const std::optional<SseEvent> event = sse_.next();
  if (sse_.overflowed()) {
    fail(protocol_error("a line of the stream is longer than " +
                            std::to_string(limits_.sse_line_bytes) + " bytes",
                        false));
    return true;
  }
  if (!event) {
    if (finished_) on_body_end();
    return finished_;
  }
  if (event->data.find_first_not_of(' ') == std::string_view::npos) return true;
  if (event->data == "[DONE]") {
    on_done_mark();
  } else {
    read_object(event->data);
  }
  return true;
}

bool Decoder::step_whole() {
  if (!finished_) return false;
  if (body_.size() > limits_.sse_line_bytes) {
    fail(protocol_error(
        "the answer is longer than " + std::to_string(limits_.sse_line_bytes) + " bytes",
        false));
    return true;
  }
  body_.reserve(body_.size() + SseParser::padding);
  read_object(body_);
  if (!ended_) on_body_end();
  return true;
}

void Decoder::read_object(std::string_view json) {
  const RawUsage known = usage_;
  const bool was_complete = complete_;
  std::optional<JsonObject> object = input_.read(json);
  if (object) {
    saw_objects_ = true;
    on_object(*object);
  }
  if (!input_.broken()) return;
  usage_ = known;  // a number may have been cut off
  // Behind a whole answer, what is torn is not missed.
  if (was_complete && finished_) return on_body_end();
  fail(protocol_error("the answer is not valid JSON", true));
}

bool Decoder::progress(std::size_t bytes) {
  if (ended_) return false;
  ++contents_;
  answer_bytes_ += bytes;
  if (answer_bytes_ <= limits_.answer_bytes) return true;
  end(StopReason{StopKind::max_tokens, "answer_bytes"});
  return false;
}

void Decoder::text(std::string_view bytes) {
  if (!bytes.empty() && progress(bytes.size())) queue_.emplace_back(model::Text{bytes});
}

void Decoder::thinking(std::string_view bytes) {
  if (bytes.empty() || !progress(bytes.size())) return;
  saw_thinking_ = true;
  queue_.emplace_back(model::Thinking{bytes});
}

void Decoder::call_start(std::uint32_t index,
                         std::string_view id,
                         std::string_view name) {
  if (progress()) queue_.emplace_back(model::CallStart{index, id, name});
}

void Decoder::call_arguments(std::uint32_t index, std::string_view bytes) {
  if (!bytes.empty() && !ended_) {
    queue_.emplace_back(model::CallArguments{index, bytes});
  }
}

void Decoder::opaque(model::OpaqueKind kind,
                     std::uint32_t index,
                     std::string_view bytes) {
  saw_thinking_ = saw_thinking_ || kind == model::OpaqueKind::redacted_thinking;
  if (progress(bytes.size())) queue_.emplace_back(model::Opaque{kind, index, bytes});
}

std::optional<Usage> Decoder::normalised() const {
  return normalise(usage_, prompt_count(), saw_thinking_);
}

// NOLINTNEXTLINE(misc-no-recursion): the parser's depth is bounded
void Decoder::read_usage_fields(JsonValue object, std::span<const UsageField> fields) {
  input_.each_member(object, [&](std::string_view key, JsonValue value) {
    if (key.size() > 8 && key.substr(key.size() - 8) == "_details") {
      return read_usage_fields(value, fields);
    }
    if (key == "cost") return read_cost(value);
    for (const UsageField& field : fields) {
      if (field.key != key) continue;
      if (const auto count = input_.integer(value)) usage_.*field.field = count;
    }
  });
}

// In units of currency; a number out of reason is none.
void Decoder::read_cost(JsonValue value) {
  constexpr double cost_max = 1e6;
  const std::optional<double> cost = input_.number(value);
  if (cost && std::abs(*cost) < cost_max) usage_.cost_micro = std::llround(*cost * 1e6);
}

void Decoder::end(StopReason stop) {
  if (std::exchange(ended_, true)) return;
  queue_.emplace_back(model::End{std::move(stop), normalised()});
}

void Decoder::fail(GenerationError error) {
  if (std::exchange(ended_, true)) return;
  if (!complete_) usage_.completion.reset();  // what was counted so far is not the end
  queue_.emplace_back(model::Failed{std::move(error), normalised()});
}

void Decoder::fail_with(JsonValue error) {
  using simdjson::ondemand::json_type;
  const bool plain = JsonInput::type(error) == json_type::string;
  const std::string body(plain ? input_.text(error) : input_.raw(error));
  fail(classify_stream_error(body));
}

void Decoder::fail_without_answer() {
  fail(protocol_error("the answer holds nothing that can be read", true));
}

void Decoder::fail_truncated() {
  GenerationError error;
  error.kind = GenerationKind::truncated_stream;
  error.message = "the answer ended before it was complete";
  fail(std::move(error));
}

void Decoder::fail_nameless_call() {
  GenerationError error;
  error.kind = GenerationKind::malformed_call;
  error.message = "a tool call has no name";
  fail(std::move(error));
}

bool Decoder::is_cut(StopKind kind) noexcept {
  return kind == StopKind::max_tokens || kind == StopKind::content_filter ||
         kind == StopKind::refusal;
}

}  // namespace pintle::wire

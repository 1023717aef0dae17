// SPDX-License-Identifier: MIT
#include "wire/anthropic_decoder.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "pintle/json_text.hpp"

#include "wire/error_body.hpp"
#include "wire/json_writer.hpp"
#include "wire/stop_word.hpp"

namespace pintle::wire {

namespace {

using simdjson::ondemand::json_type;

constexpr StopWord stop_words[] = {
    {"end_turn", StopKind::end_turn},
    {"tool_use", StopKind::tool_use},
    {"max_tokens", StopKind::max_tokens},
    {"stop_sequence", StopKind::stop_sequence},
    {"pause_turn", StopKind::pause},
    {"compaction", StopKind::pause},
    {"refusal", StopKind::refusal},
    {"sensitive", StopKind::content_filter},
    {"model_context_window_exceeded", StopKind::context_overflow},
};

}  // namespace

void AnthropicDecoder::on_object(JsonObject& object) {
  kept_.clear();
  const std::string_view type = input().text(object, "type");
  if (type == "message") return read_message(object);
  if (type == "message_start") {
    if (auto message = input().object(object, "message")) read_message(*message);
  } else if (type == "message_delta") {
    read_message_delta(object);
  } else if (type == "message_stop") {
    close_all();
    set_complete(true);
    progress();
  } else if (type.substr(0, 14) == "content_block_") {
    read_block_event(type, object);
  } else if (type == "error" || type.empty()) {
    read_error(object, type == "error");
  }
}

void AnthropicDecoder::read_error(JsonObject& object, bool certain) {
  if (const auto error = input().find(object, "error")) {
    fail_with(*error);
  } else if (certain) {
    fail(classify_stream_error("an error without a description"));
  }
}

void AnthropicDecoder::read_message_delta(JsonObject& object) {
  if (auto delta = input().object(object, "delta")) {
    if (const auto reason = input().find(*delta, "stop_reason")) read_stop(*reason);
  }
  if (const auto counts = input().find(object, "usage")) read_usage(*counts);
}

void AnthropicDecoder::read_block_event(std::string_view type, JsonObject& object) {
  const std::optional<JsonValue> place = input().find(object, "index");
  const std::int64_t index = place ? input().integer(*place).value_or(0) : 0;
  if (type == "content_block_start") {
    if (auto block = input().object(object, "content_block")) open_block(index, *block);
    return;
  }
  Block* block = find_open(index);
  if (block == nullptr) return;
  if (type == "content_block_stop") return close_block(*block);
  if (type != "content_block_delta") return;
  if (auto delta = input().object(object, "delta")) read_delta(*block, *delta);
}

// A message that begins in a stream, or a whole one. One that begins again is the same;
// another one goes on with the answer.
void AnthropicDecoder::read_message(JsonObject message) {
  const std::string_view id = input().text(message, "id");
  if (has_message_ && id == message_id_) return;
  has_message_ = true;
  message_id_ = id;
  set_complete(false);
  if (!input().rewind(message)) return;
  std::int64_t index = 0;
  input().each_member(message, [&](std::string_view key, JsonValue value) {
    if (key == "usage") return read_usage(value);
    if (key == "stop_reason") return read_stop(value);
    if (key != "content") return;
    input().each_element(value, [&](JsonValue element) {
      std::optional<JsonObject> block = input().object(element);
      if (!block) return;
      open_block(index, *block);
      if (Block* opened = find_open(index++)) close_block(*opened);
    });
  });
}

void AnthropicDecoder::read_stop(JsonValue reason) {
  const std::string_view word = input().text(reason);
  if (word.empty()) return;
  stop_ = word;
  set_complete(true);
  progress();
}

void AnthropicDecoder::read_usage(JsonValue usage) {
  static constexpr UsageField fields[] = {
      {"input_tokens", &RawUsage::prompt},
      {"output_tokens", &RawUsage::completion},
      {"cache_read_input_tokens", &RawUsage::cache_read},
      {"cache_creation_input_tokens", &RawUsage::cache_write},
      {"thinking_tokens", &RawUsage::reasoning},
  };
  read_usage_fields(usage, fields);
}

void AnthropicDecoder::open_block(std::int64_t index, JsonObject object) {
  if (Block* before = find_open(index)) close_block(*before);
  auto slot = std::find_if(
      blocks_.begin(), blocks_.end(), [](const Block& block) { return !block.open; });
  if (slot == blocks_.end()) slot = blocks_.insert(slot, Block());
  Block& block = *slot;
  block = Block();
  block.wire_index = index;
  const std::string_view type = input().text(object, "type");
  if (type == "text") return text(input().text(object, "text"));
  if (type == "thinking") {
    block.kind = BlockKind::thinking;
    thinking(input().text(object, "thinking"));
    block.signature = input().text(object, "signature");
    return;
  }
  if (type == "redacted_thinking") {
    block.kind = BlockKind::redacted;
    return opaque(model::OpaqueKind::redacted_thinking, 0, input().text(object, "data"));
  }
  if (type == "tool_use") return open_call(block, object);
  block.kind = BlockKind::provider;
  if (!input().rewind(object)) return;
  block.start = input().raw(object);
  progress(block.start.size());
}

void AnthropicDecoder::open_call(Block& block, JsonObject& object) {
  const std::string_view name = input().text(object, "name");
  if (name.empty()) {
    block.kind = BlockKind::nameless;
    nameless_ = true;
    return;
  }
  block.kind = BlockKind::call;
  block.call = calls_++;
  const std::string_view id = input().text(object, "id");
  if (const auto given = input().find(object, "input")) block.start = input().raw(*given);
  call_start(block.call, id, name);
}

void AnthropicDecoder::read_delta(Block& block, JsonObject delta) {
  const std::string_view type = input().text(delta, "type");
  if (type == "text_delta") return text(input().text(delta, "text"));
  if (type == "thinking_delta") return thinking(input().text(delta, "thinking"));
  if (type == "signature_delta") {
    block.signature += input().text(delta, "signature");
    progress();
    return;
  }
  if (type == "input_json_delta")
    return add_input(block, input().text(delta, "partial_json"));
  if (type == "compaction_delta") {
    block.is_content = true;
    add_input(block, input().text(delta, "content"));
  }
}

void AnthropicDecoder::add_input(Block& block, std::string_view piece) {
  if (piece.empty() || !progress(piece.size())) return;
  block.has_pieces = true;
  if (block.kind == BlockKind::call) return call_arguments(block.call, piece);
  if (block.kind == BlockKind::provider) block.collected += piece;
}

void AnthropicDecoder::close_block(Block& block) {
  block.open = false;
  switch (block.kind) {
    case BlockKind::text:
    case BlockKind::nameless:
    case BlockKind::redacted: break;
    case BlockKind::thinking:
      if (block.signature.empty()) break;
      opaque(model::OpaqueKind::thinking_signature, 0, keep(block.signature));
      break;
    case BlockKind::call:
      // A call whose input came with its start, if that holds anything.
      if (block.has_pieces || block.start.size() <= 2) break;
      call_arguments(block.call, keep(block.start));
      break;
    case BlockKind::provider: close_provider_block(block); break;
  }
}

// The block as it started, with the member that came in pieces put in.
void AnthropicDecoder::close_provider_block(Block& block) {
  std::string json = block.start;
  if (block.has_pieces) {
    const std::string_view key = block.is_content ? "content" : "input";
    json.reserve(json.size() + SseParser::padding);
    JsonWriter whole;
    JsonInput reader;
    whole.begin_object();
    if (auto members = reader.read(json)) {
      reader.each_member(*members, [&](std::string_view name, JsonValue value) {
        if (name != key) whole.key(name).raw(reader.raw(value));
      });
    }
    whole.key(key);
    json = block.is_content ? whole.string(block.collected).end_object().take()
                            : whole.raw(block.collected).end_object().take();
  }
  if (is_json(json)) opaque(model::OpaqueKind::provider_block, 0, keep(std::move(json)));
}

// What is emitted after its block is gone lives until the next object is read.
std::string_view AnthropicDecoder::keep(std::string text) {
  return kept_.emplace_back(std::move(text));
}

void AnthropicDecoder::close_all() {
  for (Block& block : blocks_) {
    if (block.open) close_block(block);
  }
}

AnthropicDecoder::Block* AnthropicDecoder::find_open(std::int64_t index) {
  for (Block& block : blocks_) {
    if (block.open && block.wire_index == index) return &block;
  }
  return nullptr;
}

StopKind AnthropicDecoder::stop_kind() const {
  StopKind kind = stop_.empty() ? StopKind::end_turn : wire::stop_kind(stop_words, stop_);
  if (kind == StopKind::end_turn && calls_ > 0) kind = StopKind::tool_use;
  if (kind == StopKind::tool_use && calls_ == 0) kind = StopKind::end_turn;
  return kind;
}

void AnthropicDecoder::on_body_end() {
  if (!saw_objects()) return fail_without_answer();
  const bool whole = form() == BodyForm::whole && has_message_;
  if (!complete() && !whole) return fail_truncated();
  close_all();
  const StopKind kind = stop_kind();
  if (nameless_ && !is_cut(kind)) return fail_nameless_call();
  end(StopReason{kind, stop_});
}

}  // namespace pintle::wire

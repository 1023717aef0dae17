// SPDX-License-Identifier: MIT
#include "wire/openai_chat_decoder.hpp"

#include <optional>
#include <utility>

#include "wire/stop_word.hpp"

namespace pintle::wire {

namespace {

using simdjson::ondemand::json_type;

// OpenAI's words, and those of compatible servers. Any other one is `other`.
constexpr StopWord stop_words[] = {
    {"stop", StopKind::end_turn},
    {"end", StopKind::end_turn},
    {"eos", StopKind::end_turn},
    {"end_turn", StopKind::end_turn},
    {"length", StopKind::max_tokens},
    {"max_tokens", StopKind::max_tokens},
    {"tool_calls", StopKind::tool_use},
    {"function_call", StopKind::tool_use},
    {"tool_use", StopKind::tool_use},
    {"stop_sequence", StopKind::stop_sequence},
    {"content_filter", StopKind::content_filter},
    {"sensitive", StopKind::content_filter},
    {"refusal", StopKind::refusal},
    {"model_context_window_exceeded", StopKind::context_overflow},
};

GenerationError stop_error(GenerationKind kind, std::string message) {
  GenerationError error;
  error.kind = kind;
  error.message = std::move(message);
  return error;
}

// Words that say that there is no answer.
std::optional<GenerationError> error_of_stop(std::string_view word) {
  if (word == "model_context_window_exceeded") {
    return stop_error(GenerationKind::context_overflow,
                      "the context window was full before the answer was done");
  }
  if (word == "insufficient_system_resource") {
    return stop_error(GenerationKind::overloaded, "the provider ran out of resources");
  }
  if (word == "error") {
    return stop_error(GenerationKind::server, "the provider stopped with an error");
  }
  return std::nullopt;
}

}  // namespace

void ChatDecoder::on_object(JsonObject& object) {
  input().each_member(object, [this](std::string_view key, JsonValue value) {
    if (key == "choices") return read_choices(value);
    if (key == "usage") return read_usage(value);
    if (key == "error" && JsonInput::type(value) != json_type::null) fail_with(value);
  });
}

void ChatDecoder::read_choices(JsonValue choices) {
  input().each_element(choices, [this](JsonValue value) {
    if (auto choice = input().object(value)) read_choice(*choice);
  });
}

// Members in any order; the index is looked up first, for it tells whether to read on.
void ChatDecoder::read_choice(JsonObject choice) {
  const std::optional<JsonValue> index = input().find(choice, "index");
  if (index && input().integer(*index).value_or(0) != 0) return;
  if (!input().rewind(choice)) return;
  has_choice_ = true;
  const std::string_view message = form() == BodyForm::whole ? "message" : "delta";
  input().each_member(choice, [&](std::string_view key, JsonValue value) {
    if (key == message) return read_message(value);
    if (key == "usage") return read_usage(value);
    const std::string_view word = key == "finish_reason" ? input().text(value) : "";
    if (word.empty()) return;
    stop_ = word;
    stopped_ = true;
    set_complete(!error_of_stop(word));
    progress();
  });
}

void ChatDecoder::read_message(JsonValue message) {
  // Gateways fill two fields with the same reasoning; the first one that has text counts.
  std::string_view reasoning;
  input().each_member(message, [&](std::string_view key, JsonValue value) {
    if (key == "content") return read_content(value);
    if (key == "tool_calls") return read_tool_calls(value);
    if (key == "refusal") {
      const std::string_view words = input().text(value);
      refused_ = refused_ || !words.empty();
      return text(words);
    }
    const bool is_reasoning = key == "reasoning_content" || key == "reasoning";
    if (is_reasoning && reasoning.empty()) {
      reasoning = input().text(value);
      thinking(reasoning);
    }
    if (key == "reasoning_details" && reasoning.empty()) read_thinking_parts(value);
  });
}

void ChatDecoder::read_content(JsonValue content) {
  if (JsonInput::type(content) != json_type::array) {
    const std::string_view words = input().text(content);
    return text(words);
  }
  input().each_element(content, [this](JsonValue part) { read_content_part(part); });
}

// Mistral's parts: {"type":"text","text":…} and {"type":"thinking","thinking":[…]}.
void ChatDecoder::read_content_part(JsonValue part) {
  input().each_member(part, [this](std::string_view key, JsonValue value) {
    if (key == "thinking") return read_thinking_parts(value);
    const std::string_view words = key == "text" ? input().text(value) : "";
    text(words);
  });
}

void ChatDecoder::read_thinking_parts(JsonValue parts) {
  if (JsonInput::type(parts) == json_type::string) return thinking(input().text(parts));
  input().each_element(parts, [this](JsonValue part) {
    input().each_member(part, [this](std::string_view key, JsonValue value) {
      if (key == "text" || key == "summary") thinking(input().text(value));
    });
  });
}

void ChatDecoder::read_tool_calls(JsonValue calls) {
  input().each_element(calls, [this](JsonValue call) { read_tool_call(call); });
}

void ChatDecoder::read_tool_call(JsonValue call) {
  CallPiece piece;
  input().each_member(call, [&](std::string_view key, JsonValue value) {
    if (key == "index") piece.index = input().integer(value);
    if (key == "id") piece.id = input().text(value);
    if (key != "function") return;
    input().each_member(value, [&](std::string_view name, JsonValue part) {
      if (name == "name") piece.name = input().text(part);
      if (name != "arguments") return;
      const json_type type = JsonInput::type(part);
      if (type == json_type::string) piece.arguments = input().text(part);
      // Some servers send the arguments as JSON, not as a string of it.
      const bool structured = type == json_type::object || type == json_type::array;
      if (structured) piece.arguments = input().raw(part);
    });
  });
  add_call(piece);
}

void ChatDecoder::add_call(const CallPiece& piece) {
  if (!progress(piece.arguments.size())) return;
  ChatCall* call = calls_.add(piece);
  if (call == nullptr) return;
  if (call->started) return call_arguments(call->index, piece.arguments);
  if (call->can_start(piece)) start(*call);
}

void ChatDecoder::start(ChatCall& call) {
  call.started = true;
  call_start(call.index, call.id, call.name);
  call_arguments(call.index, call.held);
}

void ChatDecoder::read_usage(JsonValue usage) {
  static constexpr UsageField fields[] = {
      {"prompt_tokens", &RawUsage::prompt},
      {"completion_tokens", &RawUsage::completion},
      {"cached_tokens", &RawUsage::cache_read},
      {"prompt_cache_hit_tokens", &RawUsage::cache_read},
      {"cache_read_input_tokens", &RawUsage::cache_read},
      {"cache_write_tokens", &RawUsage::cache_write},
      {"cache_creation_input_tokens", &RawUsage::cache_write},
      {"reasoning_tokens", &RawUsage::reasoning},
  };
  read_usage_fields(usage, fields);
}

void ChatDecoder::on_done_mark() {
  if (!has_choice_) return fail_without_answer();
  conclude();
}

void ChatDecoder::on_body_end() {
  if (!saw_objects()) return fail_without_answer();
  const bool whole = form() == BodyForm::whole && has_choice_;
  if (!stopped_ && !whole) return fail_truncated();
  conclude();
}

StopKind ChatDecoder::stop_kind() const {
  if (!stopped_) return StopKind::end_turn;
  return wire::stop_kind(stop_words, stop_);
}

// Announces the calls that were held back. False: one of them never got a name.
bool ChatDecoder::start_remaining() {
  bool all_named = true;
  for (ChatCall& call : calls_.all()) {
    if (!call.started && !call.name.empty()) start(call);
    all_named = all_named && call.started;
  }
  return all_named;
}

void ChatDecoder::conclude() {
  if (auto error = error_of_stop(stop_)) return fail(std::move(*error));
  StopKind kind = stop_kind();
  const bool cut = is_cut(kind);
  const bool all_named = start_remaining();
  if (!cut && !all_named) return fail_nameless_call();
  const bool has_calls = !calls_.empty();
  if (!cut && has_calls) kind = StopKind::tool_use;
  if (kind == StopKind::tool_use && !has_calls) kind = StopKind::end_turn;
  if (kind == StopKind::end_turn && refused_) kind = StopKind::refusal;
  end(StopReason{kind, stop_});
}

}  // namespace pintle::wire

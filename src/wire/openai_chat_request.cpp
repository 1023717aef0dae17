// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string_view>
#include <variant>
#include <vector>

#include "wire/json_writer.hpp"
#include "wire/openai_chat.hpp"
#include "wire/request_text.hpp"

namespace pintle::wire {

namespace {

void write_text_message(JsonWriter& out, std::string_view role, std::string_view text) {
  out.begin_object().member("role", role).member("content", text).end_object();
}

void write_text_block(JsonWriter& out, std::string_view text) {
  out.begin_object().member("type", "text").member("text", text).end_object();
}

void write_image(JsonWriter& out, const ImagePart& image) {
  const std::string url = image.url.empty()
                              ? "data:" + image.media_type + ";base64," + image.base64
                              : image.url;
  out.begin_object().member("type", "image_url").key("image_url");
  out.begin_object().member("url", url).end_object().end_object();
}

void write_user(JsonWriter& out, const Message& message) {
  const bool has_image =
      std::any_of(message.parts.begin(), message.parts.end(), [](const Part& part) {
        return std::holds_alternative<ImagePart>(part);
      });
  const std::string text = text_of(message);
  if (!has_image) {
    if (!is_blank(text)) write_text_message(out, "user", text);
    return;
  }
  out.begin_object().member("role", "user").key("content").begin_array();
  for (const Part& part : message.parts) {
    if (const auto* piece = std::get_if<TextPart>(&part)) {
      if (!is_blank(piece->text)) write_text_block(out, piece->text);
    } else if (const auto* image = std::get_if<ImagePart>(&part)) {
      write_image(out, *image);
    }
  }
  out.end_array().end_object();
}

void write_call(JsonWriter& out, const CallPart& call) {
  out.begin_object().member("id", wire_id(call.call)).member("type", "function");
  out.key("function").begin_object().member("name", call.name);
  out.member("arguments", call.arguments).end_object().end_object();
}

void write_assistant(JsonWriter& out, const Message& message) {
  const std::vector<const CallPart*> calls = calls_of(message);
  const std::string text = text_of(message);
  if (calls.empty() && is_blank(text)) return;
  out.begin_object().member("role", "assistant").key("content");
  if (is_blank(text)) {
    out.null();
  } else {
    out.string(text);
  }
  if (!calls.empty()) {
    out.key("tool_calls").begin_array();
    for (const CallPart* call : calls) write_call(out, *call);
    out.end_array();
  }
  out.end_object();
}

// This API takes no images in a tool's message.
void write_result_images(JsonWriter& out, const Message& message) {
  std::vector<const ImagePart*> images;
  for (const Part& part : message.parts) {
    const auto* result = std::get_if<ResultPart>(&part);
    if (result == nullptr) continue;
    for (const ImagePart& image : result->images) images.push_back(&image);
  }
  if (images.empty()) return;
  out.begin_object().member("role", "user").key("content").begin_array();
  write_text_block(out, "(images from the tool results above)");
  for (const ImagePart* image : images) write_image(out, *image);
  out.end_array().end_object();
}

void write_results(JsonWriter& out, const Message& message) {
  for (const Part& part : message.parts) {
    const auto* result = std::get_if<ResultPart>(&part);
    if (result == nullptr) continue;
    out.begin_object().member("role", "tool");
    out.member("tool_call_id", wire_id(result->call));
    out.member("content", result_text(*result)).end_object();
  }
  write_result_images(out, message);
}

void write_message(JsonWriter& out, const Message& message) {
  switch (message.role) {
    case Role::system:
      if (const std::string text = text_of(message); !is_blank(text)) {
        write_text_message(out, "system", text);
      }
      return;
    case Role::user: return write_user(out, message);
    case Role::assistant: return write_assistant(out, message);
    case Role::tool: return write_results(out, message);
  }
}

void write_tools(JsonWriter& out, const ModelRequest& request) {
  if (request.tools.empty()) return;
  out.key("tools").begin_array();
  for (const ToolSpec* tool : request.tools) {
    out.begin_object().member("type", "function").key("function").begin_object();
    out.member("name", tool->name);
    if (!tool->description.empty()) out.member("description", tool->description);
    out.key("parameters").raw(tool->input_schema).end_object().end_object();
  }
  out.end_array();
}

void write_number(JsonWriter& out, std::string_view key, std::optional<double> value) {
  if (value) out.key(key).number(*value);
}

void write_integer(JsonWriter& out,
                   std::string_view key,
                   std::optional<std::int64_t> value) {
  if (value) out.key(key).number(*value);
}

void write_stops(JsonWriter& out, const ModelParams& params, ChatServer server) {
  constexpr std::size_t stops_max = 4;  // of OpenAI; more are an error there
  const std::size_t count = server == ChatServer::openai
                                ? std::min(params.stop_sequences.size(), stops_max)
                                : params.stop_sequences.size();
  if (count == 0) return;
  out.key("stop").begin_array();
  for (std::size_t i = 0; i < count; ++i) out.string(params.stop_sequences[i]);
  out.end_array();
}

void write_params(JsonWriter& out, const ModelParams& params, ChatServer server) {
  const bool openai = server == ChatServer::openai;
  write_integer(out, openai ? "max_completion_tokens" : "max_tokens", params.max_tokens);
  write_number(out, "temperature", params.temperature);
  write_number(out, "top_p", params.top_p);
  write_number(out, "frequency_penalty", params.frequency_penalty);
  write_number(out, "presence_penalty", params.presence_penalty);
  write_integer(out, "seed", params.seed);
  if (!openai) {
    write_integer(out, "top_k", params.top_k);
    write_number(out, "repeat_penalty", params.repeat_penalty);
  }
  write_stops(out, params, server);
  if (params.thinking_level) out.member("reasoning_effort", *params.thinking_level);
  if (params.output_schema) {
    out.key("response_format").begin_object().member("type", "json_schema");
    out.key("json_schema").begin_object().member("name", "answer");
    out.key("schema").raw(*params.output_schema).end_object().end_object();
  }
}

}  // namespace

std::string chat_request(const ModelRequest& request, ChatServer server) {
  JsonWriter out;
  out.begin_object().member("model", request.model);
  out.key("messages").begin_array();
  if (!is_blank(request.system)) write_text_message(out, "system", request.system);
  for (const Message& message : request.memory) write_message(out, message);
  for (const Message& message : request.messages) write_message(out, message);
  for (const Message& message : request.notes) write_message(out, message);
  out.end_array();
  write_tools(out, request);
  write_params(out, request.params, server);
  out.key("stream").boolean(true);
  out.key("stream_options")
      .begin_object()
      .key("include_usage")
      .boolean(true)
      .end_object();
  return out.end_object().take();
}

}  // namespace pintle::wire

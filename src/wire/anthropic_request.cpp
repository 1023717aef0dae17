// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/overloaded.hpp"
#include "wire/anthropic.hpp"
#include "wire/json_writer.hpp"
#include "wire/request_text.hpp"

namespace pintle::wire {

namespace {

constexpr std::int64_t thinking_budget_min = 1'024;  // the API's own bound

// One message of the request. Results stand apart, for they go first.
struct Turn {
  bool assistant = false;
  std::vector<std::string> results;
  std::vector<std::string> blocks;
  std::string last_text;  // of the last block, when that is a text
};

void mark_cache_point(JsonWriter& out) {
  out.key("cache_control").begin_object().member("type", "ephemeral").end_object();
}

std::string text_block(std::string_view text, bool cache_point = false) {
  JsonWriter out;
  out.begin_object().member("type", "text").member("text", text);
  if (cache_point) mark_cache_point(out);
  return out.end_object().take();
}

std::string image_block(const ImagePart& image) {
  JsonWriter out;
  out.begin_object().member("type", "image").key("source").begin_object();
  if (image.url.empty()) {
    out.member("type", "base64").member("media_type", image.media_type);
    out.member("data", image.base64);
  } else {
    out.member("type", "url").member("url", image.url);
  }
  return out.end_object().end_object().take();
}

std::string thinking_block(const ThinkingPart& part) {
  JsonWriter out;
  out.begin_object();
  if (part.redacted) {
    out.member("type", "redacted_thinking").member("data", part.signature);
  } else {
    out.member("type", "thinking").member("thinking", part.text);
    out.member("signature", part.signature);
  }
  return out.end_object().take();
}

std::string call_block(const CallPart& call) {
  const std::size_t first = call.arguments.find_first_not_of(" \t\r\n");
  const bool is_object = first != std::string::npos && call.arguments[first] == '{';
  JsonWriter out;
  out.begin_object().member("type", "tool_use").member("id", wire_id(call.call));
  out.member("name", call.name).key("input").raw(is_object ? call.arguments : "{}");
  return out.end_object().take();
}

std::string result_block(const ResultPart& result) {
  const std::string_view text = result_text(result);
  JsonWriter out;
  out.begin_object().member("type", "tool_result");
  out.member("tool_use_id", wire_id(result.call));
  if (!is_blank(text) || !result.images.empty()) {
    out.key("content").begin_array();
    if (!is_blank(text)) out.raw(text_block(text));
    for (const ImagePart& image : result.images) out.raw(image_block(image));
    out.end_array();
  }
  if (result.status != ResultStatus::ok) out.key("is_error").boolean(true);
  return out.end_object().take();
}

class Turns {
 public:
  explicit Turns(std::string_view model) : model_(model) {}

  void add(const Message& message) {
    for (const Part& part : message.parts) add_part(message, part);
  }

  // The turns, put in order at both ends.
  std::vector<Turn> take() && {
    if (turns_.empty() || turns_.front().assistant) {
      Turn first;
      first.blocks.push_back(text_block("(continued)"));
      turns_.insert(turns_.begin(), std::move(first));
    }
    strip_final_blanks();
    return std::move(turns_);
  }

 private:
  Turn& turn_of(const Message& message) {
    const bool assistant = message.role == Role::assistant;
    if (turns_.empty() || turns_.back().assistant != assistant) {
      turns_.emplace_back();
      turns_.back().assistant = assistant;
    }
    return turns_.back();
  }

  void add_block(const Message& message, std::string block) {
    Turn& turn = turn_of(message);
    turn.blocks.push_back(std::move(block));
    turn.last_text.clear();
  }

  void add_part(const Message& message, const Part& part) {
    std::visit(Overloaded{[&](const TextPart& p) {
                            if (is_blank(p.text)) return;
                            add_block(message, text_block(p.text));
                            turns_.back().last_text = p.text;
                          },
                          [&](const ImagePart& p) { add_block(message, image_block(p)); },
                          [&](const ThinkingPart& p) {
                            const bool replayed =
                                message.model == model_ && !p.signature.empty();
                            if (replayed) add_block(message, thinking_block(p));
                          },
                          [&](const CallPart& p) { add_block(message, call_block(p)); },
                          [&](const ResultPart& p) {
                            turn_of(message).results.push_back(result_block(p));
                          },
                          [&](const OpaquePart& p) {
                            const bool ours = p.provider == "anthropic" ||
                                              p.provider == "anthropic-messages";
                            if (ours) add_block(message, p.json);
                          }},
               part);
  }

  void strip_final_blanks() {
    Turn& last = turns_.back();
    if (!last.assistant || last.last_text.empty()) return;
    const std::size_t end = last.last_text.find_last_not_of(" \t\r\n\v\f") + 1;
    last.blocks.back() = text_block(std::string_view(last.last_text).substr(0, end));
  }

  std::string_view model_;
  std::vector<Turn> turns_;
};

void write_messages(JsonWriter& out, const ModelRequest& request) {
  Turns turns(request.model);
  for (const Message& message : request.messages) turns.add(message);
  for (const Message& message : request.notes) turns.add(message);
  out.key("messages").begin_array();
  for (const Turn& turn : std::move(turns).take()) {
    out.begin_object().member("role", turn.assistant ? "assistant" : "user");
    out.key("content").begin_array();
    for (const std::string& block : turn.results) out.raw(block);
    for (const std::string& block : turn.blocks) out.raw(block);
    out.end_array().end_object();
  }
  out.end_array();
}

void write_system(JsonWriter& out, const ModelRequest& request) {
  std::vector<std::string> texts;
  if (!is_blank(request.system)) texts.emplace_back(request.system);
  for (const Message& message : request.memory) {
    std::string text = text_of(message);
    if (!is_blank(text)) texts.push_back(std::move(text));
  }
  if (texts.empty()) return;
  out.key("system").begin_array();
  for (const std::string& text : texts) {
    out.raw(text_block(text, &text == &texts.back()));
  }
  out.end_array();
}

void write_tools(JsonWriter& out, std::span<const ToolSpec* const> tools) {
  if (tools.empty()) return;
  out.key("tools").begin_array();
  for (const ToolSpec* tool : tools) {
    out.begin_object().member("name", tool->name);
    if (!tool->description.empty()) out.member("description", tool->description);
    out.key("input_schema").raw(tool->input_schema);
    if (tool == tools.back()) mark_cache_point(out);
    out.end_object();
  }
  out.end_array();
}

bool write_thinking(JsonWriter& out, const ModelParams& params) {
  const std::int64_t budget =
      std::min(params.thinking_budget.value_or(0), params.max_tokens - 1);
  if (budget < thinking_budget_min) return false;
  out.key("thinking").begin_object().member("type", "enabled");
  out.key("budget_tokens").number(budget).end_object();
  return true;
}

void write_sampling(JsonWriter& out, const ModelParams& params) {
  if (params.temperature) out.key("temperature").number(*params.temperature);
  if (params.top_p) out.key("top_p").number(*params.top_p);
  if (params.top_k) out.key("top_k").number(*params.top_k);
}

void write_stops(JsonWriter& out, const ModelParams& params) {
  std::vector<std::string_view> stops;
  for (const std::string& stop : params.stop_sequences) {
    if (!is_blank(stop)) stops.push_back(stop);  // the API refuses blank ones
  }
  if (stops.empty()) return;
  out.key("stop_sequences").begin_array();
  for (const std::string_view stop : stops) out.string(stop);
  out.end_array();
}

void write_output(JsonWriter& out, const ModelParams& params) {
  if (!params.output_schema && !params.thinking_level) return;
  out.key("output_config").begin_object();
  if (params.thinking_level) out.member("effort", *params.thinking_level);
  if (params.output_schema) {
    out.key("format").begin_object().member("type", "json_schema");
    out.key("schema").raw(*params.output_schema).end_object();
  }
  out.end_object();
}

}  // namespace

std::string messages_request(const ModelRequest& request) {
  JsonWriter out;
  out.begin_object().member("model", request.model);
  out.key("max_tokens").number(request.params.max_tokens);
  write_system(out, request);
  write_tools(out, request.tools);
  write_messages(out, request);
  if (!write_thinking(out, request.params)) write_sampling(out, request.params);
  write_stops(out, request.params);
  write_output(out, request.params);
  return out.key("stream").boolean(true).end_object().take();
}

}  // namespace pintle::wire

// SPDX-License-Identifier: MIT
// The two wire formats, written from the providers' documentation: one frame an event.
#include <algorithm>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "testing/sim/answer.hpp"

namespace pintle::testing {

namespace {

using Json = nlohmann::ordered_json;

/// Frames, and which of them tell the numbers.
struct Frames {
  std::vector<std::string> list;
  std::optional<std::size_t> input_frame;
  std::optional<std::size_t> output_frame;
};

// Pieces of a text, cut anywhere between characters.
std::vector<std::string> deltas_of(std::string_view text, Dice& dice) {
  std::vector<std::string> pieces;
  while (!text.empty()) {
    std::size_t size = std::min<std::size_t>(1 + dice.below(40), text.size());
    while (size < text.size() &&
           (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) {
      ++size;
    }
    pieces.emplace_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return pieces;
}

AnswerBody join(const Frames& frames,
                ProviderFault fault,
                std::string_view error,
                std::string_view ping,
                Dice& dice) {
  AnswerBody body;
  std::size_t count = frames.list.size();
  if (fault == ProviderFault::no_end) --count;
  if (fault == ProviderFault::error_event) count = dice.below(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (fault == ProviderFault::pings) {
      for (std::uint64_t n = dice.below(3); n > 0; --n) body.bytes += ping;
      if (dice.chance(30)) body.bytes += ": keep-alive\n\n";
    }
    body.bytes += frames.list[i];
    const std::size_t said = body.bytes.size() - std::string_view("\n\n").size();
    if (frames.input_frame == i) body.input_told_at = said;
    if (frames.output_frame == i) body.output_told_at = said;
  }
  if (fault == ProviderFault::error_event) body.bytes += error;
  return body;
}

std::string event(const char* type, Json data) {
  Json whole = {{"type", type}};
  whole.update(data);
  return std::string("event: ") + type + "\ndata: " + whole.dump() + "\n\n";
}

void add_block(Frames& frames,
               std::size_t index,
               const Json& block,
               const char* delta_type,
               const char* key,
               const std::vector<std::string>& deltas) {
  frames.list.push_back(
      event("content_block_start", {{"index", index}, {"content_block", block}}));
  for (const std::string& delta : deltas) {
    frames.list.push_back(
        event("content_block_delta",
              {{"index", index}, {"delta", Json{{"type", delta_type}, {key, delta}}}}));
  }
}

void end_block(Frames& frames, std::size_t index) {
  frames.list.push_back(event("content_block_stop", {{"index", index}}));
}

const char* anthropic_stop(const SimulatedAnswer& answer) {
  if (answer.refused) return "refusal";
  if (answer.truncated) return "max_tokens";
  return answer.calls.empty() ? "end_turn" : "tool_use";
}

std::size_t add_content(Frames& frames, const SimulatedAnswer& answer, Dice& dice) {
  std::size_t index = 0;
  if (!answer.thinking.empty()) {
    add_block(frames,
              index,
              {{"type", "thinking"}, {"thinking", ""}, {"signature", ""}},
              "thinking_delta",
              "thinking",
              deltas_of(answer.thinking, dice));
    const std::string signature = "c2ln" + std::to_string(answer.number);
    frames.list.push_back(
        event("content_block_delta",
              {{"index", index},
               {"delta", Json{{"type", "signature_delta"}, {"signature", signature}}}}));
    end_block(frames, index++);
  }
  if (!answer.text.empty()) {
    add_block(frames,
              index,
              {{"type", "text"}, {"text", ""}},
              "text_delta",
              "text",
              deltas_of(answer.text, dice));
    end_block(frames, index++);
  }
  for (const SimulatedCall& call : answer.calls) {
    add_block(frames,
              index,
              {{"type", "tool_use"},
               {"id", call.id},
               {"name", call.name},
               {"input", Json::object()}},
              "input_json_delta",
              "partial_json",
              deltas_of(call.arguments, dice));
    end_block(frames, index++);
  }
  return index;
}

std::string chunk(const SimulatedAnswer& answer, Json delta, const char* finish) {
  Json choice = {{"index", 0}, {"delta", std::move(delta)}, {"finish_reason", nullptr}};
  if (finish != nullptr) choice["finish_reason"] = finish;
  const Json whole = {{"id", "chatcmpl-" + std::to_string(answer.number)},
                      {"object", "chat.completion.chunk"},
                      {"model", answer.model},
                      {"choices", Json::array({choice})}};
  return "data: " + whole.dump() + "\n\n";
}

const char* chat_stop(const SimulatedAnswer& answer) {
  if (answer.refused) return "content_filter";
  if (answer.truncated) return "length";
  return answer.calls.empty() ? "stop" : "tool_calls";
}

void add_chat_calls(Frames& frames, const SimulatedAnswer& answer, Dice& dice) {
  for (std::size_t i = 0; i < answer.calls.size(); ++i) {
    const SimulatedCall& call = answer.calls[i];
    const Json start = {{"index", i},
                        {"id", call.id},
                        {"type", "function"},
                        {"function", Json{{"name", call.name}, {"arguments", ""}}}};
    frames.list.push_back(chunk(answer, {{"tool_calls", Json::array({start})}}, nullptr));
    for (const std::string& piece : deltas_of(call.arguments, dice)) {
      const Json more = {{"index", i}, {"function", Json{{"arguments", piece}}}};
      frames.list.push_back(
          chunk(answer, {{"tool_calls", Json::array({more})}}, nullptr));
    }
  }
}

}  // namespace

AnswerBody anthropic_body(const SimulatedAnswer& answer,
                          ProviderFault fault,
                          Dice& dice) {
  Frames frames;
  Json message = {{"id", "msg_" + std::to_string(answer.number)},
                  {"type", "message"},
                  {"role", "assistant"},
                  {"model", answer.model},
                  {"content", Json::array()},
                  {"stop_reason", nullptr}};
  const std::int64_t cached = answer.input / 3;
  if (answer.tells_usage) {
    message["usage"] = {{"input_tokens", answer.input - cached},
                        {"cache_read_input_tokens", cached},
                        {"cache_creation_input_tokens", 0},
                        {"output_tokens", 1}};
    frames.input_frame = 0;
  }
  frames.list.push_back(event("message_start", {{"message", message}}));
  add_content(frames, answer, dice);
  Json end = {{"delta", Json{{"stop_reason", anthropic_stop(answer)}}}};
  if (answer.tells_usage) {
    end["usage"] = {{"output_tokens", answer.output}};
    frames.output_frame = frames.list.size();
  }
  frames.list.push_back(event("message_delta", std::move(end)));
  frames.list.push_back(event("message_stop", Json::object()));
  return join(
      frames,
      fault,
      event("error",
            {{"error", Json{{"type", "overloaded_error"}, {"message", "Overloaded"}}}}),
      "event: ping\ndata: {\"type\": \"ping\"}\n\n",
      dice);
}

AnswerBody chat_body(const SimulatedAnswer& answer, ProviderFault fault, Dice& dice) {
  Frames frames;
  frames.list.push_back(chunk(answer, {{"role", "assistant"}, {"content", ""}}, nullptr));
  for (const std::string& piece : deltas_of(answer.thinking, dice)) {
    frames.list.push_back(chunk(answer, {{"reasoning_content", piece}}, nullptr));
  }
  for (const std::string& piece : deltas_of(answer.text, dice)) {
    frames.list.push_back(chunk(answer, {{"content", piece}}, nullptr));
  }
  add_chat_calls(frames, answer, dice);
  frames.list.push_back(chunk(answer, Json::object(), chat_stop(answer)));
  if (answer.tells_usage) {
    const std::int64_t cached = answer.input / 3;
    const Json usage = {{"prompt_tokens", answer.input},
                        {"completion_tokens", answer.output},
                        {"total_tokens", answer.input + answer.output},
                        {"prompt_tokens_details", Json{{"cached_tokens", cached}}}};
    const Json whole = {{"id", "chatcmpl-" + std::to_string(answer.number)},
                        {"object", "chat.completion.chunk"},
                        {"choices", Json::array()},
                        {"usage", usage}};
    frames.input_frame = frames.output_frame = frames.list.size();
    frames.list.push_back("data: " + whole.dump() + "\n\n");
  }
  frames.list.emplace_back("data: [DONE]\n\n");
  return join(frames,
              fault,
              "data: {\"error\":{\"message\":\"The server is overloaded\",\"type\":"
              "\"server_error\",\"code\":503}}\n\n",
              "data: \n\n",
              dice);
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
#include "testing/sim/transcript_reader.hpp"

namespace pintle::testing {

namespace {

using Json = nlohmann::json;
using Kind = TranscriptItem::Kind;

void read_calls(TranscriptReader& reader, const Json& calls) {
  reader.require(calls.is_array() && !calls.empty(), "an empty list of calls");
  for (const Json& call : calls) {
    reader.only(call, {"id", "type", "function"});
    reader.require(TranscriptReader::text_at(call, "type") == "function",
                   "a call that is no function's");
    const Json& function = call.at("function");
    std::string arguments = TranscriptReader::text_at(function, "arguments");
    reader.require(Json::accept(arguments), "arguments are no JSON: " + arguments);
    reader.add_call(TranscriptReader::text_at(call, "id"),
                    TranscriptReader::text_at(function, "name"),
                    std::move(arguments));
  }
}

void read_assistant(TranscriptReader& reader, const Json& message) {
  reader.only(message, {"role", "content", "tool_calls"});
  const Json& content = message.at("content");
  const bool has_calls = message.contains("tool_calls");
  reader.require(content.is_string() || (content.is_null() && has_calls),
                 "an answer without content");
  if (content.is_string()) {
    const auto text = content.get<std::string>();
    reader.require(!TranscriptReader::is_blank(text), "a blank answer");
    reader.add(Kind::text, true, text);
  }
  if (has_calls) read_calls(reader, message["tool_calls"]);
}

void read_user(TranscriptReader& reader, const Json& message) {
  reader.only(message, {"role", "content", "name"});
  const Json& content = message.at("content");
  if (content.is_array()) {
    reader.require(!content.empty(), "an empty message");
    for (const Json& part : content) {
      reader.add(Kind::other, false, part.dump());
    }
    return;
  }
  const std::string text = TranscriptReader::text_at(message, "content");
  reader.require(!TranscriptReader::is_blank(text), "a blank message of the user");
  reader.add(Kind::text, false, text);
}

void read_result(TranscriptReader& reader, const Json& message) {
  reader.only(message, {"role", "tool_call_id", "content"});
  reader.require(message.at("content").is_string(), "a result that is no text");
  reader.add_result(TranscriptReader::text_at(message, "tool_call_id"),
                    TranscriptReader::text_at(message, "content"));
}

void read_messages(TranscriptReader& reader, const Json& messages) {
  reader.require(!messages.empty(), "no message");
  std::string role;
  bool conversation = false;
  for (const Json& message : messages) {
    role = TranscriptReader::text_at(message, "role");
    if (role == "tool") {
      read_result(reader, message);
      continue;
    }
    reader.all_answered("behind it");
    reader.require(role != "system" || !conversation, "a late system message");
    conversation = conversation || role != "system";
    if (role == "system") {
      const std::string text = TranscriptReader::text_at(message, "content");
      reader.require(!TranscriptReader::is_blank(text), "a blank system prompt");
      reader.out().system += message.dump();
    } else if (role == "assistant") {
      read_assistant(reader, message);
    } else {
      reader.require(role == "user", "an unknown role: " + role);
      read_user(reader, message);
    }
  }
  reader.all_answered("at the end");
  reader.require(role == "user" || role == "tool", "the last message is no question");
}

void read_tools(TranscriptReader& reader, const Json& request) {
  const auto tools = request.find("tools");
  if (tools == request.end()) return;
  reader.require(!tools->empty(), "an empty list of tools");
  for (const Json& tool : *tools) {
    const Json& function = tool.at("function");
    reader.only(function, {"name", "description", "parameters"});
    reader.offer(TranscriptReader::text_at(function, "name"), function.at("parameters"));
  }
  reader.out().tools = tools->dump();
}

}  // namespace

void read_openai_chat(TranscriptReader& reader, const Json& request) {
  reader.only(request,
              {"model",
               "messages",
               "tools",
               "max_tokens",
               "max_completion_tokens",
               "temperature",
               "top_p",
               "top_k",
               "repeat_penalty",
               "frequency_penalty",
               "presence_penalty",
               "seed",
               "stop",
               "reasoning_effort",
               "response_format",
               "stream",
               "stream_options"});
  const bool newer = request.contains("max_completion_tokens");
  reader.out().max_tokens =
      request.at(newer ? "max_completion_tokens" : "max_tokens").get<std::int64_t>();
  read_tools(reader, request);
  read_messages(reader, request.at("messages"));
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
#include "testing/sim/transcript_reader.hpp"

namespace pintle::testing {

namespace {

using Json = nlohmann::json;
using Kind = TranscriptItem::Kind;

void read_text(TranscriptReader& reader, const Json& block, bool assistant) {
  reader.only(block, {"type", "text", "cache_control"});
  std::string text = TranscriptReader::text_at(block, "text");
  reader.require(!TranscriptReader::is_blank(text), "a blank text block");
  reader.add(Kind::text, assistant, std::move(text));
}

std::string result_text(TranscriptReader& reader, const Json& block) {
  std::string text;
  const auto content = block.find("content");
  if (content == block.end()) return text;
  reader.require(content->is_array() && !content->empty(), "an empty tool_result");
  for (const Json& part : *content) {
    const std::string piece = TranscriptReader::text_at(part, "text");
    const bool is_text = TranscriptReader::text_at(part, "type") == "text";
    reader.require(!is_text || !TranscriptReader::is_blank(piece),
                   "a blank text in a tool_result");
    text += piece;
  }
  return text;
}

void read_thinking(TranscriptReader& reader, const Json& block, bool assistant) {
  reader.require(assistant, "thinking of the user");
  const bool redacted = TranscriptReader::text_at(block, "type") == "redacted_thinking";
  const char* proof = redacted ? "data" : "signature";
  reader.require(!TranscriptReader::text_at(block, proof).empty(), "unsigned thinking");
  reader.add(Kind::thinking, assistant, TranscriptReader::text_at(block, "thinking"));
}

void read_call(TranscriptReader& reader, const Json& block, bool assistant) {
  reader.only(block, {"type", "id", "name", "input", "cache_control"});
  const auto input = block.find("input");
  const bool good = input != block.end() && input->is_object();
  reader.require(assistant && good, "a tool_use that is refused");
  reader.add_call(TranscriptReader::text_at(block, "id"),
                  TranscriptReader::text_at(block, "name"),
                  good ? input->dump() : "");
}

// `others`: blocks that are no results came before it in its message.
void read_result(TranscriptReader& reader,
                 const Json& block,
                 bool assistant,
                 bool others) {
  reader.only(block, {"type", "tool_use_id", "content", "is_error", "cache_control"});
  reader.require(!assistant && !others, "a tool_result behind other blocks");
  std::string text = result_text(reader, block);
  reader.add_result(TranscriptReader::text_at(block, "tool_use_id"), std::move(text));
}

void read_message(TranscriptReader& reader, const Json& message, bool assistant) {
  reader.only(message, {"role", "content"});
  const Json& content = message.at("content");
  reader.require(content.is_array() && !content.empty(), "an empty message");
  bool others = false;
  for (const Json& block : content) {
    const std::string type = TranscriptReader::text_at(block, "type");
    if (type == "tool_result") {
      read_result(reader, block, assistant, others);
      continue;
    }
    if (!others && !assistant) reader.all_answered("before other blocks");
    others = true;
    if (type == "text") {
      read_text(reader, block, assistant);
    } else if (type == "thinking" || type == "redacted_thinking") {
      read_thinking(reader, block, assistant);
    } else if (type == "tool_use") {
      read_call(reader, block, assistant);
    } else {
      reader.require(type == "image", "a block of unknown type: " + type);
      reader.add(Kind::other, assistant, block.dump());
    }
  }
  if (!assistant) reader.all_answered("in the message behind it");
  const bool thought = TranscriptReader::text_at(content.back(), "type") == "thinking";
  reader.require(!assistant || !thought, "an answer that ends in thinking");
}

void read_system(TranscriptReader& reader, const Json& request) {
  const auto system = request.find("system");
  if (system == request.end()) return;
  reader.require(system->is_array() && !system->empty(), "an empty system prompt");
  for (const Json& block : *system) {
    reader.require(!TranscriptReader::is_blank(TranscriptReader::text_at(block, "text")),
                   "a blank system prompt");
  }
  reader.out().system = system->dump();
}

void read_tools(TranscriptReader& reader, const Json& request) {
  const auto tools = request.find("tools");
  if (tools == request.end()) return;
  reader.require(!tools->empty(), "an empty list of tools");
  for (const Json& tool : *tools) {
    reader.only(tool, {"name", "description", "input_schema", "cache_control"});
    reader.offer(TranscriptReader::text_at(tool, "name"), tool.at("input_schema"));
  }
  reader.out().tools = tools->dump();
}

}  // namespace

void read_anthropic(TranscriptReader& reader, const Json& request) {
  reader.only(request,
              {"model",
               "max_tokens",
               "system",
               "tools",
               "messages",
               "thinking",
               "temperature",
               "top_p",
               "top_k",
               "stop_sequences",
               "output_config",
               "stream"});
  reader.out().max_tokens = request.at("max_tokens").get<std::int64_t>();
  read_system(reader, request);
  read_tools(reader, request);
  bool assistant = true;
  for (const Json& message : request.at("messages")) {
    const bool is_assistant = TranscriptReader::text_at(message, "role") == "assistant";
    reader.require(assistant != is_assistant, "roles do not alternate");
    assistant = is_assistant;
    read_message(reader, message, assistant);
  }
  reader.require(!assistant, "the last message is not the user's");
}

}  // namespace pintle::testing

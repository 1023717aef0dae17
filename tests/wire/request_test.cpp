// SPDX-License-Identifier: MIT
// Requests, byte for byte.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "wire/codec.hpp"

namespace pintle::wire {
namespace {

Message assistant(std::vector<Part> parts, std::string model = "m") {
  Message message;
  message.role = Role::assistant;
  message.parts = std::move(parts);
  message.model = std::move(model);
  return message;
}
Message results(std::vector<Part> parts) {
  Message message;
  message.role = Role::tool;
  message.parts = std::move(parts);
  return message;
}
CallPart call(std::uint64_t id, std::string arguments = "{}") {
  CallPart part;
  part.call = CallId{id};
  part.provider_id = "toolu_foreign/" + std::to_string(id);
  part.name = "f";
  part.arguments = std::move(arguments);
  return part;
}
ResultPart result(std::uint64_t id,
                  std::string content,
                  ResultStatus status = ResultStatus::ok) {
  ResultPart part;
  part.call = CallId{id};
  part.name = "f";
  part.status = status;
  part.content = std::move(content);
  return part;
}

// A request and what it points at.
struct Fixture {
  std::string system;
  std::vector<Message> memory;
  std::vector<Message> messages;
  std::vector<Message> notes;
  std::vector<ToolSpec> specs;
  ModelParams params;

  std::string encode(const Codec& codec) const {
    std::vector<const ToolSpec*> tools;
    for (const ToolSpec& spec : specs) tools.push_back(&spec);
    ModelRequest request;
    request.model = "m";
    request.system = system;
    request.memory = memory;
    request.messages = messages;
    request.notes = notes;
    request.tools = tools;
    request.params = params;
    return codec.encode(request).body;
  }
};

// The value of "messages" in the body.
std::string messages_of(const std::string& body) {
  const std::size_t begin = body.find("\"messages\":") + 11;
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = begin; i < body.size(); ++i) {
    if (body[i] == '"' && body[i - 1] != '\\') in_string = !in_string;
    if (in_string) continue;
    depth += body[i] == '[' || body[i] == '{' ? 1 : 0;
    depth -= body[i] == ']' || body[i] == '}' ? 1 : 0;
    if (depth == 0) return body.substr(begin, i + 1 - begin);
  }
  return "";
}

std::string chat_messages(std::vector<Message> messages) {
  Fixture fixture;
  fixture.messages = std::move(messages);
  return messages_of(fixture.encode(*openai_chat_codec()));
}
std::string anthropic_messages(std::vector<Message> messages) {
  Fixture fixture;
  fixture.messages = std::move(messages);
  return messages_of(fixture.encode(*anthropic_messages_codec()));
}

Fixture full() {
  Fixture f;
  f.system = "sys";
  f.memory = {system_message("mem")};
  f.messages = {user_message("hi"),
                assistant({TextPart{"let me"}, call(7, "{\"b\": 1, \"a\":1e400}")}),
                results({result(7, "ok")})};
  f.notes = {user_message("note")};
  ToolSpec tool;
  tool.name = "f";
  tool.description = "does f";
  tool.input_schema = R"({"type": "object"})";
  f.specs = {tool};
  f.params.max_tokens = 100;
  f.params.temperature = 0.5;
  return f;
}

TEST(ChatRequest, HasAllPartsInOrder) {
  EXPECT_EQ(
      full().encode(*openai_chat_codec()),
      R"({"model":"m","messages":[{"role":"system","content":"sys"},)"
      R"({"role":"system","content":"mem"},{"role":"user","content":"hi"},)"
      R"({"role":"assistant","content":"let me","tool_calls":[{"id":"call_7",)"
      R"("type":"function","function":{"name":"f",)"
      R"("arguments":"{\"b\": 1, \"a\":1e400}"}}]},)"
      R"({"role":"tool","tool_call_id":"call_7","content":"ok"},)"
      R"({"role":"user","content":"note"}],)"
      R"("tools":[{"type":"function","function":{"name":"f","description":"does f",)"
      R"("parameters":{"type": "object"}}}],)"
      R"("max_tokens":100,"temperature":0.5,"stream":true,)"
      R"("stream_options":{"include_usage":true}})");
}

TEST(ChatRequest, SendsOnlyTheParametersThatAreSet) {
  Fixture f;
  f.messages = {user_message("x")};
  f.params.max_tokens = 5;
  const std::string prefix =
      R"({"model":"m","messages":[{"role":"user","content":"x"}],)";
  const std::string suffix = R"("stream":true,"stream_options":{"include_usage":true}})";
  EXPECT_EQ(f.encode(*openai_chat_codec()), prefix + R"("max_tokens":5,)" + suffix);
  EXPECT_EQ(f.encode(*openai_chat_codec("https://api.openai.com/v1")),
            prefix + R"("max_completion_tokens":5,)" + suffix);
  EXPECT_EQ(f.encode(*openai_chat_codec("https://api.openai.com.evil.example/v1")),
            prefix + R"("max_tokens":5,)" + suffix);
  f.params.top_p = 0.25;
  f.params.frequency_penalty = 1;
  f.params.presence_penalty = -1;
  f.params.seed = 3;
  f.params.top_k = 4;
  f.params.repeat_penalty = 1.5;
  f.params.stop_sequences = {"a", "b"};
  f.params.thinking_level = "low";
  f.params.output_schema = R"({"type":"object"})";
  EXPECT_EQ(f.encode(*openai_chat_codec()),
            prefix +
                R"("max_tokens":5,"top_p":0.25,"frequency_penalty":1,)"
                R"("presence_penalty":-1,"seed":3,"top_k":4,"repeat_penalty":1.5,)"
                R"("stop":["a","b"],"reasoning_effort":"low","response_format":)"
                R"({"type":"json_schema","json_schema":{"name":"answer",)"
                R"("schema":{"type":"object"}}},)" +
                suffix);
}

TEST(ChatRequest, SaysNullWhereThereAreOnlyCalls) {
  EXPECT_EQ(
      chat_messages({user_message("x"),
                     assistant({ThinkingPart{"hm", "s"}, call(1), call(2)}),
                     results({result(1, ""), result(2, "b")})}),
      R"([{"role":"user","content":"x"},{"role":"assistant","content":null,)"
      R"("tool_calls":[{"id":"call_1","type":"function","function":{"name":"f",)"
      R"("arguments":"{}"}},{"id":"call_2","type":"function","function":{"name":"f",)"
      R"("arguments":"{}"}}]},{"role":"tool","tool_call_id":"call_1","content":""},)"
      R"({"role":"tool","tool_call_id":"call_2","content":"b"}])");
}

TEST(ChatRequest, CarriesImagesOfTheUserAndOfResults) {
  Message question = user_message("see");
  question.parts.emplace_back(ImagePart{"image/png", "QUJD", ""});
  ResultPart shot = result(1, "shot");
  shot.images = {ImagePart{"", "", "https://x/y.png"}};
  EXPECT_EQ(
      chat_messages({question, assistant({call(1)}), results({shot})}),
      R"([{"role":"user","content":[{"type":"text","text":"see"},{"type":"image_url",)"
      R"("image_url":{"url":"data:image/png;base64,QUJD"}}]},)"
      R"({"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":)"
      R"("function","function":{"name":"f","arguments":"{}"}}]},)"
      R"({"role":"tool","tool_call_id":"call_1","content":"shot"},)"
      R"({"role":"user","content":[{"type":"text","text":)"
      "\"(images from the tool results above)\""
      R"(},{"type":"image_url","image_url":{"url":"https://x/y.png"}}]}])");
}

TEST(ChatRequest, NeverSendsAPendingResultOrInvalidUtf8) {
  const std::string sent =
      chat_messages({user_message("a\xFF"
                                  "b"),
                     assistant({call(1)}),
                     results({result(1, "half", ResultStatus::pending)})});
  EXPECT_NE(sent.find("\"content\":\"not run\""), std::string::npos);
  EXPECT_NE(sent.find("a\xEF\xBF\xBD"
                      "b"),
            std::string::npos);
}

TEST(AnthropicRequest, HasAllPartsInOrder) {
  EXPECT_EQ(
      full().encode(*anthropic_messages_codec()),
      R"({"model":"m","max_tokens":100,"system":[{"type":"text","text":"sys"},)"
      R"({"type":"text","text":"mem","cache_control":{"type":"ephemeral"}}],)"
      R"("tools":[{"name":"f","description":"does f","input_schema":)"
      R"({"type": "object"},"cache_control":{"type":"ephemeral"}}],)"
      R"("messages":[{"role":"user","content":[{"type":"text","text":"hi"}]},)"
      R"({"role":"assistant","content":[{"type":"text","text":"let me"},)"
      R"({"type":"tool_use","id":"call_7","name":"f","input":{"b": 1, "a":1e400}}]},)"
      R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"call_7",)"
      R"("content":[{"type":"text","text":"ok"}]},{"type":"text","text":"note"}]}],)"
      R"("temperature":0.5,"stream":true})");
}

TEST(AnthropicRequest, CarriesThinkingInsteadOfSampling) {
  Fixture f;
  f.messages = {user_message("x")};
  f.params.max_tokens = 5'000;
  f.params.temperature = 0.5;
  f.params.thinking_budget = 9'000;
  f.params.thinking_level = "high";
  f.params.stop_sequences = {"a", "  "};
  f.params.output_schema = R"({"type":"object"})";
  EXPECT_EQ(f.encode(*anthropic_messages_codec()),
            R"({"model":"m","max_tokens":5000,"messages":[{"role":"user","content":)"
            R"([{"type":"text","text":"x"}]}],"thinking":{"type":"enabled",)"
            R"("budget_tokens":4999},"stop_sequences":["a"],"output_config":)"
            R"({"effort":"high","format":{"type":"json_schema","schema":)"
            R"({"type":"object"}}},"stream":true})");
}

TEST(AnthropicRequest, BeginsWithTheUser) {
  const std::string opening = R"([{"role":"user","content":[{"type":"text","text":)"
                              "\"(continued)\""
                              R"(}]})";
  EXPECT_EQ(anthropic_messages({assistant({TextPart{"x"}}), user_message("y")}),
            opening + R"(,{"role":"assistant","content":[{"type":"text","text":"x"}]},)"
                      R"({"role":"user","content":[{"type":"text","text":"y"}]}])");
  EXPECT_EQ(anthropic_messages({}), opening + "]");
}

TEST(AnthropicRequest, JoinsNeighboursAndPutsResultsFirst) {
  EXPECT_EQ(
      anthropic_messages({user_message("a"),
                          user_message(" \n"),
                          user_message("b"),
                          assistant({call(1), call(2)}),
                          results({result(1, "x", ResultStatus::error), result(2, " ")}),
                          user_message("c")}),
      R"([{"role":"user","content":[{"type":"text","text":"a"},)"
      R"({"type":"text","text":"b"}]},{"role":"assistant","content":[)"
      R"({"type":"tool_use","id":"call_1","name":"f","input":{}},)"
      R"({"type":"tool_use","id":"call_2","name":"f","input":{}}]},)"
      R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1",)"
      R"("content":[{"type":"text","text":"x"}],"is_error":true},)"
      R"({"type":"tool_result","tool_use_id":"call_2"},)"
      R"({"type":"text","text":"c"}]}])");
}

TEST(AnthropicRequest, ReplaysSignedReasoningToItsOwnModelOnly) {
  ThinkingPart redacted;
  redacted.redacted = true;
  redacted.signature = "zzz";
  const std::vector<Part> parts = {ThinkingPart{"step\n", "sig=="},
                                   redacted,
                                   ThinkingPart{"unsigned", ""},
                                   TextPart{"x"}};
  EXPECT_EQ(
      anthropic_messages({user_message("a"), assistant(parts, "m"), user_message("b")}),
      R"([{"role":"user","content":[{"type":"text","text":"a"}]},)"
      R"({"role":"assistant","content":[{"type":"thinking","thinking":"step\n",)"
      R"("signature":"sig=="},{"type":"redacted_thinking","data":"zzz"},)"
      R"({"type":"text","text":"x"}]},)"
      R"({"role":"user","content":[{"type":"text","text":"b"}]}])");
  const std::string other =
      anthropic_messages({user_message("a"), assistant(parts, "n"), user_message("b")});
  EXPECT_EQ(other.find("thinking"), std::string::npos);
}

TEST(AnthropicRequest, StripsBlanksAtTheEndOfAFinalAnswer) {
  EXPECT_EQ(anthropic_messages({user_message("a"), assistant({TextPart{"so far: \n"}})}),
            R"([{"role":"user","content":[{"type":"text","text":"a"}]},)"
            R"({"role":"assistant","content":[{"type":"text","text":"so far:"}]}])");
}

TEST(AnthropicRequest, SendsAProvidersOwnBlocksBackToItOnly) {
  const std::string json = R"({"type": "server_tool_use"})";
  const auto sent = [&](const char* provider) {
    return anthropic_messages(
        {user_message("a"), assistant({OpaquePart{provider, json}, TextPart{"b"}})});
  };
  EXPECT_NE(sent("anthropic").find(json), std::string::npos);
  EXPECT_EQ(sent("openai").find("server_tool_use"), std::string::npos);
}

TEST(AnthropicRequest, SendsAnObjectAsInputWhateverTheArgumentsWere) {
  const std::string sent = anthropic_messages(
      {user_message("a"), assistant({call(1, "[1]")}), results({result(1, "x")})});
  EXPECT_NE(sent.find("\"input\":{}"), std::string::npos);
}

TEST(Codecs, NameTheirPathsAndKeys) {
  const ModelRequest request;
  EXPECT_EQ(openai_chat_codec()->encode(request).path, "/v1/chat/completions");
  EXPECT_EQ(anthropic_messages_codec()->encode(request).path, "/v1/messages");
  EXPECT_EQ(openai_chat_codec()->auth_header("k").second, "Bearer k");
  EXPECT_EQ(anthropic_messages_codec()->auth_header("k").first, "x-api-key");
}

}  // namespace
}  // namespace pintle::wire

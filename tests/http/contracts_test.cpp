// SPDX-License-Identifier: MIT
// The contracts of models and routers, run on those over HTTP, against a server on
// 127.0.0.1 that answers well, in any split, and badly.
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/http/defaults.hpp"
#include "pintle/http/providers.hpp"
#include "pintle/testing/contracts/model.hpp"
#include "pintle/testing/contracts/model_router.hpp"
#include "pintle/testing/http_server.hpp"

#include "http/harness.hpp"
#include "http/wire_bodies.hpp"
#include "policy/made_model.hpp"

namespace pintle::http_test {
namespace {

using testing::Faults;
using ::testing::HasSubstr;
using testing::HttpReply;
using testing::HttpServer;
using ::testing::IsEmpty;

constexpr std::size_t splits[] = {1, 7, 100'000};

std::string event(const std::string& json) {
  return "data: " + json + "\n\n";
}

std::string chat_delta(const std::string& delta) {
  return event(R"({"id":"c1","choices":[{"index":0,"delta":{)" + delta +
               R"(},"finish_reason":null}]})");
}

std::string chat_call(const std::string& call) {
  return chat_delta(R"("tool_calls":[{)" + call + "}]");
}

// Reasoning, text with an escaped pair cut in two, and two calls, one of them nameless
// until its arguments came.
std::string rich_chat() {
  return chat_delta(R"("reasoning_content":"hm, ")") +
         chat_delta(R"("content":"Gr\u00fc\ud83c")") +
         chat_delta(R"("content":"\udf0d")") +
         chat_call(R"("index":0,"id":"a","function":{"name":"add","arguments":""})") +
         chat_call(R"("index":0,"function":{"arguments":"{\"a\":"})") +
         chat_call(R"("index":0,"function":{"arguments":"1}"})") +
         chat_call(R"("index":1,"id":"","function":{"arguments":"{}"})") +
         chat_call(R"("index":1,"function":{"name":"sub"})") +
         event(R"({"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]})") +
         event(R"({"choices":[],"usage":{"prompt_tokens":-3,"completion_tokens":2,)"
               R"("completion_tokens_details":{"reasoning_tokens":9},"cost":-1.5}})") +
         "data: [DONE]\n\n";
}

std::string block(int index, const std::string& start, const std::string& deltas) {
  const std::string at = R"(,"index":)" + std::to_string(index);
  return event(R"({"type":"content_block_start")" + at + R"(,"content_block":{)" + start +
               "}}") +
         deltas + event(R"({"type":"content_block_stop")" + at + "}");
}

std::string block_delta(int index, const std::string& delta) {
  return event(R"({"type":"content_block_delta","index":)" + std::to_string(index) +
               R"(,"delta":{)" + delta + "}}");
}

std::string messages_answer(const std::string& blocks) {
  return event(R"({"type":"message_start","message":{"id":"m1","content":[],)"
               R"("usage":{"input_tokens":7,"output_tokens":1}}})") +
         blocks +
         event(R"({"type":"message_delta","delta":{"stop_reason":"tool_use"},)"
               R"("usage":{"output_tokens":2}})") +
         event(R"({"type":"message_stop"})");
}

// Thinking shown, withheld and encrypted; a server's tool; text; calls with their input
// in pieces and at once.
std::string rich_messages() {
  const std::string thinking = R"("type":"thinking","thinking":"","signature":"")";
  return messages_answer(
      block(0,
            thinking,
            block_delta(0, R"("type":"thinking_delta","thinking":"hm")") +
                block_delta(0, R"("type":"signature_delta","signature":"s1")")) +
      block(1, thinking, block_delta(1, R"("type":"signature_delta","signature":"s2")")) +
      block(2, R"("type":"redacted_thinking","data":"xyz")", "") +
      block(3,
            R"("type":"server_tool_use","id":"st","name":"web_search","input":{})",
            block_delta(3, R"("type":"input_json_delta","partial_json":"{\"q\":1}")")) +
      block(4,
            R"("type":"text","text":"")",
            block_delta(4, R"("type":"text_delta","text":"Gr\u00fc\ud83c\udf0d")")) +
      block(5,
            R"("type":"tool_use","id":"t1","name":"add","input":{})",
            block_delta(5, R"("type":"input_json_delta","partial_json":"{\"a\"")") +
                block_delta(5, R"("type":"input_json_delta","partial_json":":1}")")) +
      block(6, R"("type":"tool_use","id":"t2","name":"sub","input":{"b":2})", ""));
}

using MakeModel = std::shared_ptr<Model> (*)(ProviderOptions);

class ModelContractOverHttp : public ::testing::Test {
 protected:
  Faults check(MakeModel make, const std::string& url) {
    ProviderOptions options;
    options.model = "some-model";
    options.base_url = url;
    options.api_key = "key-of-the-test";
    options.limits = limits;
    options.transport = curl_transport(drive.executor);
    return testing::check_model([&] { return make(options); }, drive.executor);
  }
  Faults check(MakeModel make, UniqueFunction<HttpReply()> reply) {
    HttpServer server;
    server.answer_by([&reply](const testing::ReceivedRequest&) { return reply(); });
    return check(make, server.url());
  }
  Faults check_body(MakeModel make, const std::string& body, std::size_t split) {
    return check(make, [&] { return event_stream(body, split); });
  }

  Limits limits;
  Drive drive;
};

// Else the suite would be run on failures only.
TEST_F(ModelContractOverHttp, IsGivenAnswersThatAreRead) {
  const auto read = [&](MakeModel make, const std::string& body) {
    HttpServer server;
    server.answer(event_stream(body, 100));
    ProviderOptions options;
    options.model = "some-model";
    options.base_url = server.url();
    const Greeting greeting(drive.executor);
    return answer_of(drive, *make(options)->stream(greeting.request()));
  };
  for (const Answered& answer :
       {read(openai_chat_model, rich_chat()), read(anthropic_model, rich_messages())}) {
    ASSERT_TRUE(answer.end);
    EXPECT_EQ(answer.end->stop.kind, StopKind::tool_use);
    EXPECT_EQ(answer.calls.size(), 2U);
    EXPECT_THAT(answer.thinking, HasSubstr("hm"));
    EXPECT_THAT(answer.text, HasSubstr("Gr\u00fc"));
  }
}

TEST_F(ModelContractOverHttp, HoldsForChatInAnySplit) {
  for (const std::size_t split : splits) {
    EXPECT_THAT(check_body(openai_chat_model, rich_chat(), split), IsEmpty()) << split;
  }
}

TEST_F(ModelContractOverHttp, HoldsForMessagesInAnySplit) {
  for (const std::size_t split : splits) {
    EXPECT_THAT(check_body(anthropic_model, rich_messages(), split), IsEmpty()) << split;
  }
}

TEST_F(ModelContractOverHttp, HoldsWhereTheTextHoldsCalls) {
  const MakeModel wrapped = [](ProviderOptions options) -> std::shared_ptr<Model> {
    return std::make_shared<model_test::TextCallModel>(
        openai_chat_model(std::move(options)));
  };
  const std::string body = chat_chunk("I <Tool") +
                           chat_chunk("Call>{\"name\":\"add\",\"arguments\":{\"a\":") +
                           chat_chunk("1}}</ToolCall> add <To") + rich_chat();
  EXPECT_THAT(check_body(wrapped, body, 7), IsEmpty());
}

TEST_F(ModelContractOverHttp, HoldsForCallsWithoutNames) {
  EXPECT_THAT(
      check_body(
          openai_chat_model,
          chat_call(R"("index":0,"id":"a","function":{"arguments":"{}"})") + chat_end(),
          100'000),
      IsEmpty());
  EXPECT_THAT(
      check_body(anthropic_model,
                 messages_answer(block(
                     0,
                     R"("type":"tool_use","id":"t1","name":"","input":{})",
                     block_delta(0, R"("type":"input_json_delta","partial_json":"{}")"))),
                 100'000),
      IsEmpty());
}

/// What a server may do instead of answering.
std::map<std::string, HttpReply> bad_replies() {
  const std::string part = chat_chunk("part");
  std::map<std::string, HttpReply> all;
  all["an error"] = HttpReply().status(401).piece(R"({"error":{"message":"no"}})");
  all["an empty error"] = HttpReply().status(500);
  all["a page"] = HttpReply().header("content-type", "text/html").piece("<html>");
  all["a redirect"] = HttpReply().status(302).header("location", "http://h/");
  all["nothing"] = HttpReply();
  all["an empty stream"] = event_stream("", 1);
  all["no JSON"] = event_stream("data: {\"choices\":[{\n\n", 100);
  all["no UTF-8"] = event_stream(chat_delta("\"content\":\"\xC3\"") + chat_end(), 100);
  all["an error in the stream"] =
      event_stream(part + event(R"({"error":{"message":"overloaded"}})"), 1'000);
  all["a torn stream"] = event_stream(part, 1'000).end(HttpReply::End::tear);
  all["a torn connection"] =
      HttpReply().framing(HttpReply::Framing::none).end(HttpReply::End::tear);
  all["no HTTP"] = HttpReply().framing(HttpReply::Framing::none).piece("hello\r\n\r\n");
  all["no HTTP"].end(HttpReply::End::close);
  return all;
}

TEST_F(ModelContractOverHttp, HoldsWhateverTheServerDoesInstead) {
  for (const auto& [what, reply] : bad_replies()) {
    for (const MakeModel make : {anthropic_model, openai_chat_model}) {
      EXPECT_THAT(check(make, [&reply = reply] { return reply; }), IsEmpty()) << what;
    }
  }
}

TEST_F(ModelContractOverHttp, HoldsWhereTheServerFallsSilent) {
  limits.first_content_ms = 10;
  limits.between_content_ms = 10;
  const auto silent = [](std::string body) {
    return event_stream(body, 1'000).end(HttpReply::End::hang);
  };
  EXPECT_THAT(check(openai_chat_model, [&] { return silent(chat_chunk("part")); }),
              IsEmpty());
  EXPECT_THAT(check(anthropic_model, [&] { return silent(": ping\n\n"); }), IsEmpty());
}

TEST_F(ModelContractOverHttp, HoldsWithoutAServer) {
  const std::string closed = "http://127.0.0.1:" + std::to_string(testing::unused_port());
  for (const std::string& url : {closed, std::string("localhost:1"), std::string("::")}) {
    EXPECT_THAT(check(openai_chat_model, url), IsEmpty()) << url;
    EXPECT_THAT(check(anthropic_model, url), IsEmpty()) << url;
  }
}

std::shared_ptr<ModelRouter> router(std::map<std::string, std::string> variables) {
  return router_from_env(environment_of(std::move(variables))).value();
}

TEST(ModelRouterContractOverHttp, HoldsForTheRouterOfTheEnvironment) {
  EXPECT_THAT(testing::check_model_router(
                  [&] {
                    return router({{"ANTHROPIC_API_KEY", "a"}, {"OPENAI_API_KEY", "o"}});
                  },
                  {std::string(defaults::anthropic_model),
                   std::string(defaults::openai_model),
                   "claude-x",
                   "any other"}),
              IsEmpty());
  EXPECT_THAT(testing::check_model_router(
                  [&] {
                    return router({{"ANTHROPIC_API_KEY", "a"}});
                  },
                  {"claude-x"},
                  "gpt-5.6"),
              IsEmpty());
  EXPECT_THAT(testing::check_model_router(
                  [&] {
                    return router({{"OPENAI_API_KEY", "o"},
                                   {"OPENAI_BASE_URL", "http://h"},
                                   {"PINTLE_MODEL", "mine"}});
                  },
                  {"mine", "claude-x"}),
              IsEmpty());
}

TEST(ModelRouterContractOverHttp, ItsModelsKeepTheContractOfModels) {
  HttpServer server;
  server.answer_by(
      [](const testing::ReceivedRequest&) { return event_stream(rich_messages(), 100); });
  Executor executor;
  EXPECT_THAT(testing::check_model(
                  [&] {
                    return router({{"ANTHROPIC_API_KEY", "a"},
                                   {"ANTHROPIC_BASE_URL", server.url()}})
                        ->get_model("")
                        .value();
                  },
                  executor),
              IsEmpty());
}

}  // namespace
}  // namespace pintle::http_test

// SPDX-License-Identifier: MIT
// What the corpus does not hold: limits, ends, whole bodies, and the order of pieces.
#include <string>

#include <gtest/gtest.h>

#include "pintle/json_text.hpp"

#include "wire/answer.hpp"
#include "wire/codec.hpp"

namespace pintle::testing {
namespace {

std::string chunk(const std::string& choice) {
  return "data: {\"choices\":[{\"index\":0," + choice + "}]}\n\n";
}
std::string delta(const std::string& members) {
  return chunk("\"delta\":{" + members + "}");
}
std::string call(const std::string& members) {
  return delta("\"tool_calls\":[{" + members + "}]");
}
const std::string done = "data: [DONE]\n\n";

Answer chat(const std::string& body, const Limits& limits = Limits()) {
  const auto decoder = wire::openai_chat_codec()->decoder(limits);
  return decode(*decoder, body, cuts_each(body.size(), 5));
}
Answer chat_whole(const std::string& body) {
  const auto decoder = wire::openai_chat_codec()->whole_decoder(Limits());
  return decode(*decoder, body, cuts_each(body.size(), 5));
}
Answer anthropic(const std::string& body) {
  const auto decoder = wire::anthropic_messages_codec()->decoder(Limits());
  return decode(*decoder, body, cuts_each(body.size(), 5));
}
Answer anthropic_whole(const std::string& body) {
  const auto decoder = wire::anthropic_messages_codec()->whole_decoder(Limits());
  return decode(*decoder, body, cuts_each(body.size(), 5));
}

TEST(ChatDecoder, EndsOnceAndIgnoresWhatFollows) {
  const auto decoder = wire::openai_chat_codec()->decoder(Limits());
  Answer answer;
  decoder->feed(delta(R"("content":"a")") + done + delta(R"("content":"b")"));
  drain(*decoder, answer);
  EXPECT_EQ(answer.endings, 1);
  decoder->feed(delta(R"("content":"c")") + done);
  decoder->finish();
  drain(*decoder, answer);
  EXPECT_EQ(answer.text, "a");
  EXPECT_EQ(answer.endings, 1);
}

TEST(ChatDecoder, TakesNoNumberFromAnObjectThatBreaksOff) {
  const std::string answer =
      delta(R"("content":"a")") + chunk(R"("delta":{},"finish_reason":"stop")");
  const std::string usage =
      R"(data: {"choices":[],"usage":{"prompt_tokens":879,"completion_tokens":36}})";
  for (std::size_t size = 7; size < usage.size(); ++size) {
    const Answer torn = chat(answer + usage.substr(0, size));
    EXPECT_EQ(torn.endings, 1) << size;
    ASSERT_TRUE(torn.stop) << "the answer itself is whole " << size;
    EXPECT_EQ(torn.text, "a");
    EXPECT_FALSE(torn.usage && (torn.usage->input || torn.usage->output)) << size;
  }
  EXPECT_EQ(chat(answer + usage).usage->output, 36);
}

// Found by fuzzing: a member that is missing was looked for behind the text's end.
TEST(Decoders, ReadNothingFromAnObjectWithABraceTooMany) {
  const std::string start =
      R"(data: {"type":"message_start","message":{"id":"m","content":[]}})";
  const std::string stop =
      R"(data: {"type":"message_delta","delta":{"s":"max_tokens"}}})";
  const Answer messages = anthropic(start + "\n\n" + stop + "\n\n");
  ASSERT_TRUE(messages.error);
  EXPECT_EQ(messages.error->kind, GenerationKind::protocol);
  const Answer answer = chat(R"(data: {"choices":[{"delta":{"content":"a"}}]}})"
                             "\n\n" +
                             done);
  ASSERT_TRUE(answer.error);
  EXPECT_EQ(answer.text, "");
}

TEST(ChatDecoder, IsNotCompleteByAFinishReasonThatBreaksOff) {
  const Answer torn =
      chat(delta(R"("content":"a")") +
           R"(data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop")");
  EXPECT_TRUE(torn.error);
}

TEST(ChatDecoder, IsCompleteFromTheFinishReasonOn) {
  const auto decoder = wire::openai_chat_codec()->decoder(Limits());
  Answer answer;
  decoder->feed(delta(R"("content":"a")"));
  drain(*decoder, answer);
  EXPECT_FALSE(decoder->complete());
  decoder->feed(chunk(R"("delta":{},"finish_reason":"stop")"));
  drain(*decoder, answer);
  EXPECT_TRUE(decoder->complete());
  EXPECT_EQ(answer.endings, 0) << "usage may follow";
}

TEST(ChatDecoder, CountsContentButNoKeepAlives) {
  const auto decoder = wire::openai_chat_codec()->decoder(Limits());
  Answer answer;
  decoder->feed(": keep-alive\n\n" + delta(R"("role":"assistant","content":"")"));
  drain(*decoder, answer);
  EXPECT_EQ(decoder->content_count(), 0U);
  decoder->feed(delta(R"("content":"a")"));
  drain(*decoder, answer);
  EXPECT_EQ(decoder->content_count(), 1U);
  decoder->feed(call(R"("index":0,"function":{"name":"f","arguments":"{"})"));
  drain(*decoder, answer);
  EXPECT_EQ(decoder->content_count(), 2U) << "arguments that are held back are content";
}

TEST(ChatDecoder, StreamsArgumentsOnceTheNameIsKnown) {
  const auto decoder = wire::openai_chat_codec()->decoder(Limits());
  Answer answer;
  decoder->feed(call(R"("index":0,"id":"a","function":{"name":"f","arguments":""})"));
  drain(*decoder, answer);
  EXPECT_TRUE(answer.calls.empty()) << "the name may go on";
  decoder->feed(call(R"("index":0,"function":{"arguments":"{\"x\""})"));
  drain(*decoder, answer);
  ASSERT_EQ(answer.calls.size(), 1U);
  EXPECT_EQ(answer.calls[0].arguments, "{\"x\"");
}

TEST(ChatDecoder, OpensAnotherCallWhereTheOneBeforeWasClosed) {
  // Gemini's compatible endpoint: no ids, index 0 for every call.
  const Answer answer =
      chat(call(R"("index":0,"id":"","function":{"name":"f","arguments":"{}"})") +
           call(R"("index":0,"id":"","function":{"name":"f","arguments":"{}"})") +
           chunk(R"("delta":{},"finish_reason":"stop")"));
  EXPECT_EQ(answer.calls.size(), 2U);
  EXPECT_EQ(answer.stop.value().kind, StopKind::tool_use);
}

TEST(ChatDecoder, FailsACallThatNeverGotAName) {
  const Answer answer = chat(call(R"("index":0,"id":"a","function":{"arguments":"{}"})") +
                             chunk(R"("delta":{},"finish_reason":"tool_calls")"));
  EXPECT_EQ(answer.error.value().kind, GenerationKind::malformed_call);
}

TEST(ChatDecoder, ReportsBrokenJson) {
  for (const char* body : {"data: {\"choices\":[{\"delta\":{\"content\":\"a\n\n",
                           "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}\n\n",
                           "data: {\"choices\":[{\"delta\":{\"content\":\"\\x\"}}]}\n\n",
                           "data: {{{{\n\n",
                           "data: nonsense\n\n"}) {
    const Answer answer = chat(body);
    ASSERT_TRUE(answer.error) << body;
    EXPECT_EQ(answer.error->kind, GenerationKind::protocol) << body;
    EXPECT_TRUE(is_retryable(*answer.error)) << body;
  }
}

TEST(ChatDecoder, IsNoSuccessWithoutAnyAnswer) {
  for (const std::string& body :
       {std::string(), done, std::string("data: {}\n\n") + done}) {
    EXPECT_TRUE(chat(body).error) << body;
  }
}

TEST(ChatDecoder, SkipsNestingHoweverDeep) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  const Answer skipped = chat(delta("\"x\":" + deep + ",\"content\":\"a\"") + done);
  EXPECT_EQ(skipped.text, "a");
  const Answer called = chat(call(R"("index":0,"id":"a","function":{"name":"f",)"
                                  "\"arguments\":{\"x\":" +
                                  deep + "}}") +
                             done);
  ASSERT_EQ(called.calls.size(), 1U);
  EXPECT_FALSE(is_json(called.calls[0].arguments)) << "too deep for whoever reads it";
}

TEST(ChatDecoder, MendsBytesThatAreNoUtf8) {
  const Answer answer = chat(delta("\"content\":\"a\xFF\xC3z\"") + done);
  EXPECT_EQ(answer.text, "a\xEF\xBF\xBD\xEF\xBF\xBDz");
}

TEST(ChatDecoder, KeepsSurrogatePairsAndDropsHalves) {
  const Answer answer =
      chat(delta(R"("content":"\ud83d\ude80 \ud83d \ude80 \\ud83d")") + done);
  EXPECT_EQ(answer.text, "\xF0\x9F\x9A\x80 \xEF\xBF\xBD \xEF\xBF\xBD \\ud83d");
}

TEST(ChatDecoder, GivesUpAtALineThatIsTooLong) {
  Limits limits;
  limits.sse_line_bytes = 100;
  const Answer answer =
      chat(delta("\"content\":\"" + std::string(200, 'x') + "\""), limits);
  EXPECT_EQ(answer.error.value().kind, GenerationKind::protocol);
  EXPECT_FALSE(is_retryable(*answer.error));
}

TEST(ChatDecoder, CutsAnAnswerThatIsTooLong) {
  Limits limits;
  limits.answer_bytes = 10;
  std::string body;
  for (int i = 0; i < 10; ++i) body += delta(R"("content":"1234")");
  const Answer answer = chat(body + done, limits);
  EXPECT_EQ(answer.text, "12341234");
  EXPECT_EQ(answer.stop.value().kind, StopKind::max_tokens);
}

TEST(ChatDecoder, LeavesContradictingUsageUnknown) {
  const auto usage = [](const char* numbers) {
    return chat(delta(R"("content":"a")") + "data: {\"choices\":[],\"usage\":{" +
                numbers + "}}\n\n" + done)
        .usage;
  };
  const auto contradiction = usage(R"("prompt_tokens":5,"completion_tokens":2,)"
                                   R"("prompt_tokens_details":{"cached_tokens":9})");
  ASSERT_TRUE(contradiction);
  EXPECT_FALSE(contradiction->input);
  EXPECT_EQ(contradiction->output, 2);
  const auto negative = usage(R"("prompt_tokens":-1,"completion_tokens":2)");
  EXPECT_FALSE(negative.value().input);
  const auto priced = usage(R"("prompt_tokens":1,"completion_tokens":2,"cost":0.00012)");
  EXPECT_EQ(priced.value().cost_micro, 120);
  EXPECT_FALSE(usage(R"("prompt_tokens":null)"));
}

TEST(ChatDecoder, DoesNotTakeUncountedReasoningForNone) {
  const Answer answer = chat(
      delta(R"("reasoning":"hm","content":"a")") +
      "data: "
      "{\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}\n\n" +
      done);
  EXPECT_FALSE(answer.usage.value().reasoning);
}

TEST(ChatDecoder, ReadsAWholeBodyWithCallsAndReasoning) {
  const Answer answer =
      chat_whole(R"({"choices":[{"index":0,"message":{"role":"assistant","content":null,)"
                 R"("reasoning_content":"hm","tool_calls":[{"id":"a","type":"function",)"
                 R"("function":{"name":"f","arguments":"{\"x\":1}"}}]},)"
                 R"("finish_reason":"tool_calls"}],)"
                 R"("usage":{"prompt_tokens":3,"completion_tokens":4}})");
  EXPECT_EQ(answer.thinking, "hm");
  ASSERT_EQ(answer.calls.size(), 1U);
  EXPECT_EQ(answer.calls[0].arguments, "{\"x\":1}");
  EXPECT_EQ(answer.usage.value().input, 3);
}

TEST(ChatDecoder, FailsAWholeBodyThatIsAnErrorOrEmpty) {
  EXPECT_EQ(chat_whole(R"({"error":{"message":"x","code":429}})").error.value().kind,
            GenerationKind::rate_limit);
  EXPECT_EQ(chat_whole(R"({"choices":[]})").error.value().kind,
            GenerationKind::truncated_stream);
  EXPECT_EQ(chat_whole("").error.value().kind, GenerationKind::protocol);
  EXPECT_EQ(chat_whole("[1]").error.value().kind, GenerationKind::protocol);
}

TEST(AnthropicDecoder, ReadsAWholeMessage) {
  const Answer answer = anthropic_whole(
      R"({"type":"message","id":"m","role":"assistant","content":[)"
      R"({"type":"thinking","thinking":"hm","signature":"sig"},)"
      R"({"type":"redacted_thinking","data":"xyz"},)"
      R"({"type":"text","text":"hi"},)"
      R"({"type":"tool_use","id":"t","name":"f","input":{"x":[1, 2]}}],)"
      R"("stop_reason":"tool_use","usage":{"input_tokens":3,"output_tokens":4}})");
  EXPECT_EQ(answer.text, "hi");
  EXPECT_EQ(answer.thinking, "hm");
  EXPECT_EQ(answer.signatures, std::vector<std::string>{"sig"});
  EXPECT_EQ(answer.redacted, std::vector<std::string>{"xyz"});
  ASSERT_EQ(answer.calls.size(), 1U);
  EXPECT_EQ(answer.calls[0].arguments, "{\"x\":[1, 2]}");
  EXPECT_EQ(answer.stop.value().kind, StopKind::tool_use);
  EXPECT_EQ(anthropic_whole(R"({"type":"error","error":{"type":"overloaded_error"}})")
                .error.value()
                .kind,
            GenerationKind::overloaded);
}

TEST(AnthropicDecoder, KeepsAServerSideBlockAsItWouldBeSentBack) {
  const Answer answer = anthropic(
      "data: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"content\":[]}}\n\n"
      "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":"
      "\"server_tool_use\",\"id\":\"s\",\"name\":\"web_search\",\"input\":{}}}\n\n"
      "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":"
      "\"input_json_delta\",\"partial_json\":\"{\\\"query\\\":\"}}\n\n"
      "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":"
      "\"input_json_delta\",\"partial_json\":\" \\\"x\\\"}\"}}\n\n"
      "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
      "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":"
      "\"web_search_tool_result\",\"tool_use_id\":\"s\",\"content\":[1]}}\n\n"
      "data: {\"type\":\"content_block_stop\",\"index\":1}\n\n"
      "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"pause_turn\"}}\n\n"
      "data: {\"type\":\"message_stop\"}\n\n");
  const std::vector<std::string> blocks = {
      R"({"type":"server_tool_use","id":"s","name":"web_search","input":{"query": "x"}})",
      R"({"type":"web_search_tool_result","tool_use_id":"s","content":[1]})"};
  EXPECT_EQ(answer.provider_blocks, blocks);
  EXPECT_TRUE(answer.calls.empty());
  EXPECT_EQ(answer.stop.value().kind, StopKind::pause);
}

TEST(AnthropicDecoder, FailsACallWithoutANameUnlessTheAnswerWasCut) {
  const auto body = [](const std::string& stop) {
    return R"({"type":"message","id":"m","content":[{"type":"tool_use","id":"a",)"
           R"("name":"","input":{"x":1}}],"stop_reason":")" +
           stop + "\"}";
  };
  const Answer failed = anthropic_whole(body("tool_use"));
  EXPECT_EQ(failed.error.value().kind, GenerationKind::malformed_call);
  EXPECT_TRUE(failed.calls.empty());
  const Answer cut = anthropic_whole(body("max_tokens"));
  EXPECT_EQ(cut.stop.value().kind, StopKind::max_tokens);
  EXPECT_TRUE(cut.calls.empty());
}

TEST(AnthropicDecoder, TakesAStopReasonForTheEndWhereTheStopIsMissing) {
  const Answer answer = anthropic(
      "data: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"content\":[]}}\n\n"
      "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":"
      "\"text\",\"text\":\"hi\"}}\n\n"
      "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}\n\n");
  EXPECT_EQ(answer.text, "hi");
  EXPECT_EQ(answer.stop.value().kind, StopKind::end_turn);
  EXPECT_FALSE(answer.usage) << "no usage is unknown usage";
}

}  // namespace
}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
#include "core/text_protocol.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/testing/scripted_model.hpp"
#include "pintle/text_protocol.hpp"

namespace pintle {
namespace {

// What the parser gives for `bytes`, with each call as [name arguments] in its place.
std::string fed(TextProtocolParser& parser, std::string_view bytes) {
  std::string out;
  parser.feed(bytes);
  while (const auto event = parser.next()) {
    if (const auto* shown = std::get_if<text_protocol::Text>(&*event))
      out += shown->bytes;
    if (const auto* call = std::get_if<text_protocol::Call>(&*event)) {
      out += "[" + call->name + " " + call->arguments + "]";
    }
  }
  return out;
}

// What a reader sees of a whole text.
std::string parsed(std::string_view text, std::size_t fragment) {
  TextProtocolParser parser;
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += fragment) {
    const std::string delta(text.substr(at, fragment));  // dies, as deltas do
    out += fed(parser, delta);
  }
  out += parser.finish();
  return out;
}

void expect(std::string_view text, std::string_view wanted) {
  for (const std::size_t fragment : {1U, 2U, 3U, 7U, 16U, 100'000U}) {
    EXPECT_EQ(parsed(text, fragment), wanted) << "in fragments of " << fragment;
  }
}

TEST(Scenarios, S40_ATextCallIsACallAndItsMarkupIsNeverShown) {
  expect(
      R"(Let me look.<ToolCall>{"name":"read","arguments":{"p":"a"}}</ToolCall> Done.)",
      R"(Let me look.[read {"p":"a"}] Done.)");
}

TEST(Scenarios, S40_ATextCallInsideACodeFenceIsText) {
  const std::string call = R"(<ToolCall>{"name":"r"}</ToolCall>)";
  for (const std::string fence : {"```", "~~~", "````", "  ```"}) {
    const std::string code = "See:\n" + fence + "json\n" + call + "\n" + fence + "\n";
    expect(code + call, code + "[r {}]");
  }
  expect("~~~\n```\n" + call + "\n~~~\n" + call, "~~~\n```\n" + call + "\n~~~\n[r {}]");
}

TEST(Scenarios, S40_ATextCallInsideAnInlineCodeSpanIsText) {
  const std::string call = R"(<ToolCall>{"name":"r"}</ToolCall>)";
  expect("Write `" + call + "` so.", "Write `" + call + "` so.");
  expect("``a ` " + call + "`` " + call, "``a ` " + call + "`` [r {}]");
  expect("A stray ` on a line\n" + call, "A stray ` on a line\n[r {}]");
}

TEST(TextProtocol, TakesSeveralCallsAndAnArrayOfCalls) {
  expect(R"(<ToolCall>{"name":"a"}</ToolCall><ToolCall>{"name":"b"}</ToolCall>)",
         "[a {}][b {}]");
  expect(
      R"(<ToolCall> [{"name":"a","arguments":[{"name":"x"}]}, {"name":"b"}] </ToolCall>)",
      R"([a [{"name":"x"}]][b {}])");
}

TEST(TextProtocol, KeepsTheArgumentsAsTheyAreWritten) {
  expect(R"(<ToolCall>{"arguments": {"n": 1.00 , "m":{}} ,"name":"\u0061"}</ToolCall>)",
         R"([a {"n": 1.00 , "m":{}}])");
  expect(R"(<ToolCall>{"name":"a","arguments":"{}"}</ToolCall>)", R"([a "{}"])");
}

TEST(TextProtocol, GivesTheRawBlockOfACallThatIsMalformedButNamed) {
  expect(R"(<ToolCall>{"name":"a","arguments":{"p":}}</ToolCall>x)",
         R"([a {"name":"a","arguments":{"p":}}]x)");
}

TEST(TextProtocol, GivesBackWhatIsNoCall) {
  for (const std::string_view text : {"<ToolCall>no JSON</ToolCall>",
                                      "<ToolCall>{\"name\":\"a\"}",
                                      "<ToolCall>{}</ToolCall>",
                                      "a < b, <Tool>, <<ToolCal",
                                      "<"}) {
    expect(text, text);
  }
}

TEST(TextProtocol, FindsATagThatFollowsAFalseStart) {
  expect(R"(<<Tool<ToolCall>{"name":"a"}</ToolCall>)", "<<Tool[a {}]");
}

TEST(TextProtocol, HoldsBackOnlyWhatMayBecomeTheTag) {
  TextProtocolParser parser;
  EXPECT_EQ(fed(parser, "shown <Tool"), "shown ");
  EXPECT_EQ(fed(parser, "Call"), "");
  EXPECT_EQ(fed(parser, "ing"), "<ToolCalling");
  EXPECT_EQ(fed(parser, " <"), " ");
  EXPECT_EQ(parser.finish(), "<");
}

TEST(TextProtocol, PassesTextOnAsAViewOfWhatWasFed) {
  TextProtocolParser parser;
  const std::string delta = "a < b, `<ToolCall>` and <Tool";
  parser.feed(delta);
  const auto text = std::get<text_protocol::Text>(parser.next().value());
  EXPECT_EQ(text.bytes, "a < b, `<ToolCall>` and ");
  EXPECT_EQ(text.bytes.data(), delta.data());
  EXPECT_FALSE(parser.next());
}

// The text of a stream, with its native calls as {name}.
std::string streamed(std::vector<testing::ScriptedEvent> events) {
  const std::shared_ptr<Model> model = testing::scripted_model().plays(std::move(events));
  const auto stream = text_protocol_stream(model->stream(ModelRequest()));
  std::string out;
  while (const auto event = stream->poll(Waker())) {
    if (const auto* text = std::get_if<model::Text>(&*event)) out += text->bytes;
    if (const auto* call = std::get_if<model::CallStart>(&*event)) {
      out += "{" + std::string(call->name) + "}";
    }
    if (std::holds_alternative<model::End>(*event)) return out + ".";
  }
  return out;
}

TEST(TextProtocolStream, GivesBackWhatWasHeldBeforeANativeCall) {
  using Event = testing::ScriptedEvent;
  const Event held{Event::What::text, 0, "if a <", {}, {}, {}, {}, {}};
  const Event call{Event::What::call_start, 0, "c", "look", {}, {}, {}, {}};
  const Event more{Event::What::text, 0, "ToolCall>", {}, {}, {}, {}, {}};
  const Event end{Event::What::end, 0, {}, {}, {}, {}, {}, {}};
  EXPECT_EQ(streamed({held, call, more, end}), "if a <{look}ToolCall>.");
  EXPECT_EQ(streamed({held, end}), "if a <.");
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "core/text_protocol.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace pintle {
namespace {

// What a reader sees, with each call as [name arguments] in its place.
std::string parsed(std::string_view text, std::size_t fragment) {
  TextProtocolParser parser;
  std::vector<TextProtocolEvent> events;
  for (std::size_t at = 0; at < text.size(); at += fragment) {
    parser.feed(text.substr(at, fragment), events);
  }
  parser.finish(events);
  std::string out;
  for (const TextProtocolEvent& event : events) {
    if (const auto* shown = std::get_if<text_protocol::Text>(&event)) out += shown->bytes;
    if (const auto* call = std::get_if<text_protocol::Call>(&event)) {
      out += "[" + call->name + " " + call->arguments + "]";
    }
  }
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
  std::vector<TextProtocolEvent> events;
  parser.feed("shown <Tool", events);
  EXPECT_EQ(events, std::vector<TextProtocolEvent>{text_protocol::Text{"shown "}});
  events.clear();
  parser.feed("box", events);
  EXPECT_EQ(events, std::vector<TextProtocolEvent>{text_protocol::Text{"<Toolbox"}});
}

}  // namespace
}  // namespace pintle

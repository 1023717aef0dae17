// SPDX-License-Identifier: MIT
#include "wire/sse.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace pintle::wire {
namespace {

using Events = std::vector<std::pair<std::string, std::string>>;

struct Row {
  const char* what;
  std::string bytes;
  Events events;
};

// Reads of `size` bytes (0: one read), each from a heap copy of its exact size.
Events parse(const std::string& bytes, std::size_t size) {
  SseParser parser(1'000);
  Events events;
  const auto take = [&] {
    while (const auto event = parser.next())
      events.emplace_back(event->name, event->data);
  };
  const std::size_t step = size == 0 ? bytes.size() : size;
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    const std::size_t count = std::min(step, bytes.size() - at);
    const auto copy = std::make_unique<char[]>(count);
    bytes.copy(copy.get(), count, at);
    parser.feed({copy.get(), count});
    take();
  }
  parser.finish();
  take();
  EXPECT_FALSE(parser.overflowed());
  return events;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      // The examples of the WHATWG standard.
      {"three data lines",
       "data: YHOO\ndata: +2\ndata: 10\n\n",
       {{"message", "YHOO\n+2\n10"}}},
      {"comment, ids, and the third event without a blank line",
       ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  "
       "third "
       "event",
       {{"message", "first event"},
        {"message", "second event"},
        {"message", " third event"}}},
      {"data without a colon",
       "data\n\ndata\ndata\n\ndata:",
       {{"message", ""}, {"message", "\n"}, {"message", ""}}},
      {"one blank behind the colon goes",
       "data:test\n\ndata: test\n\n",
       {{"message", "test"}, {"message", "test"}}},
      // Line ends.
      {"CRLF",
       "event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n",
       {{"a", "1"}, {"message", "2"}}},
      {"CR", "event: a\rdata: 1\r\rdata: 2\r\r", {{"a", "1"}, {"message", "2"}}},
      {"all three mixed", "data: 1\r\ndata: 2\rdata: 3\n\n", {{"message", "1\n2\n3"}}},
      {"CR LF CR LF is two ends",
       "data: 1\n\r\n\r\ndata: 2\n\n",
       {{"message", "1"}, {"message", "2"}}},
      // The byte order mark.
      {"a leading mark goes",
       "\xEF\xBB\xBF"
       "data: 1\n\n",
       {{"message", "1"}}},
      {"only one",
       "\xEF\xBB\xBF\xEF\xBB\xBF"
       "data: 1\n\ndata: 2\n\n",
       {{"message", "2"}}},
      {"a later one is text", "data: \xEF\xBB\xBF\n\n", {{"message", "\xEF\xBB\xBF"}}},
      {"a stream shorter than the mark", "\xEF", {}},
      // Events.
      {"no data, no event", "event: ping\n\n: c\n\nid: 3\n\nretry: 5\n\n", {}},
      {"a name is forgotten with its event",
       "event: a\n\ndata: 1\n\n",
       {{"message", "1"}}},
      {"the last name counts", "event: a\nevent: b\ndata: 1\n\n", {{"b", "1"}}},
      {"unknown fields are ignored", "foo: 1\n data: 2\ndata: 3\n\n", {{"message", "3"}}},
      {"a name behind its data", "data: 1\nevent: late\n\n", {{"late", "1"}}},
      // The end of the body.
      {"an unterminated line",
       "data: 1\n\ndata: 2",
       {{"message", "1"}, {"message", "2"}}},
      {"an unterminated event", "data: 1\n", {{"message", "1"}}},
      {"an end behind CR", "data: 1\r", {{"message", "1"}}},
      {"nothing", "", {}},
      {"only line ends", "\r\n\n\r\r\n", {}},
      {"a long line among short ones",
       "data: " + std::string(600, 'x') + "\n\ndata: 2\n\n",
       {{"message", std::string(600, 'x')}, {"message", "2"}}},
  };
  return table;
}

TEST(SseParser, GivesTheSameEventsForAnyReads) {
  for (const Row& row : rows()) {
    for (const std::size_t size : {0U, 1U, 2U, 3U, 5U, 7U, 16U}) {
      EXPECT_EQ(parse(row.bytes, size), row.events) << row.what << ", reads of " << size;
    }
  }
}

TEST(SseParser, KeepsALineThatIsCutBetweenCrAndLf) {
  SseParser parser(100);
  parser.feed("data: 1\r");
  EXPECT_FALSE(parser.next());
  parser.feed("\ndata: 2\r");
  EXPECT_FALSE(parser.next());
  parser.feed("\n\r");
  EXPECT_EQ(parser.next().value().data, "1\n2");
  parser.feed("\n");
  EXPECT_FALSE(parser.next());
}

TEST(SseParser, DispatchesAtTheBlankLineAndNotBefore) {
  SseParser parser(100);
  parser.feed("data: 1\n");
  EXPECT_FALSE(parser.next());
  parser.feed("\n");
  EXPECT_TRUE(parser.next());
}

TEST(SseParser, GivesUpAtALineThatIsTooLong) {
  for (const std::size_t size : {1U, 7U, 64U}) {
    SseParser parser(32);
    std::size_t fed = 0;
    while (!parser.overflowed() && fed < 10'000) {
      parser.feed(std::string(size, 'x'));
      fed += size;
      EXPECT_FALSE(parser.next());
    }
    EXPECT_TRUE(parser.overflowed());
    EXPECT_LE(fed, 33 + size);
    parser.feed("\ndata: 1\n\n");
    EXPECT_FALSE(parser.next()) << "no event after an overflow";
  }
}

TEST(SseParser, GivesUpAtAnEventOfTooManyLines) {
  SseParser parser(32);
  for (int i = 0; i < 20; ++i) {
    parser.feed("data: 1234\n");
    EXPECT_FALSE(parser.next());
  }
  EXPECT_TRUE(parser.overflowed());
}

TEST(SseParser, TakesALineOfExactlyTheLimit) {
  SseParser parser(32);
  parser.feed("data: " + std::string(26, 'x') + "\n\n");
  EXPECT_EQ(parser.next().value().data.size(), 26U);
}

TEST(SseParser, LeavesReadableBytesBehindTheData) {
  SseParser parser(1'000);
  parser.feed("data: {}\n\n");
  const auto event = parser.next();
  ASSERT_TRUE(event);
  std::size_t sum = 0;  // under ASan this reads no foreign memory
  for (std::size_t i = 0; i < SseParser::padding; ++i) {
    sum += static_cast<unsigned char>(event->data.data()[event->data.size() + i]);
  }
  EXPECT_LE(sum, 255 * SseParser::padding);
}

}  // namespace
}  // namespace pintle::wire

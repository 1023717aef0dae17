// SPDX-License-Identifier: MIT
#include "core/record_json.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/hash.hpp"
#include "pintle/testing/sample_log.hpp"

#include "core/field_hash.hpp"
#include "core/field_json.hpp"
#include "core/record_fields.hpp"
#include "core/record_hash.hpp"

namespace pintle {
namespace {

using ::testing::HasSubstr;

std::uint64_t hash_of(const SessionRecord& record) {
  Hasher hasher;
  hash_record(hasher, record);
  return hasher.digest();
}

TEST(RecordJson, GivesEveryKindOfRecordBackAsItWas) {
  for (const SessionRecord& record : testing::sample_log()) {
    const JsonText text = record_to_json(record);
    EXPECT_TRUE(is_json(text)) << text;
    const Result<SessionRecord> read = record_from_json(text);
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_EQ(*read, record) << text;
    EXPECT_EQ(hash_of(*read), hash_of(record));
  }
}

TEST(RecordJson, NamesKindsAsTheRecordsDo) {
  for (const SessionRecord& record : testing::sample_log()) {
    EXPECT_THAT(record_to_json(record),
                HasSubstr(R"({"is":")" + std::string(name_of(record)) + '"'));
  }
}

TEST(RecordJson, LeavesOutWhatHasItsDefault) {
  EXPECT_EQ(record_to_json(record::ToolsActivated{}), R"({"is":"tools_activated"})");
  EXPECT_EQ(record_to_json(record::TurnStarted{TurnId{3}, 7}),
            R"({"is":"turn_started","turn":3,"wall_ms":7})");
}

TEST(RecordJson, KeepsBytesThatAreNoText) {
  record::ToolResult result;
  result.outcome.content = std::string("\xFF\x00\xC3", 3);
  result.name = "\xEF\xBF\xBD";  // U+FFFD itself is text
  const JsonText text = record_to_json(result);
  EXPECT_THAT(text, HasSubstr(R"("content":{"hex":"ff00c3"})"));
  EXPECT_EQ(record_from_json(text).value(), SessionRecord(result));
}

TEST(RecordJson, KeepsDoublesToTheBit) {
  for (const double value : {0.0, -0.0, 0.1, 1.0 / 3, 1e300, 5e-324, -2.5, 16777217.0}) {
    record::GenerationStarted started;
    started.temperature = value;
    const auto read = record_from_json(record_to_json(started)).value();
    const double again = *std::get_if<record::GenerationStarted>(&read)->temperature;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(again), std::bit_cast<std::uint64_t>(value));
  }
  record::GenerationStarted odd;
  odd.temperature = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(hash_of(record_from_json(record_to_json(odd)).value()), hash_of(odd));
}

TEST(RecordJson, SaysWhereItIsNotWhatItShouldBe) {
  const auto error = [](std::string_view text) {
    return to_string(record_from_json(text).error());
  };
  EXPECT_THAT(error("no json"), HasSubstr("not valid JSON"));
  EXPECT_THAT(error(R"({"turn":1})"), HasSubstr(R"(missing required field "is")"));
  EXPECT_THAT(error(R"({"is":"no_such"})"),
              HasSubstr("at /is: expected one of the kinds known here, got"));
  EXPECT_THAT(error(R"({"is":"retracted","reason":"bored"})"),
              HasSubstr("at /reason: expected one of the names known here"));
  EXPECT_THAT(error(R"({"is":"turn_started","wall_ms":9000000000000})"),
              HasSubstr("at /wall_ms: expected integer from"));
  EXPECT_THAT(error(R"({"is":"tools_activated","names":["a",{"hex":"f"}]})"),
              HasSubstr("at /names/1/hex: expected pairs of hexadecimal digits"));
}

TEST(RecordHash, TellsErrorsAndEndingsApartByTheirFields) {
  record::Summary first;
  first.finish = finish::Stuck{"read", 3, "repeated"};
  record::Summary second = first;
  second.finish = finish::Stuck{"read", 3, "periodic"};  // the same sentence
  EXPECT_EQ(to_string(first.finish), to_string(second.finish));
  EXPECT_NE(hash_of(first), hash_of(second));
  first.error = GenerationError{};
  second = first;
  std::get_if<GenerationError>(&*second.error)->retryable = false;
  EXPECT_NE(hash_of(first), hash_of(second));
}

}  // namespace
}  // namespace pintle

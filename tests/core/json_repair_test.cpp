// SPDX-License-Identifier: MIT
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "pintle/json_text.hpp"

namespace pintle {
namespace {

void expect_as_is(std::string_view text) {
  const RepairedArguments result = repair_arguments(text);
  EXPECT_EQ(result.json, text);
  EXPECT_EQ(result.malformed, "");
  EXPECT_TRUE(result.usable);
}

void expect_repaired(std::string_view text, std::string_view json) {
  const RepairedArguments result = repair_arguments(text);
  EXPECT_EQ(result.json, json);
  EXPECT_EQ(result.malformed, text);
  EXPECT_TRUE(result.usable) << text;
}

void expect_unusable(std::string_view text) {
  const RepairedArguments result = repair_arguments(text);
  EXPECT_EQ(result.json, "{}") << text;
  EXPECT_EQ(result.malformed, text);
  EXPECT_FALSE(result.usable) << text;
}

TEST(RepairArguments, TakesBlankTextForNoArguments) {
  for (const std::string_view text : {"", " ", "\r\n\t "}) {
    const RepairedArguments result = repair_arguments(text);
    EXPECT_EQ(result.json, "{}");
    EXPECT_TRUE(result.usable);
    EXPECT_EQ(result.malformed, "");
  }
}

TEST(RepairArguments, KeepsAValidObjectByteForByte) {
  expect_as_is("{}");
  expect_as_is(" { \"b\" : 1.00 , \"a\" : \"x\" }\n");
  expect_as_is(R"({"id":2512292042121000001,"neg":-9007199254740993})");
  expect_as_is(R"({"p":"safe","p":"/etc"})");
  expect_as_is(R"({"tiny":1e-400})");
}

TEST(RepairArguments, UnwrapsAnObjectThatWasEncodedTwice) {
  expect_repaired(R"("{\"n\": 2}")", R"({"n": 2})");
  expect_repaired(" \"{\\\"s\\\": \\\"\\\\n\\\"}\" ", R"({"s": "\n"})");
}

TEST(RepairArguments, EscapesControlCharactersInStrings) {
  expect_repaired("{\"content\":\"a\nb\tc\r\x01\"}", R"({"content":"a\nb\tc\r\u0001"})");
  expect_repaired("{\"a\nb\":\"\\\"\n\"}", R"({"a\nb":"\"\n"})");
}

TEST(RepairArguments, DropsACommaBeforeAClosingBracket) {
  expect_repaired(R"({"a":[1,2,],})", R"({"a":[1,2]})");
  expect_repaired("{\"a\":\",]\" , }", R"({"a":",]"  })");
}

TEST(RepairArguments, DropsSurplusClosingBracketsAfterTheObject) {
  expect_repaired(R"({"a":1}})", R"({"a":1})");
  expect_repaired("{\"a\":\"}\"} ]}\n", R"({"a":"}"})");
}

TEST(RepairArguments, NeverGuessesAtTruncatedText) {
  const std::string whole = R"({"path":"a","content":["b\n",{"c":1}]})";
  for (std::size_t size = 1; size < whole.size(); ++size) {
    expect_unusable(std::string_view(whole).substr(0, size));
  }
}

TEST(RepairArguments, RefusesWhatIsNoObject) {
  for (const std::string_view text :
       {"[1,2]", "\"foo\"", "\"[1]\"", "5", "null", "true", "path=a", "<a/>"}) {
    expect_unusable(text);
  }
}

TEST(RepairArguments, NeverMergesGluedObjects) {
  expect_unusable(R"({"u":1}{"u":2})");
  expect_unusable(R"({"u":1} and so on)");
}

TEST(RepairArguments, RefusesNumbersThatNoReaderCanHold) {
  expect_unusable(R"({"x":NaN,"y":-Infinity})");
  expect_unusable(R"({"x":1e400})");
  expect_unusable(R"({"x":-1E+999})");
}

TEST(RepairArguments, NeverTurnsAPathIntoControlCharacters) {
  expect_unusable("{\"path\":\"C:\\bin\\new\\app.exe\"}");
}

TEST(RepairArguments, RefusesCommasThatHideAMissingValue) {
  for (const std::string_view text :
       {R"({"a":[,]})", R"({"a":[1,,]})", R"({,})", R"({"a":,})", R"({"a":[1,,2]})"}) {
    expect_unusable(text);
  }
}

TEST(RepairArguments, RefusesWhatIsNestedTooDeep) {
  const std::size_t depth = 100'000;
  expect_unusable(R"({"a":)" + std::string(depth, '[') + std::string(depth, ']') + "}");
}

TEST(RepairArguments, RefusesInvalidUtf8) {
  expect_unusable("{\"a\":\"\xFF\"}");
}

}  // namespace
}  // namespace pintle

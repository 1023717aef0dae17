// SPDX-License-Identifier: MIT
#include "pintle/json_text.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "pintle/hash.hpp"

namespace pintle {
namespace {

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

std::string canonical(std::string_view text) {
  const Result<JsonText> result = canonical_json(text);
  return result ? *result : "error: " + to_string(result.error());
}

TEST(IsJson, TakesEveryKindOfValue) {
  for (const std::string_view text : {"{}",
                                      "[]",
                                      "null",
                                      "true",
                                      "false",
                                      "0",
                                      "-0",
                                      "-12.5e+3",
                                      "1E9",
                                      "1e400",
                                      "\"\"",
                                      " {\"a\" : [1 , {\"b\":\"c\"}]}\r\n\t",
                                      R"("\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00")",
                                      "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\x7F\""}) {
    EXPECT_TRUE(is_json(text)) << text;
  }
}

TEST(IsJson, RefusesWhatTheGrammarDoes) {
  for (const std::string_view text : {"",          " ",           "{",
                                      "}",         "[1,]",        "{\"a\":1,}",
                                      "[,]",       "[1 2]",       "{\"a\" 1}",
                                      "{\"a\":}",  "{a:1}",       "{1:1}",
                                      "[1}",       "{\"a\":1]",   "1 2",
                                      "{}{}",      "01",          "+1",
                                      "1.",        ".5",          "1e",
                                      "1e+",       "-",           "NaN",
                                      "Infinity",  "nul",         "nulls",
                                      "True",      "'a'",         "\"",
                                      "\"a",       "\"\\",        "\"\\x\"",
                                      "\"\\u12\"", "\"\\u12G4\"", "\"a\nb\"",
                                      "\"a\tb\"",  "// c\n1",     "\xEF\xBB\xBF{}"}) {
    EXPECT_FALSE(is_json(text)) << text;
  }
  EXPECT_FALSE(is_json(std::string_view("1\0", 2)));
  EXPECT_FALSE(is_json(std::string_view("\0", 1)));
}

TEST(IsJson, RefusesHalfASurrogatePair) {
  for (const std::string_view text : {R"("\uD83D")",
                                      R"("\uDE00")",
                                      R"("\uD83Dx")",
                                      R"("\uD83D\n")",
                                      R"("\uD83D\u0041")",
                                      R"("\uD83D\uD83D")"}) {
    EXPECT_FALSE(is_json(text)) << text;
  }
}

TEST(IsJson, RefusesInvalidUtf8) {
  for (const std::string_view bytes : {"\x80",
                                       "\xC0\xAF",
                                       "\xC3",
                                       "\xE0\x80\xAF",
                                       "\xED\xA0\x80",
                                       "\xF4\x90\x80\x80",
                                       "\xF0\x9F\x98",
                                       "\xFF"}) {
    EXPECT_FALSE(is_json("\"" + std::string(bytes) + "\"")) << bytes;
  }
}

TEST(IsJson, StopsAtTheDepthLimitWithoutRecursion) {
  EXPECT_TRUE(is_json(nested(json_depth_max)));
  EXPECT_FALSE(is_json(nested(json_depth_max + 1)));
  EXPECT_FALSE(is_json(nested(1'000'000)));
  EXPECT_TRUE(is_json(nested(1'000), 1'000));
  EXPECT_TRUE(is_json("1", 0));
  EXPECT_FALSE(is_json("[]", 0));
}

TEST(CanonicalJson, SortsKeysByTheirBytesAndDropsBlanks) {
  EXPECT_EQ(canonical(" { \"b\" : 1 , \"a\" : [ true , null ] , \"B\" : { } } "),
            R"({"B":{},"a":[true,null],"b":1})");
  EXPECT_EQ(canonical("{\"\xC3\xA9\":1,\"z\":2}"), "{\"z\":2,\"\xC3\xA9\":1}");
}

TEST(CanonicalJson, KeepsNumbersAsTheyAreWritten) {
  const std::string_view text =
      "[18446744073709551616,-9007199254740993,1.0,1.00,1e400,-0,0.1e-7]";
  EXPECT_EQ(canonical(text), text);
}

TEST(CanonicalJson, KeepsTheLastOfEqualKeysHoweverTheyAreSpelt) {
  EXPECT_EQ(canonical(R"({"p":"safe","a":1,"\u0070":"/etc"})"), R"({"a":1,"p":"/etc"})");
  EXPECT_EQ(canonical(R"({"p":1,"p":2,"p":3})"), R"({"p":3})");
}

TEST(CanonicalJson, SpellsEveryStringInOneWay) {
  EXPECT_EQ(canonical(R"(["\u0041\/\u00e9\uD83D\uDE00\u000a\u0001\"\\"])"),
            "[\"A/\xC3\xA9\xF0\x9F\x98\x80\\n\\u0001\\\"\\\\\"]");
}

TEST(CanonicalJson, IsItsOwnCanonicalForm) {
  const std::string once = canonical(R"({"z":[{"y":"\t","x":[]}],"a":{"c":1,"b":2}})");
  EXPECT_EQ(once, R"({"a":{"b":2,"c":1},"z":[{"x":[],"y":"\t"}]})");
  EXPECT_EQ(canonical(once), once);
  EXPECT_EQ(canonical(nested(json_depth_max)), nested(json_depth_max));
  EXPECT_EQ(canonical(" \"a\" "), "\"a\"");
}

TEST(CanonicalJson, FailsForWhatIsNoJson) {
  EXPECT_FALSE(canonical_json("{").ok());
  EXPECT_FALSE(canonical_json("").ok());
  EXPECT_FALSE(canonical_json(nested(100'000)).ok());
  EXPECT_TRUE(std::holds_alternative<UnexpectedError>(canonical_json("[").error()));
}

TEST(CanonicalDigest, IsEqualForEqualValuesOnly) {
  EXPECT_EQ(canonical_digest(R"({"a":1,"b":2})"),
            canonical_digest(R"({ "b":2, "a":1 })"));
  EXPECT_NE(canonical_digest(R"({"a":1})"), canonical_digest(R"({"a":2})"));
  EXPECT_NE(canonical_digest(R"({"a":1})"), canonical_digest(R"({"a":1.0})"));
  EXPECT_EQ(canonical_digest(" [ ] "), hash64("[]"));
}

TEST(CanonicalDigest, HashesTheBytesOfWhatIsNoJson) {
  EXPECT_EQ(canonical_digest("{ oops"), hash64("{ oops"));
}

TEST(JsonQuote, EscapesWhatJsonDemandsAndNothingElse) {
  EXPECT_EQ(json_quote(""), "\"\"");
  EXPECT_EQ(json_quote("a\"b\\c/\x7F"), "\"a\\\"b\\\\c/\x7F\"");
  EXPECT_EQ(json_quote(std::string_view("\b\f\n\r\t\0\x1F", 7)),
            R"("\b\f\n\r\t\u0000\u001f")");
  EXPECT_EQ(json_quote("\xF0\x9F\x98\x80"), "\"\xF0\x9F\x98\x80\"");
}

TEST(JsonQuote, MakesValidJsonOfEveryByte) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text{'a', static_cast<char>(byte), 'b'};
    EXPECT_TRUE(is_json(json_quote(text))) << byte;
  }
}

TEST(ValidUtf8, LeavesValidTextAlone) {
  const std::string text = "a\xC3\xA9\xE2\x82\xAC\xED\x9F\xBF\xF4\x8F\xBF\xBF\n";
  EXPECT_EQ(valid_utf8(text), text);
  EXPECT_EQ(valid_utf8(""), "");
}

TEST(ValidUtf8, ReplacesEachMaximalSubpartOnce) {
  const std::string r = "\xEF\xBF\xBD";
  EXPECT_EQ(valid_utf8("a\x80z"), "a" + r + "z");
  EXPECT_EQ(valid_utf8("\xF0\x9F\x98"), r);
  EXPECT_EQ(valid_utf8("\xE2\x82z"), r + "z");
  EXPECT_EQ(valid_utf8("\xC0\xAF"), r + r);
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), r + r + r);
  // The Unicode Standard's own example (table 3-8).
  EXPECT_EQ(valid_utf8("\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64"),
            "a" + r + r + r + "b" + r + "c" + r + r + "d");
}

}  // namespace
}  // namespace pintle

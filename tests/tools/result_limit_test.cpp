// SPDX-License-Identifier: MIT
#include "tools/result_limit.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/json_text.hpp"

namespace pintle {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(ResultLimit, KeepsWhatFits) {
  EXPECT_EQ(limited_result("", 200), "");
  EXPECT_EQ(limited_result("abc", 3), "abc");
}

TEST(ResultLimit, KeepsHeadAndTailAndSaysHowMuchIsGone) {
  const std::string text = "BEGIN" + std::string(5'000, '.') + "END";
  const std::string limited = limited_result(text, 300);
  EXPECT_LE(limited.size(), 300U);
  EXPECT_THAT(limited, StartsWith("BEGIN"));
  EXPECT_THAT(limited, EndsWith("END"));
  EXPECT_THAT(limited, HasSubstr("4808 of 5008 bytes left out"));
}

TEST(ResultLimit, CutsBetweenCharactersAtEveryPlace) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += i % 3 == 0 ? "é" : i % 3 == 1 ? "漢" : "😀";
  for (std::size_t limit = 150; limit < 200; ++limit) {
    const std::string limited = limited_result(text, limit);
    EXPECT_LE(limited.size(), limit);
    EXPECT_EQ(limited.find("\ufffd"), std::string::npos) << limit;
    EXPECT_EQ(valid_utf8(limited), limited);
  }
}

TEST(ResultLimit, CountsTheBytesThatBrokenOnesBecome) {
  const std::string broken(250, '\xff');
  EXPECT_LE(limited_result(broken, 300).size(), 300U);
  EXPECT_EQ(limited_result("a\xff", 200), "a\ufffd");
}

}  // namespace
}  // namespace pintle

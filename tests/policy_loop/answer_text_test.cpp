// SPDX-License-Identifier: MIT
#include "policy/answer_text.hpp"

#include <gtest/gtest.h>

namespace pintle {
namespace {

std::string kinds_of(std::string_view text) {
  const TextContent content = content_of(text);
  return std::string(content.letters ? "letters " : "") +
         (content.digits ? "digits" : "");
}

TEST(AnswerText, TellsWhetherATextSaysAnything) {
  const struct {
    const char* text;
    const char* kinds;
  } cases[] = {
      {"", ""},
      {" \n\t", ""},
      {".", ""},
      {"...?!", ""},
      {"…", ""},
      {"👍", ""},
      {"→ • —", ""},
      {"。", ""},
      {"\xff\xfe", ""},
      {"\xe2\x82", ""},
      {"a", "letters "},
      {"7", "digits"},
      {"42 %", "digits"},
      {"€ 3.50", "digits"},
      {"3 kg", "letters digits"},
      {"да", "letters "},
      {"好", "letters "},
      {"é", "letters "},
      {"はい", "letters "},
      {"½", "letters "},
      {"مرحبا", "letters "},
      {"٣", "letters "},
  };
  for (const auto& one : cases) EXPECT_EQ(kinds_of(one.text), one.kinds) << one.text;
}

TEST(AnswerText, KnowsQuestionsThatANumberMayAnswer) {
  for (const char* const question : {"how many planets are there",
                                     "Is it 5 or 6",
                                     "you know?",
                                     "Total of the bill",
                                     "¿Cuántos planetas?",
                                     "今何歳",
                                     "Combien de planetes",
                                     "calculate it"}) {
    EXPECT_TRUE(may_ask_for_number(question)) << question;
  }
  for (const char* const question : {"hello", "", "tell me a story", "Show the files."}) {
    EXPECT_FALSE(may_ask_for_number(question)) << question;
  }
}

TEST(AnswerText, NormalizesCaseAndBlanksOnly) {
  EXPECT_EQ(normalized("  The\r\n\tEND, of 2 É  "), "the end, of 2 É");
  EXPECT_EQ(normalized(" \n"), "");
}

// Forty different words, of which `changed` differ from those of measure 0.
std::string forty_words(int changed) {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += (i < changed ? "other" : "word") + std::to_string(i) + " ";
  }
  return text;
}

TEST(AnswerText, IsNearWhenMostGroupsOfWordsAreCommon) {
  LoopDetectorConfig config;
  const TextMeasure base = measured(forty_words(0), config);
  EXPECT_TRUE(is_same(base, measured("  " + forty_words(0), config)));
  EXPECT_FALSE(is_near(base, base, config)) << "the same is not near";
  EXPECT_TRUE(is_near(base, measured(forty_words(1), config), config));
  EXPECT_FALSE(is_near(base, measured(forty_words(20), config), config));
}

TEST(AnswerText, ConfirmsNearnessByTheShareOfCommonGroups) {
  LoopDetectorConfig config;
  config.near_similarity = 0;  // simhash alone would call all texts near
  const TextMeasure base = measured(forty_words(0), config);
  EXPECT_TRUE(is_near(base, measured(forty_words(4), config), config));
  EXPECT_FALSE(is_near(base, measured(forty_words(8), config), config));
}

TEST(AnswerText, ComparesShortAndHugeTextsExactlyOnly) {
  const LoopDetectorConfig config;
  EXPECT_TRUE(measured("one two three four", config).shingles.empty());
  EXPECT_FALSE(measured(forty_words(0), config).shingles.empty());
  std::string huge;
  for (int i = 0; i < 30'000; ++i) huge += "w" + std::to_string(i) + " ";
  EXPECT_TRUE(measured(huge, config).shingles.empty());
  EXPECT_TRUE(is_same(measured(huge, config), measured(huge, config)));
}

// The values come from a second implementation, in Python. They must never change, since
// they decide what a replay does.
TEST(AnswerText, MeasuresAlikeEverywhere) {
  const TextMeasure measure = measured(forty_words(0), {});
  EXPECT_EQ(measure.digest, 18141504122797963915u);
  EXPECT_EQ(measure.simhash, 15632900525116641640u);
  EXPECT_EQ(measure.characters, 269u);
}

}  // namespace
}  // namespace pintle

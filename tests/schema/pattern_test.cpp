// SPDX-License-Identifier: MIT
#include "schema/pattern.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pintle::schema {
namespace {

bool found(std::string_view pattern, std::string_view subject) {
  std::string error;
  const Pattern made = Pattern::compile(pattern, error);
  EXPECT_EQ(error, "") << pattern;
  return made.search(subject, 100'000) == Search::found;
}

std::string error_of(std::string_view pattern) {
  std::string error;
  (void)Pattern::compile(pattern, error);
  return error;
}

TEST(SchemaPattern, ReadsTheSyntaxOfEcma262) {
  struct Case {
    const char* pattern;
    const char* fits;
    const char* fails;
  };
  const Case cases[] = {
      {"^a$", "a", "a\n"},                        // $ is the very end
      {R"(^\d$)", "5", "\u0665"},                 // digits are ASCII
      {R"(^\w$)", "a", "é"},                      // and so are words
      {R"(^\s$)", "\u00a0", "a"},                 // but blanks are Unicode's
      {R"(^\S$)", "a", "\ufeff"},                 //
      {R"(^[\s]$)", "\u2028", "a"},               //
      {R"(^\v$)", "\x0b", "\n"},                  // one character, not a class
      {"^.$", "\u0085", "\u2028"},                // a dot leaves line ends out
      {R"(^\cM$)", "\r", "M"},                    //
      {R"(^\x41\u0042\u{1F600}$)", "AB😀", "AB"},  //
      {R"(^\ud83d\ude00$)", "😀", "?"},            // a pair is one character
      {R"(^\p{Letter}+$)", "né", "1"},            // long names
      {R"(^\p{General_Category=Uppercase_Letter}$)", "É", "é"},
      {R"(^\p{Script=Greek}$)", "α", "a"},  //
      {R"(^\P{Lu}$)", "a", "A"},            //
      {"^[[:alpha:]]", "[]", "b]"},         // no POSIX classes
      {"^[^]$", "\n", ""},                  // any character at all
      {R"(^(?<year>\d{4})-\k<year>$)", "1999-1999", "1999-2000"},
      {R"(^(a)\1$)", "aa", "a"},   //
      {R"(^\0$)", "", "0"},        // (see below)
      {"^a{,2}$", "a{,2}", "aa"},  // no quantifier
      {R"([\b])", "\b", "b"},      // backspace
      {R"(^\-\@$)", "-@", "@"},    // as found in the field
  };
  for (const Case& one : cases) {
    if (*one.fits != '\0') {
      EXPECT_TRUE(found(one.pattern, one.fits)) << one.pattern;
    }
    EXPECT_FALSE(found(one.pattern, one.fails)) << one.pattern;
  }
  EXPECT_TRUE(found(R"(^\0$)", std::string_view("\0", 1)));
  EXPECT_FALSE(found("[]", "a"));
}

TEST(SchemaPattern, RefusesWhatEcma262DoesNotHave) {
  for (const char* const pattern :
       {R"(\a)",  R"(\Z)", R"(\Qa\E)",        R"(\K)",   "a++",
        "(?i)a",  "(?>a)", "(?#x)",           "(*FAIL)", "(a",
        "[a",     R"(\)",  R"(\x4)",          R"(\u12)", R"(\u{110000}0)",
        R"(\c1)", R"(\p)", R"(\p{Nonsense})", "[z-a]",   R"(\2)",
        "a**"}) {
    EXPECT_NE(error_of(pattern), "") << pattern;
  }
}

TEST(SchemaPattern, EndsASearchThatRunsAway) {
  std::string error;
  const Pattern pattern = Pattern::compile("^(a+)+$", error);
  EXPECT_EQ(pattern.search(std::string(60, 'a') + "!", 100'000), Search::over_limit);
  const Pattern deep = Pattern::compile("^(?:a|b)*$", error);
  EXPECT_EQ(deep.search(std::string(1'000'000, 'a'), 10'000), Search::over_limit);
}

}  // namespace
}  // namespace pintle::schema

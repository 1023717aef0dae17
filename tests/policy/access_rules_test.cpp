// SPDX-License-Identifier: MIT
#include "pintle/access_rules.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/testing/contracts/access.hpp"
#include "pintle/testing/scripted_access.hpp"

#include "policy/glob.hpp"

namespace pintle {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

AccessRule rule(AccessVerdict verdict, std::string_view text) {
  return access_rule(verdict, text).value();
}
AccessRule allow(std::string_view text) {
  return rule(AccessVerdict::allow, text);
}
AccessRule ask(std::string_view text) {
  return rule(AccessVerdict::ask, text);
}
AccessRule never(std::string_view text) {
  return rule(AccessVerdict::deny, text);
}

AccessVerdict shell(const AccessRules& rules, std::string_view command) {
  return decide(rules, {"shell", R"({"command":)" + json_quote(command) + "}"});
}

TEST(AccessRules, DecideByEffectWhereNoRuleIsAboutTheCall) {
  const AccessRules rules;
  EXPECT_EQ(decide(rules, {"read", "{}", ToolEffect::read_only}), AccessVerdict::allow);
  EXPECT_EQ(decide(rules, {"put", "{}", ToolEffect::idempotent}), AccessVerdict::ask);
  EXPECT_EQ(decide(rules, {"pay", "{}", ToolEffect::at_most_once}), AccessVerdict::ask);
}

TEST(AccessRules, PutAnExplicitDenialBeforeEverything) {
  AccessRules rules;
  rules.user = {never("shell")};
  rules.session = {allow("*")};
  rules.mode = AccessMode::allow_rest;
  EXPECT_EQ(shell(rules, "ls"), AccessVerdict::deny);
}

TEST(AccessRules, PutAQuestionBeforeAPermissionOfTheSameLayer) {
  AccessRules rules;
  rules.project = {allow("shell"), ask("shell(/command=git push*)")};
  EXPECT_EQ(shell(rules, "git status"), AccessVerdict::allow);
  EXPECT_EQ(shell(rules, "git push origin"), AccessVerdict::ask);
}

TEST(AccessRules, LetANearerLayerDecide) {
  AccessRules rules;
  rules.user = {ask("shell")};
  rules.project = {allow("shell")};
  EXPECT_EQ(shell(rules, "ls"), AccessVerdict::allow);
  rules.session = {ask("shell")};
  EXPECT_EQ(shell(rules, "ls"), AccessVerdict::ask);
}

TEST(AccessRules, LetAQuestionStandAgainstAConvenientMode) {
  AccessRules rules;
  rules.user = {ask("pay*")};
  rules.mode = AccessMode::allow_rest;
  EXPECT_EQ(decide(rules, {"pay_bill", "{}"}), AccessVerdict::ask);
  EXPECT_EQ(decide(rules, {"read", "{}"}), AccessVerdict::allow);
}

TEST(AccessRules, DenyTheRestForRunsThatNobodyAttends) {
  AccessRules rules;
  rules.user = {allow("read")};
  rules.mode = AccessMode::deny_rest;
  EXPECT_EQ(decide(rules, {"read", "{}"}), AccessVerdict::allow);
  EXPECT_EQ(decide(rules, {"list", "{}", ToolEffect::read_only}), AccessVerdict::deny);
}

TEST(AccessRules, PermitAListOnlyWhereEveryMemberMatches) {
  AccessRules rules;
  rules.user = {allow("read(/paths=src/*)")};
  const auto read = [&rules](JsonText arguments) {
    return decide(rules, {"read", std::move(arguments)});
  };
  EXPECT_EQ(read(R"({"paths":["src/a","src/b"]})"), AccessVerdict::allow);
  EXPECT_EQ(read(R"({"paths":["src/a","/etc/b"]})"), AccessVerdict::ask);
  rules.user = {never("read(/paths=/etc/*)")};
  EXPECT_EQ(read(R"({"paths":["src/a",{"more":["/etc/b"]}]})"), AccessVerdict::deny);
}

TEST(AccessRules, DoNotHoldWhereTheArgumentIsNotThere) {
  AccessRules rules;
  rules.user = {allow("shell(/command=*)"), never("shell(/cwd=/root*)")};
  EXPECT_EQ(decide(rules, {"shell", R"({"cmd":"ls"})"}), AccessVerdict::ask);
  EXPECT_EQ(decide(rules, {"shell", R"({"list":["a"]})"}), AccessVerdict::ask);
  rules.user = {allow("shell(/list/99999999999999999999999=a)")};
  EXPECT_EQ(decide(rules, {"shell", R"({"list":["a"]})"}), AccessVerdict::ask);
}

TEST(AccessRules, CompareOtherValuesByTheirJson) {
  AccessRules rules;
  rules.user = {never("pay(/amount=1000*)"), allow("pay(/dry_run=true)")};
  EXPECT_EQ(decide(rules, {"pay", R"({"amount":10000})"}), AccessVerdict::deny);
  EXPECT_EQ(decide(rules, {"pay", R"({"amount":5,"dry_run":true})"}),
            AccessVerdict::allow);
}

TEST(AccessRules, FailClosed) {
  AccessRules rules;
  rules.user = {allow("*")};
  EXPECT_EQ(decide(rules, {"read", "{"}), AccessVerdict::deny);
  rules.user = {{AccessVerdict::allow, "read", "no pointer", "*"}};
  EXPECT_EQ(decide(rules, {"read", "{}"}), AccessVerdict::ask);
  rules.user = {{AccessVerdict::deny, "read", "/~2", "*"}};
  EXPECT_EQ(decide(rules, {"read", "{}", ToolEffect::read_only}), AccessVerdict::deny);
}

TEST(AccessRules, AreWrittenAsTheyAreRead) {
  for (const char* const text :
       {"read", "git_*", "shell(/command=git *)", "shell(/a/b=x=(y))", "shell(/a=)"}) {
    EXPECT_EQ(to_string(never(text)), "deny " + std::string(text));
  }
}

TEST(AccessRules, RefuseWhatIsNoRuleAndShowIt) {
  for (const char* const text : {"",
                                 "(/a=b)",
                                 "shell(",
                                 "shell(git *)",
                                 "shell(command=git *)",
                                 "shell(/a=b",
                                 "shell(=b)",
                                 "shell(/~=b)"}) {
    const Result<AccessRule> made = access_rule(AccessVerdict::allow, text);
    ASSERT_FALSE(made) << text;
    EXPECT_THAT(to_string(made.error()), HasSubstr(json_quote(text)));
  }
  AccessRules rules;
  rules.project = {{AccessVerdict::allow, "x", "y", "*"}};
  EXPECT_THAT(to_string(access_by_rules(rules).error()), HasSubstr("allow x(y=*)"));
}

TEST(AccessRules, LeaveEveryOtherQuestionToTheOtherProvider) {
  const auto others = std::make_shared<testing::ScriptedAccess>();
  others->deny_model("ann", "big");
  const auto access = access_by_rules({}, others).value();
  EXPECT_FALSE(access->can_use_model("ann", "big").poll(Waker())->value());
  EXPECT_EQ(access->can_use_tool("ann", {"pay", "{}"}).poll(Waker())->value(),
            AccessVerdict::ask);
  access->record_usage("ann", 7);
  EXPECT_EQ(others->recorded(), 7);
}

TEST(AccessRules, FollowTheContractOfEveryAccessProvider) {
  EXPECT_THAT(testing::check_access([] { return access_by_rules({}).value(); }, [] {}),
              IsEmpty());
}

TEST(Glob, MatchesTheWholeTextWithAnyStars) {
  struct Case {
    const char* pattern;
    const char* text;
    bool matches;
  };
  const Case cases[] = {
      {"", "", true},
      {"*", "", true},
      {"*", "anything", true},
      {"a*c", "abbc", true},
      {"a*c", "abcd", false},
      {"*b*b*", "abab", true},
      {"*b*b*", "ab", false},
      {"a**b", "ab", true},
      {R"(a\*b)", "a*b", true},
      {R"(a\*b)", "axb", false},
      {"ab", "abc", false},
      {"abc", "ab", false},
      {"*ab", "aab", true},
      {"a?c", "abc", false},
      {R"(\\)", R"(\)", true},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(glob_matches(one.pattern, one.text), one.matches)
        << one.pattern << ' ' << one.text;
  }
}

}  // namespace
}  // namespace pintle

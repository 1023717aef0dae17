// SPDX-License-Identifier: MIT
// How finish reasons, records and progress read.
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/finish.hpp"
#include "pintle/progress.hpp"
#include "pintle/record.hpp"
#include "pintle/testing/sample_log.hpp"

namespace pintle {
namespace {

TEST(FinishReason, ReadsWithWhatBelongsToIt) {
  EXPECT_EQ(to_string(finish::Completed{}), "completed");
  EXPECT_EQ(to_string(finish::StepCap{25}), "step_cap:25");
  EXPECT_EQ(to_string(finish::OuterCap{10}), "outer_cap:10");
  EXPECT_EQ(to_string(finish::Stuck{"read", 3, "repeated"}), "stuck:read:3");
  EXPECT_EQ(to_string(finish::Loop{"exact", 4}), "loop:exact:4");
  EXPECT_EQ(to_string(finish::BudgetSpent{BudgetKind::cost, 100, 120}),
            "budget_cost:120/100");
  EXPECT_EQ(to_string(finish::ContextLimit{9'000, 8'192}), "context_limit:9000/8192");
  EXPECT_EQ(to_string(finish::ProviderStop{"weird"}), "provider_stop:weird");
  std::ostringstream out;
  out << FinishReason(finish::ContentFiltered{});
  EXPECT_EQ(out.str(), "content_filter");
}

TEST(FinishReason, FailsForTheSixEndingsOfTheDesign) {
  const std::vector<FinishReason> failures{finish::BudgetSpent{},
                                           finish::Loop{},
                                           finish::ContextLimit{},
                                           finish::ProviderError{},
                                           finish::PermissionDenied{},
                                           finish::StoreFailed{}};
  for (const FinishReason& reason : failures) EXPECT_TRUE(is_failure(reason)) << reason;
  const std::vector<FinishReason> others{finish::Completed{},
                                         finish::Truncated{},
                                         finish::StepCap{},
                                         finish::OuterCap{},
                                         finish::Stuck{},
                                         finish::Cancelled{},
                                         finish::Refused{},
                                         finish::ContentFiltered{},
                                         finish::ProviderStop{},
                                         finish::Suspended{}};
  for (const FinishReason& reason : others) EXPECT_FALSE(is_failure(reason)) << reason;
}

TEST(SessionRecord, HasANameForEachKindAndTheSampleLogHoldsThemAll) {
  std::vector<std::string> names;
  for (const SessionRecord& record : testing::sample_log()) {
    names.emplace_back(name_of(record));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  EXPECT_EQ(names.size(), std::variant_size_v<SessionRecord>);
}

TEST(Approval, IsMadeByItsThreeVerbs) {
  EXPECT_TRUE(approve().approved);
  EXPECT_FALSE(approve().arguments);
  EXPECT_FALSE(deny("no").approved);
  EXPECT_EQ(deny("no").reason, "no");
  EXPECT_TRUE(with_arguments("{}").approved);
  EXPECT_EQ(with_arguments("{}").arguments, "{}");
}

TEST(AgentProgress, ReadsAsALine) {
  EXPECT_EQ(to_string(progress::ExecutingTools{3, 1}), "executing tools: 1 of 3 done");
  EXPECT_EQ(to_string(progress::RetryScheduled{500, "overloaded"}),
            "retry in 500 ms: overloaded");
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "pintle/result.hpp"

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace pintle {
namespace {

Result<int> failed() {
  return Err{SessionError{SessionFault::busy, "a turn runs"}};
}

TEST(Result, HoldsAValue) {
  Result<int> result = 5;
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(*result, 5);
  *result = 6;
  EXPECT_EQ(result.value(), 6);
  EXPECT_EQ(std::move(result).value_or(0), 6);
}

TEST(Result, HoldsAnError) {
  const Result<int> result = failed();
  EXPECT_FALSE(result);
  EXPECT_EQ(result.error(),
            AgenticError(SessionError{SessionFault::busy, "a turn runs"}));
  EXPECT_EQ(failed().value_or(9), 9);
}

TEST(Result, MovesItsValueOut) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
  const std::unique_ptr<int> owned = std::move(result).value();
  EXPECT_EQ(*owned, 3);
}

TEST(Result, ReachesIntoItsValue) {
  const Result<std::string> result = std::string("abc");
  EXPECT_EQ(result->size(), 3U);
}

TEST(ResultDeathTest, ValueOfAFailurePrintsTheErrorBeforeItAborts) {
  EXPECT_DEATH(static_cast<void>(failed().value()), "session busy: a turn runs");
}

TEST(AgenticError, SaysWhatToDoNext) {
  const AgenticError error =
      GenerationError{GenerationKind::auth, "invalid key", 401, {}, {}};
  EXPECT_EQ(to_string(error),
            "generation failed: auth (HTTP 401): invalid key; check the API key");
}

TEST(GenerationError, IsRetryableByItsKindUnlessItSaysOtherwise) {
  GenerationError error;
  error.kind = GenerationKind::rate_limit;
  EXPECT_TRUE(is_retryable(error));
  error.retryable = false;
  EXPECT_FALSE(is_retryable(error));
  EXPECT_FALSE(is_retryable(GenerationError{GenerationKind::quota, "", 0, {}, {}}));
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "pintle/function.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace pintle {
namespace {

int twice(int n) {
  return 2 * n;
}

TEST(UniqueFunction, CallsAFunctionOrALambda) {
  EXPECT_EQ(UniqueFunction<int(int)>(twice)(4), 8);
  const UniqueFunction<int(int)> add = [base = 3](int n) { return base + n; };
  EXPECT_EQ(add(4), 7);
}

TEST(UniqueFunction, HoldsAndPassesWhatCanOnlyBeMoved) {
  auto owned = std::make_unique<int>(5);
  const UniqueFunction<int(std::unique_ptr<int>)> add =
      [held = std::move(owned)](std::unique_ptr<int> n) { return *held + *n; };
  EXPECT_EQ(add(std::make_unique<int>(6)), 11);
}

TEST(UniqueFunction, IsEmptyAfterAMove) {
  UniqueFunction<void()> from = [] {};
  const UniqueFunction<void()> to = std::move(from);
  EXPECT_TRUE(to);
  EXPECT_FALSE(from);  // NOLINT(bugprone-use-after-move): documented
  EXPECT_FALSE(UniqueFunction<void()>());
}

TEST(UniqueFunction, KeepsStateBetweenCalls) {
  const UniqueFunction<int()> count = [n = 0]() mutable { return ++n; };
  count();
  EXPECT_EQ(count(), 2);
}

TEST(UniqueFunction, DestroysItsTarget) {
  const auto alive = std::make_shared<int>(0);
  {
    const UniqueFunction<void()> holder = [alive] {};
    EXPECT_EQ(alive.use_count(), 2);
  }
  EXPECT_EQ(alive.use_count(), 1);
}

}  // namespace
}  // namespace pintle

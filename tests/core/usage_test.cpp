// SPDX-License-Identifier: MIT
#include "pintle/usage.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace pintle {
namespace {

Usage tokens(std::int64_t input, std::int64_t output) {
  Usage usage;
  usage.input = input;
  usage.output = output;
  return usage;
}

TEST(Usage, AddsUpWhatIsKnown) {
  Usage usage = tokens(10, 5);
  usage.cache_read = 100;
  usage.reasoning = 3;
  EXPECT_EQ(usage.total(), 115);
  EXPECT_EQ(Usage{}.total(), 0);
}

TEST(Cost, IsUnknownWithoutPriceOrTokens) {
  EXPECT_EQ(calculate_cost(tokens(1, 1), std::nullopt), Cost{});
  Usage no_output;
  no_output.input = 5;
  EXPECT_EQ(calculate_cost(no_output, Pricing{1, 1, 0, 0}).status, CostStatus::unknown);
}

TEST(Cost, MultipliesEachBucketByItsPrice) {
  Usage usage = tokens(1'000'000, 2'000'000);
  usage.cache_read = 3'000'000;
  usage.cache_write = 4'000'000;
  const Cost cost = calculate_cost(usage, Pricing{1, 10, 100, 1'000});
  EXPECT_EQ(cost, (Cost{4'321, CostStatus::estimated}));
}

TEST(Cost, OfAbsurdNumbersStopsAtTheLargest) {
  constexpr std::int64_t top = std::numeric_limits<std::int64_t>::max();
  const Cost cost = calculate_cost(tokens(top, -5), Pricing{top, top, 0, 0});
  EXPECT_EQ(cost, (Cost{top / 1'000'000, CostStatus::estimated}));
}

TEST(Cost, IsRoundedHalfUp) {
  EXPECT_EQ(calculate_cost(tokens(499'999, 0), Pricing{1, 0, 0, 0}).micro, 0);
  EXPECT_EQ(calculate_cost(tokens(500'000, 0), Pricing{1, 0, 0, 0}).micro, 1);
}

TEST(Cost, OfTheProviderGoesFirst) {
  Usage usage;
  usage.cost_micro = 7;
  EXPECT_EQ(calculate_cost(usage, Pricing{1, 1, 1, 1}), (Cost{7, CostStatus::actual}));
}

TEST(CostAccumulator, CountsUnknownAmountsInsteadOfTakingThemForZero) {
  CostAccumulator sum;
  sum.add(Cost{5, CostStatus::actual});
  sum.add(Cost{});
  sum.add(Cost{6, CostStatus::estimated});
  EXPECT_EQ(sum, (CostAccumulator{11, 3, 1}));
}

TEST(TokenSnapshot, SaysWhatIsUnknown) {
  TokenSnapshot snapshot;
  snapshot.input = 12;
  snapshot.output = 3;
  EXPECT_EQ(to_string(snapshot), "12 in, 3 out, cost unknown");
  snapshot.unknown_requests = 1;
  snapshot.cost = CostAccumulator{9, 1, 0};
  EXPECT_EQ(to_string(snapshot),
            "12 in, 3 out, 1 request(s) of unknown size, cost 9 micro-units");
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "pintle/circuit_breaker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pintle {
namespace {

using ::testing::ElementsAre;

CircuitBreaker breaker(int threshold = 3) {
  return CircuitBreaker(threshold, ModelSelection{"a", {"b", "a", "c"}, ""}, Limits{});
}

void fail(CircuitBreaker& b, const char* model, std::int64_t at, bool trip = false) {
  b.evolve(b.failed(model, at, trip));
}

TEST(CircuitBreaker, ListsPrimaryThenFallbacksOnceEach) {
  EXPECT_THAT(breaker().candidates(0), ElementsAre("a", "b", "c"));
}

TEST(CircuitBreaker, OpensAtTheThresholdOfFailuresInARow) {
  CircuitBreaker b = breaker();
  fail(b, "a", 0);
  fail(b, "a", 0);
  EXPECT_FALSE(b.is_open("a", 0));
  b.evolve(*b.succeeded("a"));
  fail(b, "a", 0);
  fail(b, "a", 0);
  EXPECT_FALSE(b.is_open("a", 0)) << "a success begins the count anew";
  fail(b, "a", 0);
  EXPECT_TRUE(b.is_open("a", 29'999));
  EXPECT_THAT(b.candidates(29'999), ElementsAre("b", "c"));
}

TEST(CircuitBreaker, TripsAtOnceAndHonoursRetryAfter) {
  CircuitBreaker b = breaker();
  b.evolve(b.failed("a", 1'000, true, 70'000));
  EXPECT_TRUE(b.is_open("a", 70'999));
  EXPECT_FALSE(b.is_open("a", 71'000));
  b.evolve(b.failed("b", 0, true, 86'400'000));
  EXPECT_FALSE(b.is_open("b", 300'000)) << "cut to the longest cool-down";
}

TEST(CircuitBreaker, DoublesTheCoolDownWithEachOpeningInARow) {
  CircuitBreaker b = breaker();
  std::int64_t now = 0;
  for (const std::int64_t wait : {30, 60, 120, 240, 300, 300}) {
    fail(b, "a", now, now == 0);  // later ones fail while half-open: one is enough
    EXPECT_TRUE(b.is_open("a", now + wait * 1'000 - 1)) << wait;
    now += wait * 1'000;
    EXPECT_THAT(b.candidates(now), ElementsAre("a", "b", "c")) << "half-open";
  }
  b.evolve(*b.succeeded("a"));
  EXPECT_EQ(b.succeeded("a"), std::nullopt);
  fail(b, "a", now, true);
  EXPECT_FALSE(b.is_open("a", now + 30'000)) << "a success forgets the openings";
}

TEST(CircuitBreaker, GivesTheModelThatClosesFirstWhenAllAreOpen) {
  CircuitBreaker b = breaker(1);
  fail(b, "a", 2'000);
  fail(b, "b", 1'000);
  fail(b, "c", 3'000);
  EXPECT_THAT(b.candidates(5'000), ElementsAre("b"));
  EXPECT_TRUE(b.is_open("b", 5'000));
}

TEST(CircuitBreaker, IsTheFoldOfItsRecords) {
  CircuitBreaker live = breaker(2);
  CircuitBreaker resumed = breaker(2);
  for (int i = 0; i < 20; ++i) {
    const char* model = i % 3 == 0 ? "a" : "b";
    const auto change = i % 7 == 6 ? live.succeeded(model)
                                   : std::optional(live.failed(model, i * 9'000, i == 4));
    if (!change) continue;
    live.evolve(*change);
    resumed.evolve(*change);
    EXPECT_EQ(live.candidates(i * 9'000), resumed.candidates(i * 9'000));
    EXPECT_EQ(live.failed("a", i, false), resumed.failed("a", i, false));
  }
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "schema/number.hpp"

#include <string>

#include <gtest/gtest.h>

namespace pintle::schema {
namespace {

using nlohmann::json;

int order(const char* a, const char* b) {
  const std::weak_ordering found = compare(json::parse(a), json::parse(b));
  return found == 0 ? 0 : found < 0 ? -1 : 1;
}

TEST(SchemaNumber, ComparesByValueAlsoWhereADoubleCannotTell) {
  struct Case {
    const char* a;
    const char* b;
    int order;
  };
  const Case cases[] = {
      {"1", "1.0", 0},
      {"-1", "-1.0", 0},
      {"9007199254740993", "9007199254740992.0", 1},
      {"-9007199254740993", "-9007199254740992.0", -1},
      {"18446744073709551615", "18446744073709551616.0", -1},
      {"-9223372036854775808", "-9223372036854775808.0", 0},
      {"0", "-0.0", 0},
      {"1", "1.5", -1},
      {"-2", "-1.5", -1},
      {"-1", "18446744073709551615", -1},
      {"1e300", "1", 1},
      {"-1e300", "1", -1},
      {"true", "1", 1},
      {"[1,2]", "[1.0,2.0]", 0},
      {R"({"a":1})", R"({"a":1.0})", 0},
      {R"({"a":1})", R"({"b":1})", -1},
      {R"("a")", R"("b")", -1},
      {"null", "null", 0},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(order(one.a, one.b), one.order) << one.a << " " << one.b;
    EXPECT_EQ(order(one.b, one.a), -one.order) << one.b << " " << one.a;
  }
}

TEST(SchemaNumber, FindsMultiplesOfDecimals) {
  struct Case {
    const char* value;
    const char* divisor;
    bool is;
  };
  const Case cases[] = {
      {"0.0075", "0.0001", true},
      {"0.00751", "0.0001", false},
      {"4.5", "1.5", true},
      {"35", "1.5", false},
      {"1e308", "0.5", true},
      {"1e308", "0.123456789", false},
      {"0", "3", true},
      {"-9", "3", true},
      {"19.99", "0.01", true},
      {"1e-300", "1e300", false},
      {"12391239123", "1e-8", true},
      {"18446744073709551615", "5", true},
      {"18446744073709551615", "2", false},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(is_multiple(json::parse(one.value), json::parse(one.divisor)), one.is)
        << one.value << " of " << one.divisor;
  }
}

}  // namespace
}  // namespace pintle::schema

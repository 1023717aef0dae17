// SPDX-License-Identifier: MIT
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/schema.hpp"

namespace pintle {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Fitted fit(std::string_view schema, std::string_view value) {
  return Schema::compile(schema).value().fit(value);
}

TEST(SchemaFit, ReadsAStringAsWhatItSpellsWhereTheSchemaAsksForThat) {
  struct Case {
    const char* schema;
    const char* before;
    const char* after;
  };
  const Case cases[] = {
      {R"({"type":"integer"})", R"("5")", "5"},
      {R"({"type":"number"})", R"("5.5")", "5.5"},
      {R"({"type":"number"})", R"("5")", "5"},
      {R"({"type":"boolean"})", R"("true")", "true"},
      {R"({"type":["integer","null"]})", R"("null")", "null"},
      {R"({"type":"array"})", R"("[1, 2]")", "[1,2]"},
      {R"({"type":"object"})", R"("{\"a\":1}")", R"({"a":1})"},
      {R"({"anyOf":[{"type":"integer"},{"type":"null"}]})", R"("7")", "7"},
      {R"({"items":{"type":"integer"}})", R"(["1",2,"3"])", "[1,2,3]"},
      {R"({"type":"array","items":{"type":"integer"}})", R"("[\"1\",\"2\"]")", "[1,2]"},
  };
  for (const Case& one : cases) {
    const Fitted fitted = fit(one.schema, one.before);
    EXPECT_EQ(fitted.value, one.after) << one.schema;
    EXPECT_THAT(fitted.faults, IsEmpty()) << one.schema;
    EXPECT_FALSE(fitted.changes.empty()) << one.schema;
  }
}

TEST(SchemaFit, ReportsEachChange) {
  const Fitted fitted = fit(R"({"properties":{"n":{"type":"integer"},
                                             "on":{"type":"boolean"}}})",
                            R"({"n":"5","on":"false"})");
  EXPECT_THAT(fitted.changes,
              ElementsAre(R"(at /n: read string "5" as integer)",
                          R"(at /on: read string "false" as boolean)"));
}

TEST(SchemaFit, LeavesAStringWhereAStringMayStand) {
  EXPECT_EQ(fit(R"({"type":["integer","string"]})", R"("5")").value, R"("5")");
  EXPECT_EQ(fit("{}", R"("5")").value, R"("5")");
}

TEST(SchemaFit, LeavesWhatSpellsSomethingElse) {
  struct Case {
    const char* schema;
    const char* value;
  };
  const Case cases[] = {
      {R"({"type":"integer"})", R"("5.5")"},
      {R"({"type":"integer"})", R"("five")"},
      {R"({"type":"integer"})", R"("12345678901234567890123")"},  // would lose digits
      {R"({"type":"boolean"})", R"("yes")"},
      {R"({"type":"boolean"})", "1"},
      {R"({"type":"string"})", "5"},
      {R"({"type":"object"})", R"("[1]")"},
      {R"({"type":"integer"})", R"("")"},
  };
  for (const Case& one : cases) {
    const Fitted fitted = fit(one.schema, one.value);
    EXPECT_EQ(fitted.value, one.value) << one.schema;
    EXPECT_THAT(fitted.changes, IsEmpty()) << one.schema;
    EXPECT_EQ(fitted.faults.size(), 1U) << one.schema;
  }
}

TEST(SchemaFit, KeepsTheBytesOfAValueThatFits) {
  const char* const text = R"({ "b" : 1.10, "a" : 1e2 })";
  EXPECT_EQ(fit(R"({"type":"object"})", text).value, text);
}

TEST(SchemaFit, TellsWhatIsStillWrongAfterAChange) {
  const Fitted fitted = fit(R"({"type":"integer","minimum":10})", R"("5")");
  EXPECT_EQ(fitted.value, "5");
  EXPECT_EQ(to_string(fitted.faults), "at /: expected at least 10, got integer 5");
}

}  // namespace
}  // namespace pintle

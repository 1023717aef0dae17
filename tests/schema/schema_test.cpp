// SPDX-License-Identifier: MIT
#include "pintle/schema.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pintle {
namespace {

using ::testing::HasSubstr;

std::string faults(std::string_view schema, std::string_view value) {
  const Result<Schema> compiled = Schema::compile(schema);
  return compiled ? to_string(compiled->check(value)) : to_string(compiled.error());
}

struct Case {
  const char* schema;
  const char* value;
  const char* fault;
};

TEST(SchemaCheck, SaysWhereAndWhatIsWrong) {
  const Case cases[] = {
      {R"({"type":["integer","null"]})",
       R"("5")",
       R"(at /: expected integer or null, got string "5")"},
      {R"({"minimum":3})", "2", "at /: expected at least 3, got integer 2"},
      {R"({"exclusiveMaximum":3})", "3", "at /: expected less than 3, got integer 3"},
      {R"({"multipleOf":0.5})",
       "0.7",
       "at /: expected a multiple of 0.5, got number 0.7"},
      {R"({"minLength":2})", R"("é")", "at /: expected at least 2 characters, got 1"},
      {R"({"maxItems":1})", "[1,2]", "at /: expected at most 1 item, got 2"},
      {R"({"minProperties":1})", "{}", "at /: expected at least 1 field, got 0"},
      {R"({"pattern":"^a+$"})",
       R"("b")",
       R"(at /: expected text that matches the pattern "^a+$", got string "b")"},
      {R"({"const":"on"})", R"("off")", R"(at /: expected "on", got string "off")"},
      {R"({"enum":[1,"a",null]})",
       "2",
       R"(at /: expected one of 1, "a", null, got integer 2)"},
      {R"({"uniqueItems":true})",
       "[1,2,1.0]",
       "at /: items 0 and 2 are equal; each may stand once"},
      {R"({"dependentRequired":{"a":["b"]}})",
       R"({"a":1})",
       R"(at /: field "a" needs the field "b")"},
      {R"({"propertyNames":{"maxLength":2}})",
       R"({"abc":1})",
       R"(at /: the field name "abc" is not allowed)"},
      {R"({"prefixItems":[{}],"items":false})",
       "[1,2]",
       "at /: expected at most 1 item, got 2"},
      {R"({"properties":{"a":{"items":{"type":"string"}}}})",
       R"({"a":["x",1]})",
       "at /a/1: expected string, got integer 1"},
      {R"({"unevaluatedProperties":false,"properties":{"a":true}})",
       R"({"b":1})",
       "at /b: nothing is allowed here"},
      {R"({"if":{"required":["a"]},"then":{"required":["b"]}})",
       R"({"a":1})",
       R"(at /: missing required field "b")"},
      {R"({"not":{"type":"string"}})",
       R"("x")",
       R"(at /: string "x" has the form that is not allowed here)"},
      {"true", "{", "at /: it is not valid JSON"},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(faults(one.schema, one.value), one.fault) << one.schema;
  }
}

TEST(SchemaCheck, TellsWhatAllFormsWantAtOnePlace) {
  EXPECT_EQ(faults(R"({"anyOf":[{"type":"integer"},{"type":"null"}]})", R"("x")"),
            R"(at /: expected integer or null, got string "x")");
  EXPECT_EQ(faults(R"({"oneOf":[{"properties":{"do":{"const":"add"}}},
                               {"properties":{"do":{"const":"drop"}}}]})",
                   R"({"do":"ad"})"),
            R"(at /do: expected one of "add", "drop", got string "ad")");
}

TEST(SchemaCheck, TellsTheFaultsOfTheFormThatWasMeant) {
  const char* const shapes = R"({"oneOf":[
    {"properties":{"kind":{"const":"circle"},"radius":{"minimum":0}},"required":["radius"]},
    {"properties":{"kind":{"const":"square"},"side":{"minimum":0}},"required":["side"]}]})";
  EXPECT_EQ(faults(shapes, R"({"kind":"square","side":-1})"),
            "at /side: expected at least 0, got integer -1");
  EXPECT_EQ(faults(shapes, R"({"kind":"circle"})"),
            R"(at /: missing required field "radius")");
}

TEST(SchemaCheck, TellsWhichTwoFormsFit) {
  EXPECT_EQ(
      faults(R"({"oneOf":[{"minimum":1},{"type":"string"},{"maximum":9}]})", "5"),
      "at /: expected exactly one of the forms of oneOf, but both form 1 and form 3 fit");
}

TEST(SchemaCheck, GivesThePlaceInTheSchemaToo) {
  const Result<Schema> schema = Schema::compile(
      R"({"properties":{"a":{"$ref":"#/$defs/age"}},"$defs":{"age":{"minimum":1}}})");
  const std::vector<SchemaFault> found = schema.value().check(R"({"a":0})");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].instance, "/a");
  EXPECT_EQ(found[0].schema, "#/$defs/age/minimum");
  EXPECT_EQ(found[0].keyword, "minimum");
}

TEST(SchemaCheck, FollowsARecursiveReferenceAsDeepAsTheValueGoes) {
  const char* const tree =
      R"({"properties":{"next":{"$ref":"#"},"id":{"type":"integer"}},"required":["id"]})";
  EXPECT_EQ(faults(tree, R"({"id":1,"next":{"id":2,"next":{"id":"3"}}})"),
            R"(at /next/next/id: expected integer, got string "3")");
}

TEST(SchemaCheck, EndsAReferenceToItselfAtTheLimitOfDepth) {
  EXPECT_EQ(faults(R"({"$ref":"#"})", "1"),
            "at /: it needs more than 512 schemas inside each other to be checked");
  EXPECT_THAT(faults(R"({"not":{"$ref":"#"}})", "1"), HasSubstr("more than 512"));
}

TEST(SchemaCheck, EndsAtTheLimitOfSteps) {
  SchemaOptions options;
  options.limits.steps = 1'000;
  const auto schema = Schema::compile(R"({"items":{"minimum":0}})", options);
  std::string list = "[0";
  for (int i = 0; i < 2'000; ++i) list += ",0";
  EXPECT_THAT(to_string(schema.value().check(list + "]")),
              HasSubstr("it takes more than 1000 steps to be checked"));
}

TEST(SchemaCheck, EndsAPatternThatRunsAwayAsAFault) {
  const std::string subject = "\"" + std::string(60, 'a') + "!\"";
  EXPECT_THAT(faults(R"({"pattern":"^(a+)+$"})", subject), HasSubstr("takes too long"));
  EXPECT_THAT(faults(R"({"not":{"pattern":"^(a+)+$"}})", subject),
              HasSubstr("takes too long"));
}

TEST(SchemaCheck, ListsAsManyFaultsAsTheLimitSays) {
  SchemaOptions options;
  options.limits.faults = 2;
  const auto schema = Schema::compile(R"({"items":{"type":"string"}})", options);
  EXPECT_EQ(schema.value().check("[1,2,3]").size(), 2U);
}

TEST(SchemaCompile, NamesTheKeywordThatCannotHaveItsValue) {
  const Case cases[] = {
      {"[]", "", "the schema is none: expected an object or a boolean, got array"},
      {"{", "", "the schema is none: it is not valid JSON"},
      {R"({"type":"int"})", "", "in the schema, at #/type: expected the name of a type"},
      {R"({"properties":{"a":{"type":5}}})",
       "",
       "at #/properties/a/type: expected the name"},
      {R"({"properties":{"a":5}})", "", "at #/properties/a: expected a schema"},
      {R"({"properties":[]})", "", "at #/properties: expected an object, got array"},
      {R"({"required":"a"})", "", "at #/required: expected a list of field names"},
      {R"({"minLength":-1})",
       "",
       "at #/minLength: expected a whole number of at least 0"},
      {R"({"multipleOf":0})", "", "at #/multipleOf: expected a number above 0"},
      {R"({"enum":"a"})", "", "at #/enum: expected a list of values"},
      {R"({"pattern":"(a"})", "", "at #/pattern: the pattern \"(a\": "},
      {R"({"patternProperties":{"[":{}}})", "", "at #/patternProperties: the pattern"},
      {R"({"anyOf":{}})", "", "at #/anyOf: expected a list of schemas"},
      {R"({"$ref":"#/$defs/no"})", "", "at #/$ref: there is nothing at \"#/$defs/no\""},
      {R"({"$ref":"http://x/y"})",
       "",
       "there is no document \"http://x/y\", and none is fetched"},
      {R"({"$ref":"#/const","const":5})", "", "is no schema, but integer 5"},
      {R"({"uniqueItems":1})", "", "at #/uniqueItems: expected a boolean"},
  };
  for (const Case& one : cases) {
    const Result<Schema> schema = Schema::compile(one.schema);
    ASSERT_FALSE(schema) << one.schema;
    EXPECT_THAT(to_string(schema.error()), HasSubstr(one.fault)) << one.schema;
  }
}

TEST(SchemaCompile, PassesOverUnknownKeywords) {
  EXPECT_EQ(faults(R"({"x-order":3,"example":{"type":"nonsense"},"minimum":1})", "1"),
            "");
}

TEST(SchemaCompile, ReadsADocumentThatWasGiven) {
  SchemaOptions options;
  options.documents.push_back({"https://example.org/age", R"({"type":"integer"})"});
  const auto schema = Schema::compile(
      R"({"$id":"https://example.org/person","properties":{"age":{"$ref":"age"}}})",
      options);
  const std::vector<SchemaFault> found = schema.value().check(R"({"age":"x"})");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].schema, "https://example.org/age#/type");
}

TEST(SchemaCompile, KnowsTheMetaschemasOfBothDrafts) {
  for (const char* const uri : {"https://json-schema.org/draft/2020-12/schema",
                                "http://json-schema.org/draft-07/schema#"}) {
    const std::string schema = R"({"$ref":")" + std::string(uri) + R"("})";
    EXPECT_EQ(faults(schema, R"({"type":"object","properties":{"a":{"minLength":1}}})"),
              "")
        << uri;
    EXPECT_NE(faults(schema, R"({"properties":{"a":{"minLength":-1}}})"), "") << uri;
    EXPECT_NE(faults(schema, R"({"type":"nothing"})"), "") << uri;
  }
}

TEST(SchemaCompile, AssertsFormatsOnlyWhenAsked) {
  const char* const text = R"({"format":"date"})";
  EXPECT_TRUE(Schema::compile(text).value().check(R"("2026-02-30")").empty());
  const auto strict = Schema::compile(text, {.assert_formats = true});
  EXPECT_EQ(to_string(strict.value().check(R"("2026-02-30")")),
            R"(at /: expected text of the format date, got string "2026-02-30")");
  EXPECT_TRUE(strict.value().check(R"("2024-02-29")").empty());
}

TEST(SchemaCompile, SaysWhetherAnObjectMayFit) {
  EXPECT_TRUE(Schema::compile("{}").value().allows_object());
  EXPECT_TRUE(Schema::compile(R"({"type":["object","null"]})").value().allows_object());
  EXPECT_FALSE(Schema::compile(R"({"type":"array"})").value().allows_object());
  EXPECT_FALSE(Schema::compile("false").value().allows_object());
}

}  // namespace
}  // namespace pintle

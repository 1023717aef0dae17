// SPDX-License-Identifier: MIT
#include <string>

#include <gtest/gtest.h>

#include "pintle/schema.hpp"

namespace pintle {
namespace {

constexpr const char* order_schema = R"({
  "type": "object",
  "properties": {
    "items": {"type": "array", "items": {
      "type": "object",
      "properties": {"name": {"type": "integer"}, "a/b~c": {"type": "string"}},
      "required": ["name"],
      "additionalProperties": false}},
    "unit": {"type": ["string", "null"], "enum": ["celsius", "fahrenheit", null]},
    "ratio": {"type": "number"},
    "flag": {"type": "boolean"},
    "free": {}, "never": false
  },
  "required": ["items"]
})";

std::string faults(std::string_view schema, std::string_view arguments) {
  return to_string(Schema::compile(schema).value().check(arguments));
}

struct Case {
  const char* arguments;
  const char* fault;
};

TEST(SchemaArguments, SaysWhereAndWhatIsWrong) {
  const Case cases[] = {
      {R"({"items":[]})", ""},
      {R"({"items":[{"name":1},{"name":2.0}],"more":1,"free":[{}]})", ""},
      {R"({"items":[],"unit":null,"ratio":1,"flag":true})", ""},
      {R"({"items":[],"ratio":2.5})", ""},
      {R"({})", "at /: missing required field \"items\""},
      {R"({"items":[{"name":1},{"name":1},{"name":"5"}]})",
       "at /items/2/name: expected integer, got string \"5\""},
      {R"({"items":[{"name":1.7}]})",
       "at /items/0/name: expected integer, got number 1.7"},
      {R"({"items":[{"name":1,"a/b~c":2}]})",
       "at /items/0/a~1b~0c: expected string, got integer 2"},
      {R"({"items":[{"name":1,"nmae":2}]})",
       "at /items/0: unknown field \"nmae\"; it may have: name, a/b~c"},
      {R"({"items":{}})", "at /items: expected array, got object"},
      {R"({"items":[],"unit":"kelvin"})",
       "at /unit: expected one of \"celsius\", \"fahrenheit\", null, got string "
       "\"kelvin\""},
      {R"({"items":[],"unit":1})", "at /unit: expected string or null, got integer 1"},
      {R"({"items":[],"flag":"true"})",
       "at /flag: expected boolean, got string \"true\""},
      {R"({"items":[],"never":1})", "at /never: nothing is allowed here"},
      {R"({"items":null,"flag":0})",
       "at /flag: expected boolean, got integer 0; at /items: expected array, got null"},
      {R"([1,2])", "at /: expected object, got array"},
      {R"("foo")", "at /: expected object, got string \"foo\""},
      {R"({"items":[)", "at /: it is not valid JSON"},
      {R"({"items":[],"ratio":1e400})", "at /: it is not valid JSON"},
      {"", "at /: it is not valid JSON"},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(faults(order_schema, one.arguments), one.fault) << one.arguments;
  }
}

TEST(SchemaArguments, ChecksFieldsThatAreNotNamedAgainstTheirSchema) {
  const char* const schema = R"({"additionalProperties":{"type":"string"}})";
  EXPECT_EQ(faults(schema, R"({"a":"b"})"), "");
  EXPECT_EQ(faults(schema, R"({"a":1})"), "at /a: expected string, got integer 1");
}

TEST(SchemaArguments, ListsAtMostFiveFaults) {
  const std::string fault = faults(R"({"additionalProperties":{"type":"string"}})",
                                   R"({"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1})");
  EXPECT_NE(fault.find("/e:"), std::string::npos) << fault;
  EXPECT_EQ(fault.find("/f:"), std::string::npos) << fault;
}

TEST(SchemaArguments, CutsLongPiecesBetweenCharacters) {
  std::string text = R"({"a":")";
  for (int i = 0; i < 1000; ++i) text += "é";
  text += "\"}";
  const std::string fault = faults(R"({"properties":{"a":{"type":"integer"}}})", text);
  EXPECT_LT(fault.size(), 150u);
  EXPECT_NE(fault.find("é…\""), std::string::npos) << fault;
}

TEST(SchemaArguments, IsSafeFromDeepNesting) {
  const std::string deep =
      R"({"a":)" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  EXPECT_EQ(faults("{}", deep), "at /: it is not valid JSON");
  EXPECT_FALSE(Schema::compile(deep));
}

}  // namespace
}  // namespace pintle

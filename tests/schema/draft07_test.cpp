// SPDX-License-Identifier: MIT
// What tool servers send of draft-07, with and without saying so.
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "pintle/schema.hpp"

namespace pintle {
namespace {

struct Case {
  const char* what;
  const char* schema;
  const char* value;
  bool fits;
};

constexpr Case cases[] = {
    {"definitions",
     R"({"$ref":"#/definitions/a","definitions":{"a":{"type":"string"}}})",
     "1",
     false},
    {"definitions, fitting",
     R"({"$ref":"#/definitions/a","definitions":{"a":{"type":"string"}}})",
     R"("x")",
     true},
    {"a list of items",
     R"({"items":[{"type":"string"},{"type":"integer"}]})",
     R"(["a","b"])",
     false},
    {"a list of items, more", R"({"items":[{"type":"string"}]})", R"(["a",5])", true},
    {"additionalItems false",
     R"({"items":[{}],"additionalItems":false})",
     "[1,2]",
     false},
    {"additionalItems",
     R"({"items":[{}],"additionalItems":{"type":"string"}})",
     R"([1,"a"])",
     true},
    {"additionalItems beside one schema",
     R"({"items":{},"additionalItems":false})",
     "[1,2]",
     true},
    {"dependencies on fields", R"({"dependencies":{"a":["b"]}})", R"({"a":1})", false},
    {"dependencies on fields, met",
     R"({"dependencies":{"a":["b"]}})",
     R"({"a":1,"b":2})",
     true},
    {"dependencies on a schema",
     R"({"dependencies":{"a":{"properties":{"b":{"type":"string"}}}}})",
     R"({"a":1,"b":2})",
     false},
};

constexpr Case declared[] = {
    {"beside $ref nothing counts",
     R"({"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{}},
         "properties":{"x":{"$ref":"#/definitions/a","type":"string"}}})",
     R"({"x":1})",
     true},
    {"an $id with a fragment is an anchor",
     R"({"$schema":"http://json-schema.org/draft-07/schema#",
         "definitions":{"a":{"$id":"#number","type":"number"}},
         "properties":{"x":{"$ref":"#number"}}})",
     R"({"x":"y"})",
     false},
    {"prefixItems is unknown",
     R"({"$schema":"http://json-schema.org/draft-07/schema#",
         "prefixItems":[{"type":"string"}]})",
     "[1]",
     true},
    {"dependentRequired is unknown",
     R"({"$schema":"http://json-schema.org/draft-07/schema#",
         "dependentRequired":{"a":["b"]}})",
     R"({"a":1})",
     true},
    {"unevaluatedProperties is unknown",
     R"({"$schema":"http://json-schema.org/draft-07/schema#",
         "unevaluatedProperties":false})",
     R"({"a":1})",
     true},
    {"as zod writes an object",
     R"({"$schema":"http://json-schema.org/draft-07/schema#","type":"object",
         "properties":{"path":{"type":"string"}},"required":["path"],
         "additionalProperties":false})",
     R"({"path":"a","mode":1})",
     false},
};

void check(const Case& one, const std::string& schema, int& passed, int& total) {
  ++total;
  const Result<Schema> compiled = Schema::compile(schema);
  const bool fits = compiled && compiled->check(one.value).empty();
  EXPECT_TRUE(compiled) << one.what << (compiled ? "" : to_string(compiled.error()));
  EXPECT_EQ(fits, one.fits) << one.what;
  if (compiled && fits == one.fits) ++passed;
}

TEST(SchemaDraft07, ReadsItsKeywordsWithAndWithoutADeclaration) {
  int passed = 0;
  int total = 0;
  for (const Case& one : cases) {
    check(one, one.schema, passed, total);
    const std::string marked =
        R"({"$schema":"http://json-schema.org/draft-07/schema#",)" +
        std::string(one.schema + 1);
    check(one, marked, passed, total);
  }
  for (const Case& one : declared) check(one, one.schema, passed, total);
  std::printf("draft-07 keywords: %d/%d\n", passed, total);
}

}  // namespace
}  // namespace pintle

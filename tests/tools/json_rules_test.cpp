// SPDX-License-Identifier: MIT
// Maps, variants, defaults and the rules of fields: read, written, and in the schema.
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/json_convert.hpp"
#include "pintle/json_schema.hpp"
#include "pintle/schema.hpp"

namespace drawing {

struct Circle {
  double radius = 0;
};
PINTLE_DESCRIBE(Circle, (radius, "", {.minimum = 0}))

struct Square {
  double side = 0;
};
PINTLE_DESCRIBE(Square, (side, "", {.minimum = 0}))

struct Sheet {
  std::string title;
  std::variant<Circle, Square> shape;
  std::map<std::string, int> layers;
  int copies = 1;
  std::vector<std::string> tags{"new"};
  std::optional<std::variant<int, std::string>> note;
};
PINTLE_DESCRIBE(Sheet,
                (title,
                 "Shown above",
                 {.min_length = 1, .max_length = 20, .pattern = "^[A-Z]"}),
                (shape, "What to draw"),
                (layers, "Depth by name"),
                (copies, "", {.minimum = 1, .maximum = 9, .has_default = true}),
                (tags, "", {.min_items = 1, .max_items = 3, .has_default = true}),
                (note, "Anything"))

}  // namespace drawing

namespace pintle {
namespace {

using drawing::Circle;
using drawing::Sheet;
using drawing::Square;

constexpr const char* sheet_text =
    R"({"title":"Plan","shape":{"side":2},"layers":{"back":1,"front":2}})";

template <class T>
std::string misfit(std::string_view text) {
  const Result<T> result = from_json<T>(text);
  return result.ok() ? "it fits" : std::get<SessionError>(result.error()).message;
}

std::string schema_faults(std::string_view text) {
  return to_string(Schema::compile(json_schema<Sheet>()).value().check(text));
}

TEST(JsonRules, ReadsMapsVariantsAndDefaults) {
  const Result<Sheet> sheet = from_json<Sheet>(sheet_text);
  ASSERT_TRUE(sheet.ok());
  EXPECT_EQ(std::get<Square>(sheet->shape).side, 2);
  EXPECT_EQ(sheet->layers, (std::map<std::string, int>{{"back", 1}, {"front", 2}}));
  EXPECT_EQ(sheet->copies, 1);
  EXPECT_EQ(sheet->tags, std::vector<std::string>{"new"});
  EXPECT_EQ(sheet->note, std::nullopt);
}

TEST(JsonRules, PutsADefaultBackOverWhatStoodThere) {
  Sheet sheet;
  sheet.copies = 7;
  JsonReader reader(sheet_text);
  ASSERT_TRUE(read_json(reader, sheet));
  EXPECT_EQ(sheet.copies, 1);
}

TEST(JsonRules, WritesWhatItReads) {
  const char* const whole =
      R"({"title":"Plan","shape":{"radius":2.5},"layers":{"a":1},"copies":2,)"
      R"("tags":["x"],"note":"n"})";
  EXPECT_EQ(to_json(from_json<Sheet>(whole).value()), whole);
  const auto counts = from_json<std::unordered_map<std::string, bool>>(R"({"a":true})");
  EXPECT_EQ(to_json(counts.value()), R"({"a":true})");
}

TEST(JsonRules, SaysWhyNoFormOfAVariantFits) {
  EXPECT_EQ(misfit<Sheet>(R"({"title":"P","shape":{"edge":1},"layers":{}})"),
            "at /shape: none of 2 forms fits: at /shape: missing required field "
            "\"radius\"; or at /shape: missing required field \"side\"");
  EXPECT_EQ(misfit<Sheet>(R"({"title":"P","shape":{"side":1},"layers":{"a":"b"}})"),
            "at /layers/a: expected integer, got string \"b\"");
}

TEST(JsonRules, TakesTheFirstFormThatFits) {
  using Number = std::variant<int, double, std::string>;
  EXPECT_EQ(from_json<Number>("5").value().index(), 0U);
  EXPECT_EQ(from_json<Number>("5.5").value().index(), 1U);
  EXPECT_EQ(from_json<Number>(R"("5")").value().index(), 2U);
}

TEST(JsonRules, AreInTheSchema) {
  EXPECT_EQ(json_schema<Sheet>(),
            R"({"type":"object","properties":{"title":{"type":"string","minLength":1,)"
            R"("maxLength":20,"pattern":"^[A-Z]","description":"Shown above"},)"
            R"("shape":{"anyOf":[{"type":"object","properties":{"radius":{)"
            R"("type":"number","minimum":0}},"required":["radius"],)"
            R"("additionalProperties":false},{"type":"object","properties":{"side":{)"
            R"("type":"number","minimum":0}},"required":["side"],)"
            R"("additionalProperties":false}],"description":"What to draw"},)"
            R"("layers":{"type":"object","additionalProperties":{"type":"integer"},)"
            R"("description":"Depth by name"},"copies":{"type":"integer","minimum":1,)"
            R"("maximum":9,"default":1},"tags":{"type":"array","items":{)"
            R"("type":"string"},"minItems":1,"maxItems":3,"default":["new"]},)"
            R"("note":{"anyOf":[{"type":"integer"},{"type":"string"},{"type":"null"}],)"
            R"("description":"Anything"}},"required":["title","shape","layers"],)"
            R"("additionalProperties":false})");
}

TEST(JsonRules, AreCheckedWithTheSchema) {
  EXPECT_EQ(schema_faults(sheet_text), "");
  EXPECT_EQ(
      schema_faults(R"({"title":"plan","shape":{"side":1},"layers":{},"copies":0})"),
      "at /copies: expected at least 1, got integer 0; at /title: expected text that "
      "matches the pattern \"^[A-Z]\", got string \"plan\"");
  EXPECT_EQ(schema_faults(R"({"title":"P","shape":{"side":-1},"layers":{}})"),
            "at /shape/side: expected at least 0, got integer -1");
}

}  // namespace
}  // namespace pintle

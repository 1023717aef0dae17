// SPDX-License-Identifier: MIT
#include "pintle/json_convert.hpp"

#include <cstdint>

#include <gtest/gtest.h>

#include "pintle/json_schema.hpp"

// At namespace scope outside pintle, as users do it.
namespace shop {

enum class Size { small, large };
PINTLE_DESCRIBE_ENUM(Size, (small, "fits a letter box"), (large, "needs a parcel"))

struct Item {
  std::string name;
  std::int32_t count = 0;
  std::optional<Size> size;
};
PINTLE_DESCRIBE(Item, (name, "What it is"), (count, "How many"), (size, ""))

struct Order {
  std::vector<Item> items;
  double total = 0;
  bool express = false;
  std::uint64_t id = 0;
  std::optional<std::string> note;
};
PINTLE_DESCRIBE(Order,
                (items, "The goods"),
                (total, "In crowns"),
                (express, "By tomorrow"),
                (id, "Of the shop"),
                (note, "For the driver"))

struct Bytes {
  std::int8_t small = 0;
  std::uint8_t positive = 0;
};
PINTLE_DESCRIBE(Bytes, (small, ""), (positive, ""))

struct Node {
  std::string name;
  std::vector<Node> children;
};
PINTLE_DESCRIBE(Node, (name, ""), (children, "Nodes below"))

}  // namespace shop

struct Wide {
  int a0 = 0, a1 = 0, a2 = 0, a3 = 0, a4 = 0, a5 = 0, a6 = 0, a7 = 0, a8 = 0, a9 = 0;
  int b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0, b6 = 0, b7 = 0, b8 = 0, b9 = 0;
  int c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0, c6 = 0, c7 = 0, c8 = 0, c9 = 0;
  int d0 = 0, d1 = 0;
};
PINTLE_DESCRIBE(Wide,
                (a0, ""),
                (a1, ""),
                (a2, ""),
                (a3, ""),
                (a4, ""),
                (a5, ""),
                (a6, ""),
                (a7, ""),
                (a8, ""),
                (a9, ""),
                (b0, ""),
                (b1, ""),
                (b2, ""),
                (b3, ""),
                (b4, ""),
                (b5, ""),
                (b6, ""),
                (b7, ""),
                (b8, ""),
                (b9, ""),
                (c0, ""),
                (c1, ""),
                (c2, ""),
                (c3, ""),
                (c4, ""),
                (c5, ""),
                (c6, ""),
                (c7, ""),
                (c8, ""),
                (c9, ""),
                (d0, ""),
                (d1, ""))

namespace pintle {
namespace {

using shop::Bytes;
using shop::Item;
using shop::Order;
using shop::Size;

constexpr const char* order_text =
    R"({"items":[{"name":"tea","count":2,"size":"small"},{"name":"pot","count":1}],)"
    R"("total":12.5,"express":true,"id":18446744073709551615})";

// What from_json says is wrong.
template <class T>
std::string misfit(std::string_view text) {
  const Result<T> result = from_json<T>(text);
  return result.ok() ? "it fits" : std::get<SessionError>(result.error()).message;
}

TEST(JsonConvert, ReadsNestedStructsVectorsOptionalsAndEnums) {
  const Result<Order> order = from_json<Order>(order_text);
  ASSERT_TRUE(order.ok());
  ASSERT_EQ(order->items.size(), 2u);
  EXPECT_EQ(order->items[0].name, "tea");
  EXPECT_EQ(order->items[0].size, Size::small);
  EXPECT_EQ(order->items[1].size, std::nullopt);
  EXPECT_EQ(order->total, 12.5);
  EXPECT_TRUE(order->express);
  EXPECT_EQ(order->id, 18446744073709551615u);
  EXPECT_EQ(order->note, std::nullopt);
}

TEST(JsonConvert, WritesWhatItReads) {
  const Result<Order> order = from_json<Order>(order_text);
  ASSERT_TRUE(order.ok());
  EXPECT_EQ(to_json(*order), order_text);
}

TEST(JsonConvert, TakesNullForAnOptionalField) {
  const Result<Item> item = from_json<Item>(R"({"name":"x","count":1,"size":null})");
  ASSERT_TRUE(item.ok());
  EXPECT_EQ(item->size, std::nullopt);
}

TEST(JsonConvert, NamesThePathOfAMisfit) {
  EXPECT_EQ(misfit<Order>(R"({"items":[{"name":"a","count":"5"}]})"),
            "at /items/0/count: expected integer, got string \"5\"");
  EXPECT_EQ(misfit<Order>(R"({"items":[{"name":"a"}]})"),
            "at /items/0: missing required field \"count\"");
  EXPECT_EQ(misfit<Item>(R"({"name":"a","count":1,"size":"huge"})"),
            "at /size: expected one of small, large, got string \"huge\"");
  EXPECT_EQ(misfit<Item>("[1]"), "at /: expected object, got array");
  EXPECT_EQ(misfit<Item>("{"), "the text is not valid JSON");
}

TEST(JsonConvert, ChecksTheRangeOfIntegers) {
  EXPECT_EQ(misfit<Bytes>(R"({"small":-128,"positive":255})"), "it fits");
  EXPECT_EQ(misfit<Bytes>(R"({"small":128,"positive":0})"),
            "at /small: expected integer from -128 to 127, got integer 128");
  EXPECT_EQ(misfit<Bytes>(R"({"small":-129,"positive":0})"),
            "at /small: expected integer from -128 to 127, got integer -129");
  EXPECT_EQ(misfit<Bytes>(R"({"small":0,"positive":-1})"),
            "at /positive: expected integer from 0 to 255, got integer -1");
  EXPECT_EQ(misfit<Bytes>(R"({"small":1.5,"positive":1})"),
            "at /small: expected integer, got number 1.5");
  EXPECT_EQ(misfit<Bytes>(R"({"small":1e30,"positive":1})"),
            "at /small: expected integer from -128 to 127, got integer 1e+30");
}

TEST(JsonConvert, TakesAWholeNumberHoweverItIsWritten) {
  const Result<Bytes> bytes = from_json<Bytes>(R"({"small":5.0,"positive":1e2})");
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(bytes->small, 5);
  EXPECT_EQ(bytes->positive, 100);
}

TEST(JsonConvert, KeepsIntegersOf64BitsExact) {
  const Result<std::vector<std::int64_t>> list =
      from_json<std::vector<std::int64_t>>("[-9007199254740993,2512292042121000001]");
  ASSERT_TRUE(list.ok());
  EXPECT_EQ(list->at(0), -9007199254740993);
  EXPECT_EQ(list->at(1), 2512292042121000001);
}

TEST(JsonConvert, WritesWhatJsonCannotHoldAsNullOrReplacement) {
  EXPECT_EQ(to_json(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(to_json(std::string("a\xff\"\n")), "\"a\xEF\xBF\xBD\\\"\\n\"");
  EXPECT_EQ(to_json(std::vector<bool>{true, false}), "[true,false]");
}

TEST(JsonSchema, DescribesAllKindsOfFields) {
  EXPECT_EQ(json_schema<Order>(),
            R"({"type":"object","properties":{"items":{"type":"array","items":{)"
            R"("type":"object","properties":{"name":{"type":"string",)"
            R"("description":"What it is"},"count":{"type":"integer",)"
            R"("description":"How many"},"size":{"type":["string","null"],)"
            R"("enum":["small","large",null],"description":)"
            R"("small: fits a letter box; large: needs a parcel"}},)"
            R"("required":["name","count"],"additionalProperties":false},)"
            R"("description":"The goods"},"total":{"type":"number",)"
            R"("description":"In crowns"},"express":{"type":"boolean",)"
            R"("description":"By tomorrow"},"id":{"type":"integer",)"
            R"("description":"Of the shop"},"note":{"type":["string","null"],)"
            R"("description":"For the driver"}},"required":["items","total","express",)"
            R"("id"],"additionalProperties":false})");
}

TEST(JsonSchema, EndsForATypeInsideItself) {
  const JsonText schema = json_schema<shop::Node>();
  EXPECT_TRUE(is_json(schema));
  EXPECT_NE(schema.find(R"("items":{"type":"object"})"), std::string::npos) << schema;
}

TEST(JsonSchema, TakesThirtyTwoFields) {
  const JsonText schema = json_schema<Wide>();
  EXPECT_TRUE(is_json(schema));
  EXPECT_NE(schema.find(R"("d1":{"type":"integer"})"), std::string::npos) << schema;
  EXPECT_NE(schema.find(R"("c9","d0","d1"])"), std::string::npos) << schema;
}

}  // namespace
}  // namespace pintle

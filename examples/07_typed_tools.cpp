// SPDX-License-Identifier: MIT
// A tool whose arguments have rules, a default, a map and a choice of forms. What the
// model sends is checked against the schema that follows from the structs: text that
// spells a number is read as one, and what does not fit is told to the model by its
// place.
#include <cstdio>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include <pintle/pintle.hpp>
#include <pintle/testing/scripted_model.hpp>

namespace shop {

enum class Speed { standard, express };
PINTLE_DESCRIBE_ENUM(Speed, (standard, "within a week"), (express, "by tomorrow"))

struct Pickup {
  std::string store;
};
PINTLE_DESCRIBE(Pickup, (store, "Name of the store"))

struct Delivery {
  std::string address;
  Speed speed = Speed::standard;
};
PINTLE_DESCRIBE(Delivery,
                (address, "Street and town", {.min_length = 5}),
                (speed, "How soon", {.has_default = true}))

struct Line {
  std::string article;
  int count = 1;
};
PINTLE_DESCRIBE(Line,
                (article, "Number of the article", {.pattern = "^[A-Z]{2}-[0-9]{4}$"}),
                (count, "How many", {.minimum = 1, .maximum = 99, .has_default = true}))

struct Order {
  std::vector<Line> lines;
  std::variant<Pickup, Delivery> by;
  std::map<std::string, std::string> notes;
};
PINTLE_DESCRIBE(Order,
                (lines, "What to send", {.min_items = 1}),
                (by, "Collected, or brought to an address"),
                (notes, "Anything else, by topic", {.has_default = true}))

std::string place(const Order& order) {
  int pieces = 0;
  for (const Line& line : order.lines) pieces += line.count;
  const auto* const delivery = std::get_if<Delivery>(&order.by);
  const std::string where = delivery != nullptr
                                ? "brought to " + delivery->address
                                : "kept at " + std::get<Pickup>(order.by).store;
  return std::to_string(pieces) + " pieces, " + where;
}

}  // namespace shop

int main() {
  const auto order = pintle::tool("order", "Places an order", shop::place);
  std::printf("schema: %s\n", order->spec().input_schema.c_str());
  // A model that makes a mistake, is told what is wrong, and does better.
  auto model =
      pintle::testing::scripted_model()
          .calls("order", R"({"lines":[{"article":"tea"}],"by":{"store":"Main St"}})")
          .calls("order",
                 R"({"lines":[{"article":"TE-0001","count":"3"},{"article":"PO-0002"}],)"
                 R"("by":{"address":"1 Elm St, Oslo"}})")
          .says("Your order is placed.");
  auto agent = pintle::AgentSession::builder(pintle::single_model(model))
                   .with_tools({order})
                   .build();
  if (!agent) {
    std::fprintf(stderr, "%s\n", to_string(agent.error()).c_str());
    return 1;
  }
  auto turn = agent->run_turn_stream("Three teas and a pot to 1 Elm St, Oslo").value();
  for (const pintle::TurnEvent& event : turn.events()) {
    pintle::match(
        event,
        [](const pintle::ToolResult& r) { std::printf("<- %s\n", r.content.c_str()); },
        [](const pintle::Notice& n) { std::printf("notice: %s\n", n.message.c_str()); },
        [](const pintle::Done& d) { std::printf("%s\n", to_string(d.finish).c_str()); },
        [](const auto&) {});
  }
}

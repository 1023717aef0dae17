// SPDX-License-Identifier: MIT
#include "testing/sim/answer.hpp"

#include <algorithm>
#include <string_view>

#include <nlohmann/json.hpp>

namespace pintle::testing {

namespace {

using Json = nlohmann::json;

constexpr std::string_view words[] = {
    "alder",      "brücke",      "cedar",     "dune",       "ember",  "fjord",  "garnet",
    "heath",      "île",         "jade",      "kelp",       "larch",  "moss",   "naïve",
    "ochre",      "pebble",      "quay",      "reed",       "slate",  "tundra", "umber",
    "vale",       "wren",        "yarrow",    "zephyr",     "日本語", "река",   "🌊",
    "\"quoted\"", "back\\slash", "tab\there", "line\nbreak"};

std::string some_words(Dice& dice, std::size_t least, std::size_t most) {
  std::string text;
  const std::size_t count = least + dice.below(most - least + 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ' ';
    text += words[dice.below(std::size(words))];
  }
  return text;
}

Json value_of(Dice& dice, const Json& schema) {
  const std::string type = schema.value("type", "string");
  if (type == "integer") return dice.below(1'000);
  if (type == "number") return static_cast<double>(dice.below(1'000)) / 4;
  if (type == "boolean") return dice.chance(50);
  return some_words(dice, 1, 4);
}

std::string arguments_for(Dice& dice, const std::string& schema_text) {
  Json arguments = Json::object();
  const Json schema = Json::parse(schema_text);
  const auto properties = schema.find("properties");
  if (properties == schema.end()) return "{}";
  for (const auto& [name, property] : properties->items()) {
    arguments[name] = value_of(dice, property);
  }
  return arguments.dump();
}

// Rounds of calls since the user spoke last.
std::size_t rounds_of(const Transcript& request) {
  std::size_t rounds = 0;
  for (auto it = request.items.rbegin(); it != request.items.rend(); ++it) {
    if (it->kind == TranscriptItem::Kind::text && !it->assistant) break;
    if (it->kind == TranscriptItem::Kind::result) ++rounds;
  }
  return rounds;
}

void add_calls(Dice& dice,
               const Transcript& request,
               ProviderFault fault,
               SimulatedAnswer& answer) {
  const bool forced = fault == ProviderFault::cut_arguments ||
                      fault == ProviderFault::same_call_id ||
                      fault == ProviderFault::unknown_tool;
  const std::size_t rounds = rounds_of(request);
  const bool calls = forced || dice.chance(55 / (1 + rounds));
  if (request.offered.empty() || !calls) return;
  const std::size_t count = 1 + dice.below(3) + (forced ? 1 : 0);
  for (std::size_t i = 0; i < count; ++i) {
    const OfferedTool& tool = request.offered[dice.below(request.offered.size())];
    answer.calls.push_back(
        {"toolu_" + std::to_string(answer.number) + "_" + std::to_string(i),
         tool.name,
         arguments_for(dice, tool.schema)});
  }
  if (fault == ProviderFault::same_call_id) answer.calls[1].id = answer.calls[0].id;
  if (fault == ProviderFault::unknown_tool) answer.calls[0].name = "no_such_tool";
  if (fault == ProviderFault::cut_arguments) {
    std::string& text = answer.calls.back().arguments;
    text.resize(dice.below(text.size() + 1));
  }
}

std::int64_t size_of(const SimulatedAnswer& answer) {
  std::size_t bytes = answer.text.size() + answer.thinking.size();
  for (const SimulatedCall& call : answer.calls) {
    bytes += call.name.size() + call.arguments.size();
  }
  return static_cast<std::int64_t>(bytes / 4 + 1);
}

// Cut at a character's end.
void cut_text(std::string& text, std::size_t bytes) {
  if (text.size() <= bytes) return;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  text.resize(bytes);
}

}  // namespace

SimulatedAnswer make_answer(Dice& dice,
                            const Transcript& request,
                            const BilledRequest& bill) {
  SimulatedAnswer answer;
  answer.number = bill.number;
  answer.model = request.model;
  answer.input = bill.input;
  answer.tells_usage = bill.fault != ProviderFault::no_usage;
  answer.refused = bill.fault == ProviderFault::refusal;
  if (bill.fault == ProviderFault::empty) {
    answer.output = 1;
    return answer;
  }
  if (dice.chance(25)) answer.thinking = some_words(dice, 2, 20);
  add_calls(dice, request, bill.fault, answer);
  if (answer.calls.empty() || dice.chance(40)) {
    answer.text = "a" + std::to_string(bill.number) + " " + some_words(dice, 5, 40) +
                  " (" + std::to_string(dice.next() % 1'000'000) + ")";
  }
  answer.output = size_of(answer);
  if (answer.output > request.max_tokens) {
    answer.truncated = true;
    answer.calls.clear();
    answer.thinking.clear();
    cut_text(answer.text, static_cast<std::size_t>(request.max_tokens) * 4);
    answer.output = std::min(size_of(answer), request.max_tokens);
  }
  return answer;
}

}  // namespace pintle::testing

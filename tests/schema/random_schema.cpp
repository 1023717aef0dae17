// SPDX-License-Identifier: MIT
#include "schema/random_schema.hpp"

#include <array>

namespace pintle::schema_test {

namespace {
constexpr std::array types{
    "null", "boolean", "integer", "number", "string", "array", "object"};
constexpr std::array texts{"", "a", "ab", "b1", "é", "漢字", "aaa", "A-1"};
constexpr std::array patterns{"^a", "b$", "[0-9]", "^.{2}$", "^(a|b)+$", "é"};
constexpr std::array names{"a", "b", "ab", "c1"};
}  // namespace

Json RandomSchema::number() {
  // Quarters: what Python divides exactly.
  const int quarters = static_cast<int>(below(33)) - 16;
  if (quarters % 4 == 0 && !once_in(3)) return quarters / 4;
  return quarters / 4.0;
}

Json RandomSchema::text() {
  return texts[below(texts.size())];
}

Json RandomSchema::name() {
  return names[below(names.size())];
}

Json RandomSchema::value(int depth) {
  switch (below(depth > 0 ? 7 : 5)) {
    case 0: return nullptr;
    case 1: return once_in(2);
    case 2:
    case 3: return number();
    case 4: return text();
    case 5: {
      Json list = Json::array();
      for (std::uint32_t i = below(4); i > 0; --i) list.push_back(value(depth - 1));
      return list;
    }
    default: {
      Json object = Json::object();
      for (std::uint32_t i = below(4); i > 0; --i) {
        object[name().get<std::string>()] = value(depth - 1);
      }
      return object;
    }
  }
}

void RandomSchema::add_values(Json& schema) {
  if (once_in(2)) {
    schema["type"] = types[below(types.size())];
    if (once_in(3)) schema["type"] = {schema["type"], types[below(types.size())]};
    if (schema["type"].is_array() && schema["type"][0] == schema["type"][1]) {
      schema["type"] = schema["type"][0];
    }
  }
  if (once_in(8)) schema["enum"] = {number(), text(), nullptr, true};
  if (once_in(12)) schema["const"] = value(0);
}

void RandomSchema::add_numbers(Json& schema) {
  constexpr std::array bounds{
      "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"};
  constexpr std::array divisors{0.25, 0.5, 1.0, 2.0, 3.0};
  if (once_in(3)) schema[bounds[below(bounds.size())]] = number();
  if (once_in(4)) schema["multipleOf"] = divisors[below(divisors.size())];
}

void RandomSchema::add_texts(Json& schema) {
  if (once_in(4)) schema["minLength"] = below(3);
  if (once_in(4)) schema["maxLength"] = below(4);
  if (once_in(4)) schema["pattern"] = patterns[below(patterns.size())];
}

void RandomSchema::add_arrays(Json& schema, int depth) {
  if (once_in(3)) schema["items"] = part(depth);
  if (once_in(4)) schema["prefixItems"] = parts(depth);
  if (once_in(5)) {
    schema["contains"] = part(depth);
    if (once_in(2)) schema["minContains"] = below(3);
    if (once_in(2)) schema["maxContains"] = below(3);
  }
  if (once_in(5)) schema["uniqueItems"] = once_in(2);
  if (once_in(5)) schema["minItems"] = below(3);
  if (once_in(5)) schema["maxItems"] = below(4);
}

void RandomSchema::add_objects(Json& schema, int depth) {
  const auto key = [this] { return name().get<std::string>(); };
  if (once_in(2)) schema["properties"] = {{key(), part(depth)}, {key(), part(depth)}};
  if (once_in(5)) {
    schema["patternProperties"] = {{patterns[below(patterns.size())], part(depth)}};
  }
  if (once_in(4)) schema["additionalProperties"] = part(depth);
  if (once_in(4)) schema["required"] = {name()};
  if (once_in(6)) schema["propertyNames"] = part(0);
  if (once_in(6)) schema["minProperties"] = below(3);
  if (once_in(6)) schema["maxProperties"] = below(4);
  if (once_in(6)) schema["dependentRequired"] = {{key(), Json::array({name()})}};
  if (once_in(6)) schema["dependentSchemas"] = {{key(), part(depth)}};
}

void RandomSchema::add_applicators(Json& schema, int depth) {
  constexpr std::array lists{"allOf", "anyOf", "oneOf"};
  if (once_in(3)) schema[lists[below(lists.size())]] = parts(depth);
  if (once_in(6)) schema["not"] = part(depth);
  if (once_in(6)) {
    schema["if"] = part(depth);
    if (once_in(2)) schema["then"] = part(depth);
    if (once_in(2)) schema["else"] = part(depth);
  }
  if (once_in(6)) schema["$ref"] = once_in(2) ? "#/$defs/one" : "#/$defs/two";
}

Json RandomSchema::parts(int depth) {
  Json list = Json::array();
  for (std::uint32_t i = 1 + below(3); i > 0; --i) list.push_back(part(depth));
  return list;
}

Json RandomSchema::part(int depth) {
  if (once_in(10)) return once_in(2);
  Json schema = Json::object();
  add_values(schema);
  switch (below(4)) {
    case 0: add_numbers(schema); break;
    case 1: add_texts(schema); break;
    case 2:
      if (depth > 0) add_arrays(schema, depth - 1);
      break;
    default:
      if (depth > 0) add_objects(schema, depth - 1);
  }
  if (depth > 0 && once_in(2)) add_applicators(schema, depth - 1);
  return schema;
}

Json RandomSchema::schema() {
  Json root = Json::object();
  add_values(root);
  add_numbers(root);
  add_arrays(root, 2);
  add_objects(root, 2);
  add_applicators(root, 2);
  // Of depth 0, so without references: there is no circle.
  root["$defs"] = {{"one", part(0)}, {"two", part(0)}};
  return root;
}

}  // namespace pintle::schema_test

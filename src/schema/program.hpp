// SPDX-License-Identifier: MIT
// What a schema is compiled to: nodes of rules, which name each other by number. A rule
// is one keyword with its value made ready; a node's rules stand in the order in which
// they are checked. Immutable once compiled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "pintle/schema.hpp"

#include "schema/format.hpp"
#include "schema/pattern.hpp"

namespace pintle::schema {

using Json = nlohmann::json;
using NodeId = std::uint32_t;
using ResourceId = std::uint32_t;

/// A set of JSON's types; an integer is of `integer` and of `number`.
using TypeSet = std::uint8_t;
enum TypeBit : TypeSet {
  type_null = 1,
  type_boolean = 2,
  type_integer = 4,
  type_number = 8,
  type_string = 16,
  type_array = 32,
  type_object = 64
};

/// "string" to its bit; 0: there is no such type.
[[nodiscard]] TypeSet type_bit(std::string_view name);
/// "string", "integer or null": the types of a set.
[[nodiscard]] std::string type_list(TypeSet types);

enum class Bound : std::uint8_t { minimum, maximum, above, below };

struct Nothing {};  // the schema `false`
struct TypeIs {
  TypeSet types = 0;
};
struct OneOfValues {  // enum, const
  std::vector<const Json*> allowed;
};
struct NumberBound {
  Bound bound = Bound::minimum;
  const Json* limit = nullptr;
};
struct MultipleOf {
  const Json* divisor = nullptr;
};
struct SizeBound {  // minLength, maxItems, …
  TypeBit of = type_string;
  bool at_least = true;
  std::size_t limit = 0;
};
struct Matches {
  Pattern pattern;
};
struct HasFormat {
  const Format* format = nullptr;
};
struct Items {
  std::vector<NodeId> prefix;
  std::optional<NodeId> rest;
};
struct Contains {
  NodeId node = 0;
  std::size_t at_least = 1;
  std::optional<std::size_t> at_most;
};
struct UniqueItems {};
struct Fields {  // properties, patternProperties and additionalProperties
  std::map<std::string, NodeId, std::less<>> named;
  std::vector<std::pair<Pattern, NodeId>> matching;
  std::optional<NodeId> others;
};
struct FieldNames {
  NodeId node = 0;
};
struct Required {
  std::vector<std::string> names;
};
struct DependentFields {
  std::vector<std::pair<std::string, std::vector<std::string>>> needs;
};
struct DependentNodes {
  std::vector<std::pair<std::string, NodeId>> nodes;
};
struct AllOf {
  std::vector<NodeId> nodes;
};
struct AnyOf {
  std::vector<NodeId> nodes;
};
struct OneOf {
  std::vector<NodeId> nodes;
};
struct Not {
  NodeId node = 0;
};
struct IfThenElse {
  NodeId condition = 0;
  std::optional<NodeId> then;
  std::optional<NodeId> otherwise;
};
struct Reference {
  NodeId node = 0;
};
/// Of all resources entered on the way here, the outermost with such an anchor decides.
struct DynamicReference {
  NodeId fallback = 0;
  std::string anchor;
};
struct UnevaluatedItems {
  NodeId node = 0;
};
struct UnevaluatedFields {
  NodeId node = 0;
};

using Check = std::variant<Nothing,
                           TypeIs,
                           OneOfValues,
                           NumberBound,
                           MultipleOf,
                           SizeBound,
                           Matches,
                           HasFormat,
                           Items,
                           Contains,
                           UniqueItems,
                           Fields,
                           FieldNames,
                           Required,
                           DependentFields,
                           DependentNodes,
                           AllOf,
                           AnyOf,
                           OneOf,
                           Not,
                           IfThenElse,
                           Reference,
                           DynamicReference,
                           UnevaluatedItems,
                           UnevaluatedFields>;

struct Rule {
  std::string_view keyword;  // of static storage
  Check check;
};

struct Node {
  std::string location;  // "#/properties/age", or with the URI of its document before it
  ResourceId resource = 0;
  bool notes_evaluated = false;  // has an unevaluated… rule
  std::vector<Rule> rules;
};

struct Program {
  std::vector<std::shared_ptr<const Json>> documents;  // nodes point into them
  std::vector<Node> nodes;                             // the first is the schema itself
  /// For each resource, its dynamic anchors.
  std::vector<std::map<std::string, NodeId, std::less<>>> dynamic_anchors;
  SchemaLimits limits;
};

/// A fault, and, where a type was asked for, which: for coercions.
struct Finding {
  SchemaFault fault;
  TypeSet expected = 0;
};
/// Empty: the value fits.
[[nodiscard]] std::vector<Finding> evaluate(const Program& program, const Json& value);

}  // namespace pintle::schema

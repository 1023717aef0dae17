// SPDX-License-Identifier: MIT
// The JSON Schema of a described type, in the subset of draft 2020-12 that providers
// take: type, description, properties, required, additionalProperties, items, anyOf,
// enum, default, and what a field's rules name. An optional field may be null as well as
// left out, since models write both.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "pintle/json_convert.hpp"

namespace pintle {

namespace detail {

/// The types around the one that is being written: a type inside itself is written as any
/// object, so that the schema ends.
struct SchemaChain {
  const void* type = nullptr;
  const SchemaChain* outer = nullptr;
  [[nodiscard]] bool has(const void* wanted) const noexcept {
    for (const SchemaChain* at = this; at != nullptr; at = at->outer) {
      if (at->type == wanted) return true;
    }
    return false;
  }
};
template <class T>
inline constexpr char schema_tag = 0;

/// What stands around a type's own keywords.
struct SchemaFrame {
  const std::string& description;
  bool nullable = false;
  const SchemaChain* outer = nullptr;
};

template <class T, class Rules, class Default>
void write_schema(JsonWriter& writer, const SchemaFrame& frame, const Default& preset);

struct NoDefault {};
template <class T>
void write_schema(JsonWriter& writer, const SchemaFrame& frame) {
  write_schema<T, NoRules>(writer, frame, NoDefault{});
}

PINTLE_API void write_schema_type(JsonWriter& writer, const char* type, bool nullable);
PINTLE_API void write_schema_strings(JsonWriter& writer,
                                     const char* key,
                                     const std::vector<std::string>& list,
                                     bool nullable);

PINTLE_API void write_schema_null(JsonWriter& writer);
PINTLE_API void write_schema_rules(JsonWriter& writer, const FieldRules& rules);
/// `values`, where there are any, says what an enum's names mean.
PINTLE_API void write_schema_description(JsonWriter& writer,
                                         const std::string& description,
                                         const std::string& values);

struct FieldSchemas {
  JsonWriter& writer;
  const SchemaChain* chain;
  std::vector<std::string> required;
  template <class Owner, class M, class Rules = NoRules>
  void field(const char* name, const char* description, M Owner::*member, Rules = {}) {
    const std::string text = description;
    writer.key(name);
    if constexpr (Rules{}().has_default) {
      write_schema<M, Rules>(writer, {text, false, chain}, Owner{}.*member);
    } else {
      if constexpr (!is_optional<M>) required.emplace_back(name);
      write_schema<M, Rules>(writer, {text, false, chain}, NoDefault{});
    }
  }
};

struct ValueNames {
  std::vector<std::string> names;
  std::string described;
  template <class E>
  void value(const char* name, const char* description, E) {
    names.emplace_back(name);
    described += (described.empty() ? "" : "; ") + names.back() + ": " + description;
  }
};

template <class T>
void write_struct_schema(JsonWriter& writer, const SchemaChain* outer) {
  const SchemaChain chain{&schema_tag<T>, outer};
  if (outer != nullptr && outer->has(chain.type)) return;
  writer.key("properties");
  writer.begin_object();
  FieldSchemas visitor{writer, &chain, {}};
  pintle_describe_fields(visitor, static_cast<const T*>(nullptr));
  writer.end_object();
  if (!visitor.required.empty()) {
    write_schema_strings(writer, "required", visitor.required, false);
  }
  writer.key("additionalProperties");
  writer.boolean(false);
}

template <class T>
constexpr const char* schema_type() {
  if constexpr (std::is_same_v<T, bool>) return "boolean";
  if constexpr (std::is_integral_v<T>) return "integer";
  if constexpr (std::is_floating_point_v<T>) return "number";
  if constexpr (is_vector<T>) return "array";
  if constexpr (DescribedStruct<T> || StringMap<T>) return "object";
  return "string";
}

/// Refuses, when compiling, a rule that means nothing for the field's type.
template <class T, class Rules>
constexpr void check_rules() {
  constexpr FieldRules rules = Rules{}();
  constexpr bool number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;
  constexpr bool text = std::is_same_v<T, std::string>;
  static_assert(number || (!rules.minimum && !rules.maximum),
                "minimum and maximum are rules for numbers");
  static_assert(text || (!rules.min_length && !rules.max_length),
                "min_length and max_length are rules for std::string");
  static_assert(text || (rules.pattern == nullptr && rules.format == nullptr),
                "pattern and format are rules for std::string");
  static_assert(is_vector<T> || (!rules.min_items && !rules.max_items),
                "min_items and max_items are rules for std::vector");
}

template <class... Ts>
void write_schema_forms(JsonWriter& writer,
                        const SchemaFrame& frame,
                        const std::variant<Ts...>*) {
  const std::string none;
  writer.key("anyOf");
  writer.begin_array();
  (write_schema<Ts>(writer, {none, false, frame.outer}), ...);
  if (frame.nullable) write_schema_null(writer);
  writer.end_array();
}

/// The keywords that follow from the type. Gives what is to be said of the type's values.
template <class T>
std::string write_schema_keywords(JsonWriter& writer, const SchemaFrame& frame) {
  const std::string none;
  if constexpr (is_variant<T>) {
    write_schema_forms(writer, frame, static_cast<const T*>(nullptr));
  } else {
    write_schema_type(writer, schema_type<T>(), frame.nullable);
  }
  if constexpr (DescribedEnum<T>) {
    ValueNames visitor;
    pintle_describe_values(visitor, static_cast<const T*>(nullptr));
    write_schema_strings(writer, "enum", visitor.names, frame.nullable);
    return visitor.described;
  } else if constexpr (is_vector<T>) {
    writer.key("items");
    write_schema<typename T::value_type>(writer, {none, false, frame.outer});
  } else if constexpr (DescribedStruct<T>) {
    write_struct_schema<T>(writer, frame.outer);
  } else if constexpr (StringMap<T>) {
    writer.key("additionalProperties");
    write_schema<typename T::mapped_type>(writer, {none, false, frame.outer});
  }
  return {};
}

template <class T, class Rules, class Default>
void write_schema(JsonWriter& writer, const SchemaFrame& frame, const Default& preset) {
  static_assert(is_json_value<T>, "describe this type with PINTLE_DESCRIBE");
  if constexpr (is_optional<T>) {
    write_schema<typename T::value_type, Rules>(
        writer, {frame.description, true, frame.outer}, preset);
  } else {
    check_rules<T, Rules>();
    writer.begin_object();
    const std::string values = write_schema_keywords<T>(writer, frame);
    write_schema_rules(writer, Rules{}());
    if constexpr (!std::is_same_v<Default, NoDefault>) {
      writer.key("default");
      write_json(writer, preset);
    }
    write_schema_description(writer, frame.description, values);
    writer.end_object();
  }
}

}  // namespace detail

template <class T>
JsonText json_schema() {
  JsonWriter writer;
  const std::string none;
  detail::write_schema<T>(writer, {none, false, nullptr});
  return std::move(writer).take();
}

}  // namespace pintle

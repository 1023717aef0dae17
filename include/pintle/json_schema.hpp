// SPDX-License-Identifier: MIT
// The JSON Schema of a described type, in the subset of draft 2020-12 that providers
// take: type, description, properties, required, additionalProperties, items, enum. An
// optional field may be null as well as left out, since models write both.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
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

template <class T>
void write_schema(JsonWriter& writer,
                  const std::string& description,
                  bool nullable,
                  const SchemaChain* outer);

PINTLE_API void write_schema_type(JsonWriter& writer, const char* type, bool nullable);
PINTLE_API void write_schema_strings(JsonWriter& writer,
                                     const char* key,
                                     const std::vector<std::string>& list,
                                     bool nullable);

struct FieldSchemas {
  JsonWriter& writer;
  const SchemaChain* chain;
  std::vector<std::string> required;
  template <class Owner, class M>
  void field(const char* name, const char* description, M Owner::*) {
    if constexpr (!is_optional<M>) required.emplace_back(name);
    writer.key(name);
    write_schema<M>(writer, description, false, chain);
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
  if constexpr (DescribedStruct<T>) return "object";
  return "string";
}

template <class T>
void write_schema(JsonWriter& writer,
                  const std::string& description,
                  bool nullable,
                  const SchemaChain* outer) {
  static_assert(is_json_value<T>, "describe this type with PINTLE_DESCRIBE");
  if constexpr (is_optional<T>) {
    write_schema<typename T::value_type>(writer, description, true, outer);
  } else {
    std::string text = description;
    writer.begin_object();
    write_schema_type(writer, schema_type<T>(), nullable);
    if constexpr (DescribedEnum<T>) {
      ValueNames visitor;
      pintle_describe_values(visitor, static_cast<const T*>(nullptr));
      write_schema_strings(writer, "enum", visitor.names, nullable);
      text += (text.empty() ? "" : " (") + visitor.described + (text.empty() ? "" : ")");
    } else if constexpr (is_vector<T>) {
      writer.key("items");
      write_schema<typename T::value_type>(writer, "", false, outer);
    } else if constexpr (DescribedStruct<T>) {
      write_struct_schema<T>(writer, outer);
    }
    if (!text.empty()) {
      writer.key("description");
      writer.string(text);
    }
    writer.end_object();
  }
}

}  // namespace detail

template <class T>
JsonText json_schema() {
  JsonWriter writer;
  detail::write_schema<T>(writer, "", false, nullptr);
  return std::move(writer).take();
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
// Described C++ values to JSON: `JsonText text = to_json(weather);`
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

#include "pintle/describe.hpp"
#include "pintle/json_io.hpp"
#include "pintle/json_shape.hpp"

namespace pintle {

template <class T>
void write_json(JsonWriter& writer, const T& value);

namespace detail {

template <class T>
struct FieldWriter {
  JsonWriter& writer;
  const T& value;
  template <class Owner, class M, class Rules = NoRules>
  void field(const char* name, const char*, M Owner::*member, Rules = {}) {
    if constexpr (is_optional<M>) {
      if (!(value.*member)) return;
    }
    writer.key(name);
    write_json(writer, value.*member);
  }
};

template <class E>
struct ValueWriter {
  JsonWriter& writer;
  E chosen;
  bool written = false;
  void value(const char* name, const char*, E candidate) {
    if (written || candidate != chosen) return;
    writer.string(name);
    written = true;
  }
};

}  // namespace detail

/// Writes a value; optional fields without one are left out.
template <class T>
void write_json(JsonWriter& writer, const T& value) {
  static_assert(detail::is_json_value<T>, "describe this type with PINTLE_DESCRIBE");
  if constexpr (std::is_same_v<T, bool>) {
    writer.boolean(value);
  } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    writer.integer(value);
  } else if constexpr (std::is_integral_v<T>) {
    writer.natural(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    writer.number(static_cast<double>(value));
  } else if constexpr (std::is_same_v<T, std::string>) {
    writer.string(value);
  } else if constexpr (detail::is_optional<T>) {
    value ? write_json(writer, *value) : writer.null();
  } else if constexpr (detail::is_vector<T>) {
    writer.begin_array();
    for (const auto& item : value) write_json<typename T::value_type>(writer, item);
    writer.end_array();
  } else if constexpr (detail::is_variant<T>) {
    std::visit([&writer](const auto& one) { write_json(writer, one); }, value);
  } else if constexpr (detail::StringMap<T>) {
    writer.begin_object();
    for (const auto& [key, member] : value) {
      writer.key(key);
      write_json<typename T::mapped_type>(writer, member);
    }
    writer.end_object();
  } else if constexpr (DescribedEnum<T>) {
    detail::ValueWriter<T> visitor{writer, value};
    pintle_describe_values(visitor, static_cast<const T*>(nullptr));
    if (!visitor.written) writer.null();
  } else {
    writer.begin_object();
    detail::FieldWriter<T> visitor{writer, value};
    pintle_describe_fields(visitor, static_cast<const T*>(nullptr));
    writer.end_object();
  }
}

template <class T>
JsonText to_json(const T& value) {
  JsonWriter writer;
  write_json(writer, value);
  return std::move(writer).take();
}

}  // namespace pintle

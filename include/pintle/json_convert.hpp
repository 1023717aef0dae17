// SPDX-License-Identifier: MIT
// Described C++ values from and to JSON, and their JSON Schema:
//
//   Result<Weather> weather = from_json<Weather>(text);   // names the path of a misfit
//   JsonText text = to_json(weather.value());
//   JsonText schema = json_schema<Weather>();             // subset of draft 2020-12
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "pintle/describe.hpp"
#include "pintle/json_io.hpp"
#include "pintle/result.hpp"

namespace pintle {

namespace detail {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

}  // namespace detail

template <class T>
bool read_json(JsonReader& reader, T& out);
template <class T>
void write_json(JsonWriter& writer, const T& value);

namespace detail {

template <class T>
inline constexpr bool is_json_value =
    DescribedStruct<T> || DescribedEnum<T> || is_vector<T> || is_optional<T> ||
    std::is_arithmetic_v<T> || std::is_same_v<T, std::string>;

template <class T>
struct FieldReader {
  JsonReader& reader;
  T& out;
  bool ok = true;
  template <class Owner, class M>
  void field(const char* name, const char*, M Owner::*member) {
    if (!ok) return;
    if (reader.enter(name)) {
      ok = read_json(reader, out.*member);
      reader.leave();
    } else if constexpr (is_optional<M>) {
      out.*member = std::nullopt;
    } else {
      ok = reader.missing(name);
    }
  }
};

template <class T>
struct FieldWriter {
  JsonWriter& writer;
  const T& value;
  template <class Owner, class M>
  void field(const char* name, const char*, M Owner::*member) {
    if constexpr (is_optional<M>) {
      if (!(value.*member)) return;
    }
    writer.key(name);
    write_json(writer, value.*member);
  }
};

template <class E>
struct ValueReader {
  const std::string& text;
  E& out;
  std::string names;
  bool found = false;
  void value(const char* name, const char*, E candidate) {
    if (text == name) {
      out = candidate;
      found = true;
    }
    names += (names.empty() ? "one of " : ", ") + std::string(name);
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

template <class T>
bool read_integer(JsonReader& reader, T& out) {
  if constexpr (std::is_signed_v<T>) {
    long long wide = 0;
    if (!reader.integer(
            wide, std::numeric_limits<T>::min(), std::numeric_limits<T>::max())) {
      return false;
    }
    out = static_cast<T>(wide);
  } else {
    unsigned long long wide = 0;
    if (!reader.natural(wide, std::numeric_limits<T>::max())) return false;
    out = static_cast<T>(wide);
  }
  return true;
}

template <class T>
bool read_vector(JsonReader& reader, std::vector<T>& out) {
  std::size_t size = 0;
  if (!reader.array(size)) return false;
  out.clear();
  for (std::size_t i = 0; i < size; ++i) {
    T item{};
    reader.enter_item(i);
    const bool ok = read_json(reader, item);
    reader.leave();
    if (!ok) return false;
    out.push_back(std::move(item));
  }
  return true;
}

template <class T>
bool read_optional(JsonReader& reader, std::optional<T>& out) {
  out.reset();
  if (reader.is_null()) return true;
  T value{};
  if (!read_json(reader, value)) return false;
  out = std::move(value);
  return true;
}

template <class E>
bool read_enum(JsonReader& reader, E& out) {
  std::string text;
  if (!reader.string(text)) return false;
  ValueReader<E> visitor{text, out, {}};
  pintle_describe_values(visitor, static_cast<const E*>(nullptr));
  return visitor.found || reader.expected(visitor.names);
}

}  // namespace detail

/// Reads the value at the cursor. False: the reader notes what is wrong; `out` may be
/// partly written.
template <class T>
bool read_json(JsonReader& reader, T& out) {
  static_assert(detail::is_json_value<T>, "describe this type with PINTLE_DESCRIBE");
  if constexpr (std::is_same_v<T, bool>) {
    return reader.boolean(out);
  } else if constexpr (std::is_integral_v<T>) {
    return detail::read_integer(reader, out);
  } else if constexpr (std::is_floating_point_v<T>) {
    double wide = 0;
    if (!reader.number(wide)) return false;
    out = static_cast<T>(wide);
    return true;
  } else if constexpr (std::is_same_v<T, std::string>) {
    return reader.string(out);
  } else if constexpr (detail::is_optional<T>) {
    return detail::read_optional(reader, out);
  } else if constexpr (detail::is_vector<T>) {
    return detail::read_vector(reader, out);
  } else if constexpr (DescribedEnum<T>) {
    return detail::read_enum(reader, out);
  } else {
    if (!reader.object()) return false;
    detail::FieldReader<T> visitor{reader, out};
    pintle_describe_fields(visitor, static_cast<const T*>(nullptr));
    return visitor.ok;
  }
}

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

/// Errors: Session{invalid}, saying where `text` does not fit T.
template <class T>
Result<T> from_json(std::string_view text) {
  JsonReader reader(text);
  T value{};
  if (reader.fault().empty() && read_json(reader, value)) return value;
  return Err{SessionError{SessionFault::invalid, reader.fault()}};
}

template <class T>
JsonText to_json(const T& value) {
  JsonWriter writer;
  write_json(writer, value);
  return std::move(writer).take();
}

}  // namespace pintle

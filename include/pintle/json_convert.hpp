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
#include <variant>
#include <vector>

#include "pintle/describe.hpp"
#include "pintle/json_io.hpp"
#include "pintle/json_shape.hpp"
#include "pintle/json_write.hpp"
#include "pintle/result.hpp"

namespace pintle {

template <class T>
bool read_json(JsonReader& reader, T& out);

namespace detail {

template <class T>
struct FieldReader {
  JsonReader& reader;
  T& out;
  bool ok = true;
  template <class Owner, class M, class Rules = NoRules>
  void field(const char* name, const char*, M Owner::*member, Rules = {}) {
    if (!ok) return;
    if (reader.enter(name)) {
      ok = read_json(reader, out.*member);
      reader.leave();
    } else if constexpr (Rules{}().has_default) {
      out.*member = Owner{}.*member;
    } else if constexpr (is_optional<M>) {
      out.*member = std::nullopt;
    } else {
      ok = reader.missing(name);
    }
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
bool read_map(JsonReader& reader, T& out) {
  std::vector<std::string> keys;
  if (!reader.object(keys)) return false;
  out.clear();
  for (std::string& key : keys) {
    typename T::mapped_type value{};
    reader.enter(key.c_str());
    const bool ok = read_json(reader, value);
    reader.leave();
    if (!ok) return false;
    out.emplace(std::move(key), std::move(value));
  }
  return true;
}

/// The first alternative that fits, in the order of the variant's types.
template <class... Ts>
bool read_variant(JsonReader& reader, std::variant<Ts...>& out) {
  std::vector<std::string> faults;
  const auto fits = [&](auto alternative) {
    if (read_json(reader, alternative)) {
      out = std::move(alternative);
      return true;
    }
    faults.push_back(reader.take_fault());
    return false;
  };
  return (fits(Ts{}) || ...) || reader.fits_none(faults);
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
  } else if constexpr (detail::is_variant<T>) {
    return detail::read_variant(reader, out);
  } else if constexpr (detail::StringMap<T>) {
    return detail::read_map(reader, out);
  } else if constexpr (DescribedEnum<T>) {
    return detail::read_enum(reader, out);
  } else {
    if (!reader.object()) return false;
    detail::FieldReader<T> visitor{reader, out};
    pintle_describe_fields(visitor, static_cast<const T*>(nullptr));
    return visitor.ok;
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

}  // namespace pintle

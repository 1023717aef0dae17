// SPDX-License-Identifier: MIT
// The fields of pintle's values by name, said once: what hashes, writes, reads and
// redacts them walks over these. PINTLE_FIELDS names all fields in the order of their
// declaration; a field that was left out does not compile (as far as the struct's size
// tells). A field with its default is neither hashed nor written, so that a struct may
// get more fields and what was written before keeps its digest. Private.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "pintle/describe.hpp"
#include "pintle/result.hpp"

namespace pintle {

/// `name`, and `each(visitor)`: calls `visitor(field_name, member_pointer)` in order.
template <class T>
struct FieldsOf;

template <class T>
concept Fielded = requires {
  FieldsOf<T>::name;
};

/// The names of an enum that has no `to_string`, in order.
template <class E>
inline constexpr std::array<std::string_view, 0> enum_names{};

template <class E>
requires std::is_enum_v<E>
[[nodiscard]] std::string_view enum_name(E value) noexcept {
  constexpr std::size_t count = enum_names<E>.size();
  const auto index = static_cast<std::size_t>(value);
  if constexpr (count > 0)
    return index < count ? enum_names<E>[index] : "?";
  else
    return to_string(value);
}

/// The enumerator of this name, if there is one.
template <class E>
[[nodiscard]] std::optional<E> enum_of(std::string_view name) noexcept {
  for (std::size_t index = 0; index < 64; ++index) {
    const auto value = static_cast<E>(index);
    if (enum_name(value) == "?") break;
    if (enum_name(value) == name) return value;
  }
  return std::nullopt;
}

/// What a field has when nothing was said. The structs without a default hold an ask and
/// a result.
template <class T>
[[nodiscard]] T blank_value() {
  if constexpr (std::default_initializable<T>)
    return T{};
  else
    return T{{}, Err{UnexpectedError{}}};
}

namespace detail {

template <class T>
inline constexpr bool comparable = std::equality_comparable<T>;
template <class T>
inline constexpr bool comparable<std::vector<T>> = comparable<T>;
template <class T>
inline constexpr bool comparable<std::optional<T>> = comparable<T>;
template <class... Ts>
inline constexpr bool comparable<std::variant<Ts...>> = (comparable<Ts> && ...);
template <class T>
inline constexpr bool comparable<Result<T>> = false;

// Lays the described fields out as the compiler does.
struct Layout {
  std::size_t size = 0;
  std::size_t alignment = 1;
  template <class C, class M>
  constexpr void operator()(const char*, M C::*) {
    size = (size + alignof(M) - 1) / alignof(M) * alignof(M) + sizeof(M);
    alignment = alignment < alignof(M) ? alignof(M) : alignment;
  }
};
template <class T>
[[nodiscard]] constexpr bool fields_fill() {
  Layout layout;
  FieldsOf<T>::each(layout);
  const std::size_t unit = layout.alignment;
  const std::size_t whole = (layout.size + unit - 1) / unit * unit;
  return sizeof(T) == (whole == 0 ? 1 : whole);
}

}  // namespace detail

/// Calls `visit(name, field)` for each field that differs from its default.
template <Fielded T, class Visit>
void each_set_field(const T& object, Visit visit) {
  static_assert(detail::fields_fill<T>(), "a field is not described");
  static const T defaults = blank_value<T>();
  FieldsOf<T>::each([&]<class M>(const char* name, M T::*member) {
    if constexpr (detail::comparable<M>) {
      if (object.*member == defaults.*member) return;
    }
    visit(name, object.*member);
  });
}

/// Calls `visit(name, field)` for each field.
template <Fielded T, class Visit>
void each_field(T& object, Visit visit) {
  static_assert(detail::fields_fill<T>(), "a field is not described");
  FieldsOf<T>::each(
      [&]<class M>(const char* name, M T::*member) { visit(name, object.*member); });
}

}  // namespace pintle

/// PINTLE_FIELDS(StopReason, "stop_reason", (kind), (raw)) in namespace pintle. The name
/// tells the alternatives of a variant apart, in text and in digests: it never changes.
#define PINTLE_FIELDS(Type, type_name, ...)                          \
  template <>                                                        \
  struct FieldsOf<Type> {                                            \
    using Struct = Type;                                             \
    static constexpr std::string_view name = type_name;              \
    template <class Visitor>                                         \
    static constexpr void each([[maybe_unused]] Visitor&& visitor) { \
      PINTLE_DETAIL_EACH(PINTLE_FIELDS_FIELD, __VA_ARGS__)           \
    }                                                                \
  };
#define PINTLE_FIELDS_FIELD(field) visitor(#field, &Struct::field);

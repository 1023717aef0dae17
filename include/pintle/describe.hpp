// SPDX-License-Identifier: MIT
// PINTLE_DESCRIBE tells pintle the fields of a struct, so that tools can take it and
// answers can be read into it. At namespace scope, in the namespace of the type:
//
//   struct Weather { std::string city; std::optional<std::string> unit; };
//   PINTLE_DESCRIBE(Weather, (city, "City name, as people write it"),
//                   (unit, "celsius or fahrenheit"))
//
//   enum class Unit { celsius, fahrenheit };
//   PINTLE_DESCRIBE_ENUM(Unit, (celsius, "degrees C"), (fahrenheit, "degrees F"))
//
// Up to 64 fields. Field types: std::string, bool, integers, float and double, described
// structs and enums, and std::vector and std::optional of all these. An optional field
// may be left out; every other field is required.
#pragma once

#include <type_traits>

namespace pintle {

namespace detail {
// A visitor that is good for nothing but asking whether a type was described.
struct NoVisitor {};
}  // namespace detail

/// Structs with PINTLE_DESCRIBE.
template <class T>
concept DescribedStruct = std::is_class_v<T> &&
    requires(detail::NoVisitor& v, const T* t) {
  pintle_describe_fields(v, t);
};
/// Enums with PINTLE_DESCRIBE_ENUM.
template <class T>
concept DescribedEnum = std::is_enum_v<T> && requires(detail::NoVisitor& v, const T* t) {
  pintle_describe_values(v, t);
};

}  // namespace pintle

#define PINTLE_DESCRIBE(Type, ...)                                            \
  template <class PintleVisitor>                                              \
  [[maybe_unused]] void pintle_describe_fields(PintleVisitor& pintle_visitor, \
                                               const Type*) {                 \
    using PintleType = Type;                                                  \
    PINTLE_DETAIL_EACH(PINTLE_DETAIL_FIELD, __VA_ARGS__)                      \
  }

#define PINTLE_DESCRIBE_ENUM(Type, ...)                                       \
  template <class PintleVisitor>                                              \
  [[maybe_unused]] void pintle_describe_values(PintleVisitor& pintle_visitor, \
                                               const Type*) {                 \
    using PintleType = Type;                                                  \
    PINTLE_DETAIL_EACH(PINTLE_DETAIL_VALUE, __VA_ARGS__)                      \
  }

#define PINTLE_DETAIL_FIELD(name, description) \
  pintle_visitor.field(#name, description, &PintleType::name);
#define PINTLE_DETAIL_VALUE(name, description) \
  pintle_visitor.value(#name, description, PintleType::name);

// Applies `macro` to each parenthesised pair: each rescan of PINTLE_DETAIL_RESCAN unfolds
// one more step of the recursion that PINTLE_DETAIL_AGAIN leaves behind.
#define PINTLE_DETAIL_EACH(macro, ...) \
  __VA_OPT__(PINTLE_DETAIL_RESCAN(PINTLE_DETAIL_STEP(macro, __VA_ARGS__)))
#define PINTLE_DETAIL_STEP(macro, pair, ...) \
  macro pair __VA_OPT__(PINTLE_DETAIL_AGAIN PINTLE_DETAIL_PARENS(macro, __VA_ARGS__))
#define PINTLE_DETAIL_AGAIN() PINTLE_DETAIL_STEP
#define PINTLE_DETAIL_PARENS ()
#define PINTLE_DETAIL_RESCAN(...) \
  PINTLE_DETAIL_RESCAN3(          \
      PINTLE_DETAIL_RESCAN3(PINTLE_DETAIL_RESCAN3(PINTLE_DETAIL_RESCAN3(__VA_ARGS__))))
#define PINTLE_DETAIL_RESCAN3(...) \
  PINTLE_DETAIL_RESCAN2(           \
      PINTLE_DETAIL_RESCAN2(PINTLE_DETAIL_RESCAN2(PINTLE_DETAIL_RESCAN2(__VA_ARGS__))))
#define PINTLE_DETAIL_RESCAN2(...) \
  PINTLE_DETAIL_RESCAN1(           \
      PINTLE_DETAIL_RESCAN1(PINTLE_DETAIL_RESCAN1(PINTLE_DETAIL_RESCAN1(__VA_ARGS__))))
#define PINTLE_DETAIL_RESCAN1(...) __VA_ARGS__

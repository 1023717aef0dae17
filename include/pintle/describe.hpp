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
// structs and enums, and of all these std::vector, std::optional, std::variant, and maps
// from std::string. An optional field may be left out; every other field is required,
// unless its rules say that it has a default. Rules come third, as designated values:
//
//   PINTLE_DESCRIBE(Search, (query, "What to look for", {.min_length = 1}),
//                   (count, "How many", {.minimum = 1, .maximum = 50, .has_default =
//                   true}))
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>

namespace pintle {

/// What a field's schema says besides its type, under the names of JSON Schema. A tool's
/// arguments are checked against all of it; `from_json` alone reads types only. A rule
/// that does not belong to the field's type does not compile.
struct FieldRules {
  std::optional<double> minimum{};  ///< Of a number.
  std::optional<double> maximum{};
  std::optional<std::size_t> min_length{};  ///< Of text, in characters.
  std::optional<std::size_t> max_length{};
  const char* pattern = nullptr;           ///< Of text: a regular expression of ECMA-262.
  const char* format = nullptr;            ///< Of text: "date", "uri"; told, not checked.
  std::optional<std::size_t> min_items{};  ///< Of a vector.
  std::optional<std::size_t> max_items{};
  /// May be left out: the field then keeps what its struct's initialiser gives it, and
  /// the schema shows that.
  bool has_default = false;
};

namespace detail {
// A visitor that is good for nothing but asking whether a type was described.
struct NoVisitor {};
// The rules of a field that names none.
struct NoRules {
  constexpr FieldRules operator()() const { return {}; }
};
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

// The rules travel as the type of a function, so that they can be looked at when
// compiling.
#define PINTLE_DETAIL_FIELD(name, description, ...)                            \
  pintle_visitor.field(#name, description, &PintleType::name __VA_OPT__(, [] { \
                         return pintle::FieldRules __VA_ARGS__;                \
                       }));
#define PINTLE_DETAIL_VALUE(name, description) \
  pintle_visitor.value(#name, description, PintleType::name);

// Applies `macro` to each parenthesised entry: each rescan of PINTLE_DETAIL_RESCAN
// unfolds one more step of the recursion that PINTLE_DETAIL_AGAIN leaves behind.
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

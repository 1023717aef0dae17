// SPDX-License-Identifier: MIT
// The C++ types that pintle reads from JSON and writes to it; see describe.hpp.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "pintle/describe.hpp"

namespace pintle::detail {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;
template <class T>
inline constexpr bool is_variant = false;
template <class... Ts>
inline constexpr bool is_variant<std::variant<Ts...>> = true;
/// std::map and what is like it; asked for by shape, so that no header of one is needed.
template <class T>
concept StringMap = requires(T& map, std::string key, typename T::mapped_type value) {
  requires std::is_same_v<typename T::key_type, std::string>;
  map.emplace(std::move(key), std::move(value));
  map.clear();
  map.begin();
};

template <class T>
inline constexpr bool is_json_value =
    DescribedStruct<T> || DescribedEnum<T> || is_vector<T> || is_optional<T> ||
    is_variant<T> || StringMap<T> || std::is_arithmetic_v<T> ||
    std::is_same_v<T, std::string>;

}  // namespace pintle::detail

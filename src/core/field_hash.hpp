// SPDX-License-Identifier: MIT
// Hashes any value whose fields are described: names and values of all fields that are
// not at their default. Equal values have equal hashes on every compiler; doubles go in
// by their bits. Private.
#pragma once

#include <bit>
#include <chrono>
#include <string_view>

#include "pintle/hash.hpp"
#include "pintle/ids.hpp"
#include "pintle/time.hpp"

#include "core/fields.hpp"

namespace pintle {

class FieldHash {
 public:
  explicit FieldHash(Hasher& hasher) : hasher_(&hasher) {}

  void put(bool value) { hasher_->number(value ? 1 : 0); }
  template <std::integral T>
  void put(T value) {
    hasher_->number(static_cast<std::uint64_t>(value));
  }
  template <class E>
  requires std::is_enum_v<E>
  void put(E value) { hasher_->text(enum_name(value)); }
  void put(double value) { hasher_->number(std::bit_cast<std::uint64_t>(value)); }
  void put(std::string_view value) { hasher_->text(value); }
  void put(const std::string& value) { hasher_->text(value); }
  void put(MonoTime value) { put(value.count()); }
  template <class Tag>
  void put(Id<Tag> id) {
    hasher_->number(id.value);
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    hasher_->number(values.size());
    for (const T& value : values) put(value);
  }
  template <class... Ts>
  void put(const std::variant<Ts...>& value) {
    std::visit([this](const auto& each) { this->alternative(each); }, value);
  }
  template <class T>
  void put(const Result<T>& result) {
    put(result.ok());
    if (result.ok())
      put(result.value());
    else
      put(result.error());
  }
  template <Fielded T>
  void put(const T& object) {
    each_set_field(object, [this](const char* name, const auto& value) {
      hasher_->text(name);
      this->put(value);
    });
    hasher_->number(0);  // no name is empty
  }

 private:
  template <class T>
  void alternative(const T& value) {
    if constexpr (Fielded<T>) hasher_->text(FieldsOf<T>::name);
    put(value);
  }
  Hasher* hasher_;
};

}  // namespace pintle

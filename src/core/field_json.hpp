// SPDX-License-Identifier: MIT
// Writes and reads any value whose fields are described as JSON. A struct is an object of
// the fields that are not at their default; an alternative of a variant says which one
// it is in "is"; a string that is no UTF-8 is {"hex":"…"}, a double that JSON does not
// keep {"bits":…}; a result is {"ok":…} or {"error":…}. Private.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "pintle/ids.hpp"
#include "pintle/json_io.hpp"
#include "pintle/time.hpp"

#include "core/fields.hpp"
#include "core/hex.hpp"

namespace pintle {

class FieldWriter {
 public:
  explicit FieldWriter(JsonWriter& writer) : writer_(&writer) {}

  void put(bool value) { writer_->boolean(value); }
  template <std::signed_integral T>
  void put(T value) {
    writer_->integer(value);
  }
  template <std::unsigned_integral T>
  void put(T value) {
    writer_->natural(value);
  }
  template <class E>
  requires std::is_enum_v<E>
  void put(E value) { writer_->string(enum_name(value)); }
  void put(double value) {
    const bool kept = std::isfinite(value) && (value != 0 || !std::signbit(value));
    if (kept) return writer_->number(value);
    writer_->begin_object();
    writer_->key("bits");
    writer_->natural(std::bit_cast<std::uint64_t>(value));
    writer_->end_object();
  }
  void put(std::string_view value) {
    if (valid_utf8(value) == value) return writer_->string(value);
    writer_->begin_object();
    writer_->key("hex");
    writer_->string(to_hex(value));
    writer_->end_object();
  }
  void put(const std::string& value) { put(std::string_view(value)); }
  void put(MonoTime value) { put(value.count()); }
  template <class Tag>
  void put(Id<Tag> id) {
    writer_->natural(id.value);
  }
  template <class T>
  void put(const std::optional<T>& value) {
    if (value)
      put(*value);
    else
      writer_->null();
  }
  template <class T>
  void put(const std::vector<T>& values) {
    writer_->begin_array();
    for (const T& value : values) put(value);
    writer_->end_array();
  }
  template <class... Ts>
  void put(const std::variant<Ts...>& value) {
    writer_->begin_object();
    std::visit(
        [this]<class T>(const T& each) {
          writer_->key("is");
          writer_->string(FieldsOf<T>::name);
          this->fields(each);
        },
        value);
    writer_->end_object();
  }
  template <class T>
  void put(const Result<T>& result) {
    writer_->begin_object();
    writer_->key(result.ok() ? "ok" : "error");
    if (result.ok())
      put(result.value());
    else
      put(result.error());
    writer_->end_object();
  }
  template <Fielded T>
  void put(const T& object) {
    writer_->begin_object();
    fields(object);
    writer_->end_object();
  }

 private:
  template <class T>
  void fields(const T& object) {
    each_set_field(object, [this](const char* name, const auto& value) {
      writer_->key(name);
      this->put(value);
    });
  }
  JsonWriter* writer_;
};

/// Reads what FieldWriter wrote; the JsonReader notes the first fault. Fields that are
/// missing keep their default, unknown ones are skipped. Numbers that the machine adds up
/// are kept so small that no sum of a few overflows.
class FieldReader {
 public:
  /// What the views of read values look at; it outlives them.
  using Bytes = std::vector<std::shared_ptr<const std::string>>;

  FieldReader(JsonReader& reader, Bytes& bytes) : reader_(&reader), bytes_(&bytes) {}

  void get(bool& out) { reader_->boolean(out); }
  template <std::signed_integral T>
  void get(T& out) {
    long long value = 0;
    const long long most = std::min<long long>(number_max_, largest<T>());
    const long long least = std::max<long long>(-number_max_, smallest<T>());
    if (reader_->integer(value, least, most)) out = static_cast<T>(value);
  }
  template <std::unsigned_integral T>
  void get(T& out) {
    unsigned long long value = 0;
    const unsigned long long most = std::numeric_limits<T>::max();
    if (reader_->natural(value, most)) out = static_cast<T>(value);
  }
  template <class E>
  requires std::is_enum_v<E>
  void get(E& out) {
    std::string name;
    if (!reader_->string(name)) return;
    if (const auto value = enum_of<E>(name))
      out = *value;
    else
      reader_->expected("one of the names known here");
  }
  void get(double& out) {
    if (!reader_->enter("bits")) {
      reader_->number(out);
      return;
    }
    std::uint64_t bits = 0;
    get(bits);
    out = std::bit_cast<double>(bits);
    reader_->leave();
  }
  void get(std::string& out) {
    if (!reader_->enter("hex")) {
      reader_->string(out);
      return;
    }
    std::string hex;
    if (reader_->string(hex)) {
      std::optional<std::string> bytes = from_hex(hex);
      if (bytes)
        out = std::move(*bytes);
      else
        reader_->expected("pairs of hexadecimal digits");
    }
    reader_->leave();
  }
  void get(std::string_view& out) {
    std::string text;
    get(text);
    bytes_->push_back(std::make_shared<const std::string>(std::move(text)));
    out = *bytes_->back();
  }
  void get(MonoTime& out) {
    MonoTime::rep count = 0;
    get(count);
    out = MonoTime(count);
  }
  template <class Tag>
  void get(Id<Tag>& id) {
    // Ids are counted on from here.
    unsigned long long value = 0;
    if (reader_->natural(value, std::numeric_limits<std::uint64_t>::max() / 2)) {
      id.value = value;
    }
  }
  template <class T>
  void get(std::optional<T>& out) {
    out.reset();
    if (reader_->is_null()) return;
    out.emplace();
    get(*out);
  }
  template <class T>
  void get(std::vector<T>& out) {
    out.clear();
    std::size_t size = 0;
    if (!reader_->array(size)) return;
    for (std::size_t index = 0; index < size && reader_->fault().empty(); ++index) {
      reader_->enter_item(index);
      out.push_back(blank_value<T>());
      get(out.back());
      reader_->leave();
    }
  }
  template <class... Ts>
  void get(std::variant<Ts...>& out) {
    std::string kind;
    if (!reader_->object()) return;
    if (!reader_->enter("is")) {
      reader_->missing("is");
      return;
    }
    const bool named = reader_->string(kind);
    const bool known = named && (alternative<Ts>(kind, out) || ...);
    if (named && !known) reader_->expected("one of the kinds known here");
    reader_->leave();
    if (known) std::visit([this](auto& each) { this->fields(each); }, out);
  }
  template <class T>
  void get(Result<T>& out) {
    if (reader_->enter("ok")) {
      T value = blank_value<T>();
      get(value);
      out = std::move(value);
    } else if (reader_->enter("error")) {
      AgenticError error;
      get(error);
      out = Err{std::move(error)};
    } else {
      reader_->expected("an object with ok or error");
      return;
    }
    reader_->leave();
  }
  template <Fielded T>
  void get(T& object) {
    if (reader_->object()) fields(object);
  }

 private:
  static constexpr long long sum_max = 1LL << 61;
  static constexpr long long milliseconds_max =
      4'000'000'000'000;  // as nanoseconds: 2^62

  template <class T>
  static constexpr long long largest() {
    return std::numeric_limits<T>::max();
  }
  template <class T>
  static constexpr long long smallest() {
    return std::numeric_limits<T>::min();
  }
  template <class T, class V>
  static bool alternative(std::string_view kind, V& out) {
    if (FieldsOf<T>::name != kind) return false;
    out = blank_value<T>();
    return true;
  }
  template <class T>
  void fields(T& object) {
    each_field(object, [this](const char* name, auto& value) {
      if (!reader_->fault().empty() || !reader_->enter(name)) return;
      number_max_ = std::string_view(name).ends_with("_ms") ? milliseconds_max : sum_max;
      this->get(value);
      number_max_ = sum_max;
      reader_->leave();
    });
  }

  JsonReader* reader_;
  Bytes* bytes_;
  long long number_max_ = sum_max;
};

}  // namespace pintle

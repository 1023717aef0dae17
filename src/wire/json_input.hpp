// SPDX-License-Identifier: MIT
// JsonInput: one JSON object of the wire at a time, through simdjson's on-demand parser.
// It mends what servers get wrong (control characters, lone surrogates, invalid UTF-8),
// and remembers whether the text turned out to be broken while it was read.
// Only sources of src/wire include it: simdjson's types differ with compiler flags.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <simdjson.h>

namespace pintle::wire {

using JsonObject = simdjson::ondemand::object;
using JsonValue = simdjson::ondemand::value;

class JsonInput {
 public:
  JsonInput();
  /// Begins to read `json`; empty when it is no object. Requires: 64 readable bytes
  /// behind it; it outlives the reading. Views from the object before die.
  std::optional<JsonObject> read(std::string_view json);
  /// Was the text that is being read found to be no JSON?
  [[nodiscard]] bool broken() const noexcept { return broken_; }

  // What a value is, or nothing of it where it is of another type.
  std::string_view text(JsonValue value);
  std::optional<std::int64_t> integer(JsonValue value);
  std::optional<double> number(JsonValue value);
  /// The value's own text.
  std::string_view raw(JsonValue value);
  std::string_view raw(JsonObject& object);

  // Members by name, in any order. Nothing is read on once the text is broken.
  std::optional<JsonValue> find(JsonObject& object, std::string_view key);
  /// Begins `object` anew; false: the text is broken.
  bool rewind(JsonObject& object);
  std::string_view text(JsonObject& object, std::string_view key);
  std::optional<JsonObject> object(JsonObject& object, std::string_view key);
  std::optional<JsonObject> object(JsonValue value);

  /// Calls `visit(key, value)` for each member of an object.
  template <class Visit>
  void each_member(JsonObject& object, Visit visit) {
    for (auto item : object) {
      simdjson::ondemand::field field;
      std::string_view key;
      if (failed(std::move(item).get(field))) return;
      if (failed(field.unescaped_key().get(key))) return;
      visit(key, field.value());
      if (broken_) return;
    }
  }
  template <class Visit>
  void each_member(JsonValue value, Visit visit) {
    JsonObject members;
    if (!failed(value.get(members))) each_member(members, visit);
  }
  /// Calls `visit(value)` for each element, where `value` is an array.
  template <class Visit>
  void each_element(JsonValue value, Visit visit) {
    simdjson::ondemand::array elements;
    if (failed(value.get(elements))) return;
    for (auto item : elements) {
      JsonValue element;
      if (failed(std::move(item).get(element))) return;
      visit(element);
      if (broken_) return;
    }
  }

  static simdjson::ondemand::json_type type(JsonValue value);

 private:
  bool failed(simdjson::error_code code) noexcept;
  simdjson::error_code iterate(std::string_view json);

  simdjson::ondemand::parser parser_;
  simdjson::ondemand::document document_;
  std::string repaired_;
  bool broken_ = false;
};

/// `json` with the faults mended that a parser refuses: control characters inside strings
/// are escaped, escapes of lone surrogates and invalid UTF-8 become U+FFFD.
[[nodiscard]] std::string repair_json(std::string_view json);

}  // namespace pintle::wire

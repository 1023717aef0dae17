// SPDX-License-Identifier: MIT
// JsonWriter: builds JSON text in order, without a tree. Commas are its business; that
// values and keys alternate is the caller's. Threads: none; a value on the stack.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace pintle::wire {

class JsonWriter {
 public:
  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  /// Requires: `name` needs no escapes.
  JsonWriter& key(std::string_view name);
  /// Any bytes; invalid UTF-8 becomes U+FFFD.
  JsonWriter& string(std::string_view value);
  /// Text that is JSON already, byte for byte.
  JsonWriter& raw(std::string_view json);
  JsonWriter& number(std::int64_t value);
  JsonWriter& number(double value);
  JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
  JsonWriter& null() { return raw("null"); }
  /// A member whose value is a string.
  JsonWriter& member(std::string_view name, std::string_view value) {
    return key(name).string(value);
  }

  [[nodiscard]] const std::string& text() const noexcept { return out_; }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();

  std::string out_;
  bool comma_ = false;  // the next value or key comes behind another one
};

}  // namespace pintle::wire

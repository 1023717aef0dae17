// SPDX-License-Identifier: MIT
// JsonReader and JsonWriter: what the templates of json_convert.hpp talk to, so that no
// JSON library appears in a header. Of use by hand where a type cannot be described.
// Threads: an object belongs to whoever holds it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/json_text.hpp"

namespace pintle {

/// A cursor on a parsed value. It notes the first thing that is not as expected, with the
/// path to it; each reading function gives false when it notes something.
class PINTLE_API JsonReader {
 public:
  explicit JsonReader(std::string_view text);
  JsonReader(const JsonReader&) = delete;
  JsonReader& operator=(const JsonReader&) = delete;
  ~JsonReader();

  /// As "at /items/2/name: expected integer, got string \"5\""; empty: nothing is wrong.
  [[nodiscard]] const std::string& fault() const noexcept;
  bool expected(std::string_view what);  ///< Notes that `what` should stand here.
  bool missing(const char* field);       ///< Notes that the object here lacks it.
  /// Forgets what was noted, so that another reading can be tried.
  [[nodiscard]] std::string take_fault();
  /// Notes that no reading of the value here succeeds, each for its reason.
  bool fits_none(const std::vector<std::string>& faults);

  [[nodiscard]] bool is_null() const;
  bool object();
  bool object(std::vector<std::string>& keys);
  bool array(std::size_t& size);
  bool string(std::string& out);
  bool boolean(bool& out);
  bool number(double& out);
  bool integer(long long& out, long long least, long long most);
  bool natural(unsigned long long& out, unsigned long long most);

  /// Goes to a field of the object here. False, and nothing noted: it has none such.
  bool enter(const char* field);
  /// Goes to an element. Requires: `array` gave a size above `index`.
  void enter_item(std::size_t index);
  void leave();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes one JSON value from the outside in; commas are its affair. Invalid UTF-8
/// becomes U+FFFD, numbers that JSON cannot hold become null. Requires: calls nest
/// properly.
class PINTLE_API JsonWriter {
 public:
  void begin_object();
  void end_object();
  void begin_array();
  void end_array();
  void key(std::string_view name);
  void string(std::string_view value);
  void boolean(bool value);
  void number(double value);
  void integer(long long value);
  void natural(unsigned long long value);
  void null();

  [[nodiscard]] JsonText take() && { return static_cast<JsonText&&>(text_); }

 private:
  void separate();
  JsonText text_;
};

}  // namespace pintle

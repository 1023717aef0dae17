// SPDX-License-Identifier: MIT
// SseParser: text/event-stream bytes into events, in any split. The WHATWG grammar, with
// what language-model servers need on top: at the end of the body an unterminated line
// and event still count, and an event without a data line is none.
//
//   parser.feed(bytes);
//   while (auto event = parser.next()) use(event->data);
//
// Threads: an object belongs to whoever holds it. Cost: one copy of the bytes; buffers
// are reused.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pintle::wire {

/// One event. Views die at the next `feed` or `next`. `data` stands in a buffer with at
/// least `SseParser::padding` readable bytes behind it.
struct SseEvent {
  std::string_view name;  ///< "message" where the server gave none.
  std::string_view data;  ///< The data lines, joined with "\n".
};

class SseParser {
 public:
  static constexpr std::size_t padding = 64;

  /// `line_bytes_max` bounds one line and the data of one event.
  explicit SseParser(std::size_t line_bytes_max) : line_bytes_max_(line_bytes_max) {}

  /// Takes a copy of `bytes`. Ignored after `finish` and after an overflow.
  void feed(std::string_view bytes);
  /// The body is complete: what is unterminated counts.
  void finish();
  /// The next event, or empty: more bytes are needed, or the limit was passed.
  [[nodiscard]] std::optional<SseEvent> next();
  /// A line, or the data of an event, was longer than the limit; no event follows.
  [[nodiscard]] bool overflowed() const noexcept { return overflowed_; }

 private:
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

  void make_room();
  void skip_mark();
  [[nodiscard]] std::size_t find_line_end();
  [[nodiscard]] std::optional<SseEvent> take_line(std::size_t end);
  [[nodiscard]] std::optional<SseEvent> dispatch();
  void take_field(std::string_view line);
  void append_data(std::string_view value);

  std::size_t line_bytes_max_;
  std::string buffer_;
  std::string name_;
  std::size_t line_ = 0;       // where the line in progress begins
  std::size_t scan_ = 0;       // no CR or LF between line_ and here
  std::size_t lf_ = 0;         // the first LF at or behind scan_, or the end
  std::size_t data_ = npos;    // where the data of the event in progress begins
  std::size_t data_end_ = 0;   // and ends
  bool name_used_ = false;     // the event that it names was given out
  bool swallow_lf_ = false;    // the last line ended with CR
  bool mark_checked_ = false;  // the byte order mark was looked for
  bool finished_ = false;
  bool overflowed_ = false;
};

}  // namespace pintle::wire

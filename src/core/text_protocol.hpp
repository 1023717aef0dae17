// SPDX-License-Identifier: MIT
// Tool calls that a model writes into its text: <ToolCall>{"name":…,"arguments":{…}}
// </ToolCall>, or a JSON array of such objects. The parser is fed in any split, keeps the
// markup out of the visible text, and holds back only what may still become the tag.
// A tag in a fenced code block or in an inline code span (which ends with its line) is
// text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pintle {

namespace text_protocol {
/// For the reader.
struct Text {
  std::string bytes;
  friend bool operator==(const Text&, const Text&) = default;
};
/// A call. `arguments` is what stood there; when the block was no JSON but its name could
/// be read, it is the whole block, for `repair_arguments` to judge.
struct Call {
  std::string name;
  std::string arguments;
  friend bool operator==(const Call&, const Call&) = default;
};
}  // namespace text_protocol
using TextProtocolEvent = std::variant<text_protocol::Text, text_protocol::Call>;

/// Knows which bytes of a Markdown text are code. Takes one byte at a time.
class CodeTracker {
 public:
  void take(char c);
  /// Is the byte `next`, which was not taken yet, inside code?
  [[nodiscard]] bool in_code_before(char next) const;

 private:
  void end_run(char next);

  char run_char_ = '\0';  // the run of backticks or tildes that goes on
  std::size_t run_ = 0;
  bool run_opens_line_ = false;
  bool line_start_ = true;  // nothing but up to three blanks so far
  std::size_t indent_ = 0;
  char fence_char_ = '\0';
  std::size_t fence_ = 0;  // length of the fence that is open; 0: none
  std::size_t span_ = 0;   // backticks of the inline span that is open; 0: none
};

class TextProtocolParser {
 public:
  /// Appends to `events` what has become certain.
  void feed(std::string_view bytes, std::vector<TextProtocolEvent>& events);
  /// The text is complete: a block without an end is given back as text.
  void finish(std::vector<TextProtocolEvent>& events);

 private:
  void visible_byte(char c);
  void block_byte(char c, std::vector<TextProtocolEvent>& events);
  void flush(std::vector<TextProtocolEvent>& events);

  CodeTracker code_;
  std::string text_;         // certain, not given yet
  std::size_t matched_ = 0;  // bytes of the opening tag that are held back
  bool in_block_ = false;
  std::string block_;  // what follows the opening tag
};

}  // namespace pintle

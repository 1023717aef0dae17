// SPDX-License-Identifier: MIT
// Tool calls that a model writes into its text: <ToolCall>{"name":…,"arguments":{…}}
// </ToolCall>, or a JSON array of such objects. The parser is fed in any split, keeps the
// markup out of the visible text, and holds back only what may still become the tag.
// A tag in a fenced code block or in an inline code span (which ends with its line) is
// text.
//
//   parser.feed(bytes);
//   while (auto event = parser.next()) use(*event);
//
// Text is given as views into what was fed: it costs no copy and no allocation.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pintle {

namespace text_protocol {
/// For the reader. Dies at the next `next` or `feed`.
struct Text {
  std::string_view bytes;
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
  /// Requires: `next` was empty. Lifetime: `bytes` live until it is empty again.
  void feed(std::string_view bytes);
  /// The next of what has become certain, or empty: more bytes are needed.
  [[nodiscard]] std::optional<TextProtocolEvent> next();
  /// The text is complete: what was held back, a block without an end too, is text after
  /// all. It dies at the next `feed`. Requires: `next` was empty.
  [[nodiscard]] std::string_view finish();

 private:
  std::string_view read_text();
  std::string_view read_block();
  std::string_view end_block();

  CodeTracker code_;
  std::string_view input_;
  std::size_t at_ = 0;       // what is read of the input
  std::size_t matched_ = 0;  // bytes of the opening tag that are held back
  bool in_block_ = false;
  std::string block_;  // from the opening tag on
  std::vector<text_protocol::Call> calls_;
  std::size_t given_ = 0;  // of the calls
};

}  // namespace pintle

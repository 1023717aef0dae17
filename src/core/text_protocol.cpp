// SPDX-License-Identifier: MIT
#include "core/text_protocol.hpp"

#include <algorithm>
#include <utility>

#include "core/json_scanner.hpp"

namespace pintle {

namespace {

using text_protocol::Call;
using text_protocol::Text;
using Token = JsonScanner::Token;

constexpr std::string_view opening = "<ToolCall>";
constexpr std::string_view closing = "</ToolCall>";
constexpr std::size_t fence_min = 3;
constexpr std::size_t indent_max = 3;

// Reads the calls of a block. `valid` false: the block is not JSON of calls; `calls` then
// has at most what was read before the fault.
class BlockReader {
 public:
  explicit BlockReader(std::string_view block) : block_(block), scanner_(block) {}

  bool read() {
    for (Token token = scanner_.next(); token != Token::end; token = scanner_.next()) {
      if (token == Token::invalid) return false;
      take(token);
    }
    for (const Call& call : calls) {
      if (call.name.empty()) return false;
    }
    return !calls.empty();
  }
  std::vector<Call> calls;

 private:
  void take(Token token) {
    const bool opens = token == Token::object || token == Token::array;
    const bool closes = token == Token::object_end || token == Token::array_end;
    if (depth_ == 0) in_array_ = token == Token::array;
    const std::size_t call_depth = in_array_ ? 1 : 0;
    if (token == Token::object && depth_ == call_depth) calls.push_back(Call{{}, "{}"});
    if (closes) --depth_;
    if (depth_ == call_depth + 1) member(token, opens);
    if (opens) ++depth_;
  }

  // A token that stands directly in a call's object.
  void member(Token token, bool opens) {
    const std::string_view lexeme = scanner_.lexeme();
    const auto begin = static_cast<std::size_t>(lexeme.data() - block_.data());
    if (token == Token::key) {
      key_ = json_unquote(lexeme);
    } else if (opens) {
      value_begin_ = begin;
    } else if (token == Token::object_end || token == Token::array_end) {
      value(block_.substr(value_begin_, begin + lexeme.size() - value_begin_));
    } else {
      if (key_ == "name" && token == Token::string) {
        calls.back().name = json_unquote(lexeme);
      }
      value(lexeme);
    }
  }

  void value(std::string_view json) {
    if (key_ == "arguments") calls.back().arguments = std::string(json);
    key_.clear();
  }

  std::string_view block_;
  JsonScanner scanner_;
  std::size_t depth_ = 0;
  bool in_array_ = false;
  std::string key_;
  std::size_t value_begin_ = 0;
};

}  // namespace

void CodeTracker::end_run(char next) {
  if (run_ == 0) return;
  const bool fences = run_opens_line_ && run_ >= fence_min;
  const bool blank = next == '\n' || next == '\r' || next == ' ' || next == '\t';
  if (fence_ > 0) {
    if (fences && run_char_ == fence_char_ && run_ >= fence_ && blank) fence_ = 0;
  } else if (fences) {
    fence_char_ = run_char_;
    fence_ = run_;
  } else if (run_char_ == '`') {
    if (span_ == 0 || span_ == run_) span_ = span_ == 0 ? run_ : 0;
  }
  run_ = 0;
}

void CodeTracker::take(char c) {
  if (run_ > 0 && c == run_char_) {
    ++run_;
    return;
  }
  end_run(c);
  if (c == '\n') {
    span_ = 0;
    indent_ = 0;
    line_start_ = true;
    return;
  }
  if (c == ' ' && line_start_ && indent_ < indent_max) {
    ++indent_;
    return;
  }
  if (c == '`' || (c == '~' && line_start_)) {
    run_char_ = c;
    run_ = 1;
    run_opens_line_ = line_start_;
  }
  line_start_ = false;
}

bool CodeTracker::in_code_before(char next) const {
  CodeTracker settled = *this;
  settled.end_run(next);
  return settled.fence_ > 0 || settled.span_ > 0;
}

void TextProtocolParser::feed(std::string_view bytes) {
  input_ = bytes;
  at_ = 0;
}

std::optional<TextProtocolEvent> TextProtocolParser::next() {
  while (given_ == calls_.size() && at_ < input_.size()) {
    const std::string_view text = in_block_ ? read_block() : read_text();
    if (!text.empty()) return Text{text};
  }
  if (given_ == calls_.size()) return std::nullopt;
  return std::move(calls_[given_++]);
}

// The visible text up to a tag, or to what may become one.
std::string_view TextProtocolParser::read_text() {
  const std::size_t begin = at_;
  while (at_ < input_.size()) {
    const char c = input_[at_];
    if (matched_ > 0 && c == opening[matched_]) {
      ++at_;
      if (++matched_ == opening.size()) {
        in_block_ = true;
        block_ = opening;
        break;
      }
      continue;
    }
    // What was held back is no tag; it has no byte that means anything to the tracker.
    const bool fed_before = matched_ > at_ - begin;
    if (fed_before) return opening.substr(0, std::exchange(matched_, 0));
    matched_ = c == opening[0] && !code_.in_code_before(c) ? 1 : 0;
    code_.take(c);
    ++at_;
  }
  const std::size_t read = at_ - begin;
  const std::size_t held = std::min(matched_, read);
  if (in_block_) matched_ = 0;
  return input_.substr(begin, read - held);
}

// Reads to the end of the block; gives it back when it holds no call.
std::string_view TextProtocolParser::read_block() {
  while (at_ < input_.size()) {
    const char c = input_[at_++];
    block_ += c;
    if (c == '>' && block_.ends_with(closing)) return end_block();
  }
  return {};
}

std::string_view TextProtocolParser::end_block() {
  in_block_ = false;
  std::string_view body = block_;
  body.remove_prefix(opening.size());
  body.remove_suffix(closing.size());
  BlockReader reader(body);
  const bool valid = reader.read();
  const bool named = !reader.calls.empty() && !reader.calls.front().name.empty();
  if (!valid && !named) return block_;
  calls_ = std::move(reader.calls);
  given_ = 0;
  if (!valid) {
    calls_.resize(1);
    calls_.front().arguments = body;
  }
  return {};
}

std::string_view TextProtocolParser::finish() {
  const std::size_t matched = std::exchange(matched_, 0);
  if (!std::exchange(in_block_, false)) return opening.substr(0, matched);
  return block_;
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "wire/sse.hpp"

#include <algorithm>
#include <cstring>

namespace pintle::wire {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

void SseParser::feed(std::string_view bytes) {
  if (finished_ || overflowed_) return;
  make_room();
  buffer_.append(bytes);
  // Growing doubles, so that the padding does not cost a copy at each feed.
  if (buffer_.capacity() < buffer_.size() + padding) {
    buffer_.reserve(std::max(buffer_.size() + padding, 2 * buffer_.capacity()));
  }
}

void SseParser::finish() {
  if (finished_ || overflowed_) return;
  // The blank line that ends the last event. After a CR the first LF is swallowed.
  feed("\n\n\n");
  finished_ = true;
}

// Drops what was used, when that is all or more than half of the buffer.
void SseParser::make_room() {
  const std::size_t used = std::min(line_, data_);
  if (used == 0 || (used < buffer_.size() && used < buffer_.size() / 2)) return;
  buffer_.erase(0, used);
  line_ -= used;
  scan_ -= used;
  lf_ = lf_ < used ? 0 : lf_ - used;
  if (data_ != npos) {
    data_ -= used;
    data_end_ -= used;
  }
}

std::optional<SseEvent> SseParser::next() {
  if (!mark_checked_) skip_mark();
  while (mark_checked_ && !overflowed_) {
    if (swallow_lf_ && line_ < buffer_.size()) {
      swallow_lf_ = false;
      if (buffer_[line_] == '\n') scan_ = ++line_;
    }
    const std::size_t end = find_line_end();
    overflowed_ = end - line_ > line_bytes_max_;
    if (overflowed_ || end == buffer_.size()) return std::nullopt;
    if (auto event = take_line(end)) return event;
  }
  return std::nullopt;
}

void SseParser::skip_mark() {
  const std::string_view head = std::string_view(buffer_).substr(0, 3);
  const bool undecided =
      head.size() < 3 && byte_order_mark.substr(0, head.size()) == head;
  if (undecided) return;
  mark_checked_ = true;
  if (head == byte_order_mark) line_ = scan_ = 3;
}

// Where the line in progress ends, or the buffer's end. Looks at each byte once.
std::size_t SseParser::find_line_end() {
  const char* bytes = buffer_.data();
  const std::size_t size = buffer_.size();
  const auto find = [bytes](char wanted, std::size_t from, std::size_t to) {
    const void* hit = from == to ? nullptr : std::memchr(bytes + from, wanted, to - from);
    return hit == nullptr
               ? to
               : static_cast<std::size_t>(static_cast<const char*>(hit) - bytes);
  };
  const bool known = lf_ >= scan_ && lf_ < size && bytes[lf_] == '\n';
  if (!known) lf_ = find('\n', std::max(scan_, lf_), size);
  scan_ = find('\r', scan_, lf_);
  return scan_;
}

std::optional<SseEvent> SseParser::take_line(std::size_t end) {
  if (name_used_) name_.clear();
  name_used_ = false;
  const std::string_view line(buffer_.data() + line_, end - line_);
  swallow_lf_ = buffer_[end] == '\r';
  line_ = scan_ = end + 1;
  if (line.empty()) return dispatch();
  take_field(line);
  return std::nullopt;
}

std::optional<SseEvent> SseParser::dispatch() {
  name_used_ = true;
  if (data_ == npos) return std::nullopt;
  SseEvent event;
  event.name = name_.empty() ? std::string_view("message") : std::string_view(name_);
  event.data = std::string_view(buffer_).substr(data_, data_end_ - data_);
  data_ = npos;
  return event;
}

void SseParser::take_field(std::string_view line) {
  const std::size_t colon = line.find(':');
  const std::string_view field = line.substr(0, colon);
  std::string_view value = line.substr(std::min(colon, line.size() - 1) + 1);
  if (!value.empty() && value.front() == ' ') value.remove_prefix(1);
  if (field == "data") append_data(value);
  if (field == "event") name_.assign(value);
}

// A further data line moves down behind the ones before it: it stood at least "\n" and
// "data" behind them, so that nothing unread is overwritten.
void SseParser::append_data(std::string_view value) {
  if (data_ == npos) {
    data_ = static_cast<std::size_t>(value.data() - buffer_.data());
    data_end_ = data_ + value.size();
    return;
  }
  overflowed_ = data_end_ - data_ + 1 + value.size() > line_bytes_max_;
  if (overflowed_) return;
  buffer_[data_end_] = '\n';
  std::memmove(buffer_.data() + data_end_ + 1, value.data(), value.size());
  data_end_ += 1 + value.size();
}

}  // namespace pintle::wire

// SPDX-License-Identifier: MIT
#include "testing/http_connection.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>

#include <sys/socket.h>
#include <unistd.h>

namespace pintle::testing {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return out;
}

/// The request of `head` ("POST /path HTTP/1.1\r\nname: value...").
ReceivedRequest parse_head(std::string_view head) {
  ReceivedRequest request;
  const std::string_view first = head.substr(0, head.find("\r\n"));
  const std::size_t blank = first.find(' ');
  request.method = first.substr(0, blank);
  if (blank != std::string_view::npos) {
    const std::string_view rest = first.substr(blank + 1);
    request.path = rest.substr(0, rest.find(' '));
  }
  head.remove_prefix(first.size());
  while (head.size() > 2) {
    head.remove_prefix(2);
    const std::string_view line = head.substr(0, head.find("\r\n"));
    head.remove_prefix(line.size());
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    std::string_view value = line.substr(colon + 1);
    while (value.starts_with(' ')) value.remove_prefix(1);
    request.headers.emplace_back(lower(line.substr(0, colon)), value);
  }
  return request;
}

}  // namespace

std::string ReceivedRequest::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return {};
}

HttpConnection::~HttpConnection() {
  ::close(fd_);
}

bool HttpConnection::receive() {
  char bytes[65'536];
  for (;;) {
    const ssize_t count = ::recv(fd_, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count > 0) {
      input_.append(bytes, static_cast<std::size_t>(count));
    } else if (count < 0 && errno == EINTR) {
      continue;
    } else {
      return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    }
  }
}

std::optional<ReceivedRequest> HttpConnection::take_request() {
  if (playing_) return std::nullopt;
  const std::size_t head_end = input_.find("\r\n\r\n");
  if (head_end == std::string::npos) return std::nullopt;
  ReceivedRequest request = parse_head(std::string_view(input_).substr(0, head_end));
  const std::string length_text = request.header("content-length");
  std::size_t length = 0;
  std::from_chars(length_text.data(), length_text.data() + length_text.size(), length);
  const std::size_t body_start = head_end + 4;
  if (input_.size() - body_start < length) return std::nullopt;
  request.body = input_.substr(body_start, length);
  input_.erase(0, body_start + length);
  return request;
}

void HttpConnection::play(const HttpReply& reply) {
  script_ = reply.script();
  ending_ = reply.ending();
  step_ = 0;
  sent_of_step_ = 0;
  playing_ = true;
}

std::size_t HttpConnection::send(const std::set<std::string, std::less<>>& open_gates) {
  std::size_t total = 0;
  blocked_ = false;
  while (playing_ && step_ < script_.size()) {
    if (const auto* gate = std::get_if<HttpReply::Gate>(&script_[step_])) {
      if (!open_gates.contains(gate->name)) return total;
      ++step_;
      continue;
    }
    const auto& bytes = *std::get_if<std::string>(&script_[step_]);
    const ssize_t count = ::send(fd_,
                                 bytes.data() + sent_of_step_,
                                 bytes.size() - sent_of_step_,
                                 MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0) {
      if (errno == EINTR) continue;
      blocked_ = errno == EAGAIN || errno == EWOULDBLOCK;
      finished_ = !blocked_;
      return total;
    }
    total += static_cast<std::size_t>(count);
    sent_of_step_ += static_cast<std::size_t>(count);
    if (sent_of_step_ < bytes.size()) continue;
    sent_of_step_ = 0;
    ++step_;
  }
  if (!playing_ || ending_ == HttpReply::End::hang) return total;
  playing_ = false;
  finished_ = ending_ != HttpReply::End::keep_alive;
  return total;
}

}  // namespace pintle::testing

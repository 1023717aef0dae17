// SPDX-License-Identifier: MIT
#include "rule_server.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "rule_model.hpp"

namespace agent_example {
namespace {

constexpr std::size_t request_bytes_max = 64U << 20U;
constexpr std::chrono::milliseconds pace{3};  // so that a reader sees it stream

/// One accepted connection; closed at the end of its scope.
class Connection {
 public:
  explicit Connection(int fd) : fd_(fd) {
    const timeval patience{5, 0};  // for a peer that sends nothing
    setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { close(fd_); }

  /// Appends what there is to read. False: the peer is gone, or silent.
  bool read_more(std::string& buffer) const {
    std::array<char, 16384> piece{};
    const ssize_t got = recv(fd_, piece.data(), piece.size(), 0);
    if (got <= 0) return false;
    buffer.append(piece.data(), static_cast<std::size_t>(got));
    return buffer.size() <= request_bytes_max;
  }

  /// False: the peer is gone.
  [[nodiscard]] bool write_all(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

 private:
  int fd_;
};

/// The number behind a header's name; 0 when there is none.
std::size_t content_length(std::string head) {
  for (char& c : head) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  constexpr std::string_view name = "\r\ncontent-length:";
  const std::size_t at = head.find(name);
  if (at == std::string::npos) return 0;
  const std::size_t digits = head.find_first_not_of(" \t", at + name.size());
  std::size_t length = 0;
  if (digits != std::string::npos)
    std::from_chars(head.data() + digits, head.data() + head.size(), length);
  return length;
}

/// The body of one request; empty: there was none.
std::string read_body(const Connection& connection) {
  std::string buffer;
  std::size_t head_end = std::string::npos;
  while ((head_end = buffer.find("\r\n\r\n")) == std::string::npos)
    if (!connection.read_more(buffer)) return {};
  const std::size_t length = content_length(buffer.substr(0, head_end + 2));
  if (buffer.find("100-continue") < head_end &&
      !connection.write_all("HTTP/1.1 100 Continue\r\n\r\n"))
    return {};
  const std::size_t begin = head_end + 4;
  while (buffer.size() < begin + length)
    if (!connection.read_more(buffer)) return {};
  return buffer.substr(begin, length);
}

/// As one chunk of a chunked body; "" is its end.
std::string chunk(std::string_view bytes) {
  std::array<char, 20> size{};
  std::snprintf(size.data(), size.size(), "%zx\r\n", bytes.size());
  return std::string(size.data()) + std::string(bytes) + "\r\n";
}

void serve(const Connection& connection) {
  const std::vector<std::string> events = rule_answer(read_body(connection));
  if (events.empty()) {
    constexpr std::string_view refusal =
        "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    static_cast<void>(connection.write_all(refusal));
    return;
  }
  bool there = connection.write_all(
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
      "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n");
  for (const std::string& event : events) {
    there = there && connection.write_all(chunk(event));
    if (!there) return;
    std::this_thread::sleep_for(pace);
  }
  static_cast<void>(connection.write_all(chunk("")));
}

void serve_until_shut(int listener) {
  for (int fd = -1; (fd = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;)
    serve(Connection(fd));
}

}  // namespace

RuleServer::RuleServer() : listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (listener_ < 0 || bind(listener_, generic, size) != 0 ||
      listen(listener_, 16) != 0 || getsockname(listener_, generic, &size) != 0)
    return;
  base_url_ = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  thread_ = std::thread(serve_until_shut, listener_);
}

RuleServer::~RuleServer() {
  if (listener_ >= 0) shutdown(listener_, SHUT_RDWR);  // makes accept return
  if (thread_.joinable()) thread_.join();
  if (listener_ >= 0) close(listener_);
}

}  // namespace agent_example

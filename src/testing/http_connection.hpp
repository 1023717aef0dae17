// SPDX-License-Identifier: MIT
// One accepted connection of the test server: reads requests, plays scripts.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "pintle/testing/http_server.hpp"

namespace pintle::testing {

class HttpConnection {
 public:
  explicit HttpConnection(int fd) : fd_(fd) {}
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;
  ~HttpConnection();

  [[nodiscard]] int fd() const noexcept { return fd_; }
  /// Takes what the client sent. False: it has closed, or the connection broke.
  bool receive();
  /// The next whole request, when none is being answered.
  std::optional<ReceivedRequest> take_request();
  void play(const HttpReply& reply);
  /// Sends as much as the gates and the kernel allow; gives the number of bytes.
  std::size_t send(const std::set<std::string, std::less<>>& open_gates);
  /// Waits for the kernel to take more.
  [[nodiscard]] bool wants_to_send() const noexcept { return blocked_; }
  /// To be closed: its script is over and says so.
  [[nodiscard]] bool finished() const noexcept { return finished_; }

 private:
  int fd_;
  std::string input_;
  std::vector<HttpReply::Step> script_;
  std::size_t step_ = 0;
  std::size_t sent_of_step_ = 0;
  HttpReply::End ending_ = HttpReply::End::keep_alive;
  bool playing_ = false;
  bool blocked_ = false;
  bool finished_ = false;
};

}  // namespace pintle::testing

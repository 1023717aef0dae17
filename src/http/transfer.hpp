// SPDX-License-Identifier: MIT
// Transfer: one request as libcurl sees it: its easy handle, the answer's head, and the
// bytes that were received and not yet read. libcurl's callbacks only fill it; they never
// call libcurl's multi interface and never throw.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <curl/curl.h>

#include "pintle/http/transport.hpp"

#include "http/socket_hold.hpp"

namespace pintle::http {

struct EasyCleanup {
  void operator()(CURL* easy) const noexcept { curl_easy_cleanup(easy); }
};
struct ListCleanup {
  void operator()(curl_slist* list) const noexcept { curl_slist_free_all(list); }
};

class Transfer;

/// Who can keep a transfer's socket from being read.
class Throttle {
 public:
  Throttle() = default;
  Throttle(const Throttle&) = delete;
  Throttle& operator=(const Throttle&) = delete;
  virtual ~Throttle() = default;
  /// Called from inside libcurl: its multi interface must not be called.
  virtual void hold(Transfer& transfer) = 0;
};

class Transfer {
 public:
  explicit Transfer(HttpRequest request);
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  ~Transfer() = default;

  [[nodiscard]] CURL* easy() const noexcept { return easy_.get(); }

  /// What the reader has not had yet, or empty. Views die at the next call.
  std::optional<HttpEvent> next();
  /// The reader waits for more.
  void wait(const Waker& waker);
  /// libcurl has ended it; takes libcurl's word for how.
  void finish(CURLcode code);
  void fail(GenerationError error);
  /// Nobody reads any more: what still comes is dropped, and much of it ends it.
  void discard() noexcept;

  [[nodiscard]] bool over() const noexcept { return complete_ || failure_.has_value(); }
  [[nodiscard]] std::size_t buffered() const noexcept { return buffer_.size() - read_; }
  /// Is the request sent, so that nothing but the answer moves on the socket?
  [[nodiscard]] bool sent() const;
  /// Has the reader made enough room for its held socket to be read again?
  [[nodiscard]] bool has_room() const noexcept {
    return buffered() <= request_.backlog_bytes / 2;
  }

  Throttle* throttle = nullptr;
  int fd = -1;  ///< The socket that it reads, as far as libcurl has said.
  SocketHold hold;

 private:
  static std::size_t on_header(char* data, std::size_t, std::size_t size, void* self);
  static std::size_t on_body(char* data, std::size_t, std::size_t size, void* self);
  static int on_send(void* self, char*, char*, int, int);

  bool set_headers();
  void set_options();
  void header_line(std::string_view line);
  bool body(std::string_view bytes);

  HttpRequest request_;
  std::string host_;
  // libcurl reads these until its handle is cleaned up, so they stand before it.
  char detail_[CURL_ERROR_SIZE] = {};
  std::unique_ptr<curl_slist, ListCleanup> headers_;
  std::unique_ptr<CURL, EasyCleanup> easy_;

  Head head_;
  std::size_t head_bytes_ = 0;
  bool head_complete_ = false;
  bool head_given_ = false;
  bool multiplexed_ = false;

  std::string buffer_;
  std::size_t read_ = 0;
  std::string piece_;
  bool discarding_ = false;
  std::size_t discarded_ = 0;

  int sends_ = 0;
  bool complete_ = false;
  std::optional<GenerationError> failure_;
  Waker reader_;
};

}  // namespace pintle::http

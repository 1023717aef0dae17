// SPDX-License-Identifier: MIT
// CurlLoop: libcurl's multi interface on the executor's reactor. libcurl says which
// sockets and which timeout it waits for; they become one-shot watches of the reactor and
// the parking time of one job, the pump, which exists only while a transfer is open.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include <curl/curl.h>

#include "pintle/executor.hpp"

#include "http/transfer.hpp"

namespace pintle::http {

struct MultiCleanup {
  void operator()(CURLM* multi) const noexcept { curl_multi_cleanup(multi); }
};

/// Lifetime: held by shared pointers of the transport and of each exchange.
class CurlLoop final : public Throttle, public std::enable_shared_from_this<CurlLoop> {
 public:
  explicit CurlLoop(Executor& executor);
  ~CurlLoop() override;

  /// Starts it, unless it is over already.
  void add(Transfer& transfer);
  /// Ends it at once; harmless when it is over.
  void remove(Transfer& transfer) noexcept;
  /// The reader is slow: its socket is not read until `resume`.
  void hold(Transfer& transfer) override;
  /// The reader has made room.
  void resume(Transfer& transfer);
  /// Reads on for a moment without a reader, so that the connection can be used again.
  void drain(std::unique_ptr<Transfer> transfer);

  /// One step of the pump.
  Step step(const Waker& waker);

  [[nodiscard]] std::size_t open() const noexcept { return open_.size(); }
  [[nodiscard]] std::size_t buffered_bytes() const noexcept;

 private:
  struct Inbox;
  struct Watch;
  struct Draining {
    std::unique_ptr<Transfer> transfer;
    MonoTime until{};
  };

  static int on_socket(CURL* easy, curl_socket_t fd, int what, void* self, void*);
  static int on_timer(CURLM*, long ms, void* self);

  void set_watch(CURL* easy, int fd, int what);
  void arm(int fd, const std::shared_ptr<Watch>& watch);
  void handle(int fd);
  void act(curl_socket_t fd, int events);
  void collect();
  void end_drained();
  void start_pump();
  [[nodiscard]] MonoTime now() const noexcept { return executor_->now().mono; }

  Executor* executor_;
  IdleSocket idle_;
  std::shared_ptr<Inbox> inbox_;
  std::unordered_map<int, std::shared_ptr<Watch>> watches_;
  std::unordered_map<CURL*, Transfer*> open_;
  std::list<Draining> draining_;  // in the order of their ends
  std::optional<MonoTime> timer_;
  bool stepping_ = false;
  bool pumping_ = false;  // the pump exists
  JobHandle pump_;
  std::unique_ptr<CURLM, MultiCleanup> multi_;  // its cleanup uses the watches
};

}  // namespace pintle::http

// SPDX-License-Identifier: MIT
// A transport without sockets: what arrives, and when, is written down before. For tests
// in virtual time.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pintle/executor.hpp"
#include "pintle/http/transport.hpp"

#include "http/alarm.hpp"

namespace pintle::http_test {

/// What arrives `at` milliseconds after the request was sent.
struct Arrival {
  std::int64_t at_ms = 0;
  std::string bytes;  ///< Of the body; the head comes with the first of them.
  bool end = false;   ///< The body is complete.
};

class FakeTransport final : public Transport {
 public:
  FakeTransport(Executor& executor, std::vector<Arrival> arrivals)
      : executor_(&executor), arrivals_(std::move(arrivals)) {}

  std::unique_ptr<HttpExchange> start(HttpRequest request) override {
    requests.push_back(std::move(request));
    return std::make_unique<Exchange>(*executor_, arrivals_, cancelled, status);
  }
  [[nodiscard]] TransportStats stats() const noexcept override { return {}; }

  int status = 200;
  std::vector<HttpRequest> requests;
  int cancelled = 0;  ///< Exchanges that were destroyed before their end was read.

 private:
  class Exchange final : public HttpExchange {
   public:
    Exchange(Executor& executor,
             const std::vector<Arrival>& arrivals,
             int& cancelled,
             int status)
        : executor_(&executor),
          start_(executor.now().mono),
          arrivals_(arrivals.begin(), arrivals.end()),
          cancelled_(&cancelled),
          status_(status),
          alarm_(executor) {}
    ~Exchange() override { *cancelled_ += ended_ ? 0 : 1; }

    std::optional<HttpEvent> poll(const Waker& waker) override {
      if (arrivals_.empty()) return std::nullopt;
      Arrival& next = arrivals_.front();
      const MonoTime due = start_ + std::chrono::milliseconds(next.at_ms);
      if (executor_->now().mono < due) {
        alarm_.set(due, waker);
        return std::nullopt;
      }
      if (!std::exchange(head_given_, true)) {
        return http::Head{status_, {{"content-type", "text/event-stream"}}};
      }
      ended_ = next.end;
      piece_ = std::move(next.bytes);
      arrivals_.pop_front();
      if (ended_) return http::End{};
      return http::Bytes{piece_};
    }
    void release() override { ended_ = true; }

   private:
    Executor* executor_;
    MonoTime start_;
    std::deque<Arrival> arrivals_;
    int* cancelled_;
    int status_;
    http::Alarm alarm_;
    std::string piece_;
    bool head_given_ = false;
    bool ended_ = false;
  };

  Executor* executor_;
  std::vector<Arrival> arrivals_;
};

}  // namespace pintle::http_test

// SPDX-License-Identifier: MIT
#include <utility>

#include "pintle/http/transport.hpp"

#include "http/curl_loop.hpp"
#include "http/transfer.hpp"

namespace pintle {
namespace {

class CurlExchange final : public HttpExchange {
 public:
  CurlExchange(std::shared_ptr<http::CurlLoop> loop, HttpRequest request)
      : loop_(std::move(loop)),
        transfer_(std::make_unique<http::Transfer>(std::move(request))) {
    loop_->add(*transfer_);
  }
  ~CurlExchange() override {
    if (transfer_) loop_->remove(*transfer_);
  }

  std::optional<HttpEvent> poll(const Waker& waker) override {
    std::optional<HttpEvent> event = transfer_->next();
    if (transfer_->has_room()) loop_->resume(*transfer_);
    if (!event) transfer_->wait(waker);
    return event;
  }

  void release() override {
    if (transfer_ && !transfer_->over()) loop_->drain(std::move(transfer_));
  }

 private:
  std::shared_ptr<http::CurlLoop> loop_;
  std::unique_ptr<http::Transfer> transfer_;
};

class CurlTransport final : public Transport {
 public:
  explicit CurlTransport(Executor& executor)
      : loop_(std::make_shared<http::CurlLoop>(executor)) {}

  std::unique_ptr<HttpExchange> start(HttpRequest request) override {
    return std::make_unique<CurlExchange>(loop_, std::move(request));
  }

  [[nodiscard]] TransportStats stats() const noexcept override {
    return {loop_->open(), loop_->buffered_bytes()};
  }

 private:
  std::shared_ptr<http::CurlLoop> loop_;
};

}  // namespace

std::shared_ptr<Transport> curl_transport(Executor& executor) {
  return std::make_shared<CurlTransport>(executor);
}

std::shared_ptr<Transport> shared_transport(Executor& executor) {
  static const char key = '\0';
  std::shared_ptr<void>& kept = executor.attachment(&key);
  if (kept == nullptr) kept = curl_transport(executor);
  return std::static_pointer_cast<Transport>(kept);
}

}  // namespace pintle

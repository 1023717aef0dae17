// SPDX-License-Identifier: MIT
// HTTP/2 over TLS on 127.0.0.1: what differs from HTTP/1.1 is that answers share a
// connection.
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/curl_loop.hpp"
#include "http/harness.hpp"
#include "http/transfer.hpp"

namespace pintle::http_test {
namespace {

/// A server in a process of its own, which ends with it.
class H2Server {
 public:
  H2Server()
      : output_(::popen("exec /usr/bin/python3 '" PINTLE_TESTS_DIR "/http/h2_server.py'",
                        "r")) {
    EXPECT_EQ(std::fscanf(output_, "%d", &port_), 1)
        << "are python3-h2 and openssl installed?";
  }
  H2Server(const H2Server&) = delete;
  H2Server& operator=(const H2Server&) = delete;
  ~H2Server() { ::pclose(output_); }
  [[nodiscard]] std::string url() const {
    return "https://127.0.0.1:" + std::to_string(port_);
  }

 private:
  std::FILE* output_;
  int port_ = 0;
};

/// As the transport's own, but it takes any certificate.
class H2Exchange final : public HttpExchange {
 public:
  H2Exchange(std::shared_ptr<http::CurlLoop> loop, HttpRequest request)
      : loop_(std::move(loop)), transfer_(std::move(request)) {
    curl_easy_setopt(transfer_.easy(), CURLOPT_SSL_VERIFYPEER, 0L);
    curl_easy_setopt(transfer_.easy(), CURLOPT_SSL_VERIFYHOST, 0L);
    loop_->add(transfer_);
  }
  ~H2Exchange() override { loop_->remove(transfer_); }
  std::optional<HttpEvent> poll(const Waker& waker) override {
    std::optional<HttpEvent> event = transfer_.next();
    if (!event) transfer_.wait(waker);
    return event;
  }
  void release() override {}

 private:
  std::shared_ptr<http::CurlLoop> loop_;
  http::Transfer transfer_;
};

class Http2 : public ::testing::Test {
 protected:
  std::unique_ptr<HttpExchange> post(std::string path, std::string body = "{}") {
    HttpRequest request;
    request.url = server.url() + std::move(path);
    request.body = std::move(body);
    request.backlog_bytes = 1 << 20;
    return std::make_unique<H2Exchange>(loop, std::move(request));
  }
  /// One whose first bytes have come.
  std::unique_ptr<HttpExchange> held() {
    auto exchange = post("/held");
    Exchanged got;
    while (got.body.empty()) take(got, drive.next(*exchange).value());
    EXPECT_EQ(got.body, "first");
    EXPECT_THAT(got.headers, on_the_first);
    return exchange;
  }

  const ::testing::Matcher<const HttpHeaders&> on_the_first =
      ::testing::Contains(::testing::Pair("x-connection", "1"));
  H2Server server;
  Drive drive;
  std::shared_ptr<http::CurlLoop> loop = std::make_shared<http::CurlLoop>(drive.executor);
};

TEST_F(Http2, GivesHeadBodyAndEnd) {
  const std::string body(300'000, 'b');
  const auto exchange = post("/echo", body);
  const Exchanged got = read_all(drive, *exchange);
  EXPECT_TRUE(got.ended);
  EXPECT_EQ(got.status, 200);
  EXPECT_TRUE(got.body == body) << got.body.size();
  EXPECT_THAT(got.headers, on_the_first);
}

TEST_F(Http2, AnswersShareAConnectionAtTheSameTime) {
  const auto first = held();
  const auto second = post("/go");
  const Exchanged went = read_all(drive, *second);
  EXPECT_EQ(went.body, "went");
  EXPECT_THAT(went.headers, on_the_first);
  EXPECT_EQ(read_all(drive, *first).body, "second");
}

TEST_F(Http2, DestroyingAnExchangeLeavesTheOthersAlone) {
  const auto first = held();
  auto second = post("/flood");
  EXPECT_TRUE(drive.next(*second));
  second.reset();
  EXPECT_EQ(loop->open(), 1U);
  const auto third = post("/go");
  EXPECT_THAT(read_all(drive, *third).headers, on_the_first);
  EXPECT_EQ(read_all(drive, *first).body, "second");
}

TEST_F(Http2, AReaderThatIsSlowLosesItsStreamAndNoOther) {
  const auto first = held();
  const auto flood = post("/flood");
  EXPECT_TRUE(drive.next(*flood));  // its head; then it is not read
  const auto third = post("/go");
  EXPECT_THAT(read_all(drive, *third).headers, on_the_first);
  EXPECT_EQ(read_all(drive, *first).body, "second");
  const Exchanged got = read_all(drive, *flood);
  EXPECT_EQ(got.error.value().kind, GenerationKind::slow_reader);
  EXPECT_GE(got.body.size(), 1U << 20);
  EXPECT_LT(got.body.size(), 8U << 20);
}

}  // namespace
}  // namespace pintle::http_test

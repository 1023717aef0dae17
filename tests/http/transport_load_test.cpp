// SPDX-License-Identifier: MIT
// Many streams, slow readers, and nothing to do.
#include <filesystem>
#include <string>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "pintle/http/transport.hpp"
#include "pintle/testing/http_server.hpp"

#include "http/counting_reactor.hpp"
#include "http/harness.hpp"

namespace pintle::http_test {
namespace {

using testing::HttpReply;
using testing::HttpServer;

constexpr std::size_t mebibyte = 1'048'576;

HttpRequest post_to(const HttpServer& server) {
  HttpRequest request;
  request.url = server.url();
  request.body = "{}";
  return request;
}

std::size_t threads() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator("/proc/self/task")) {
    ++count;
  }
  return count;
}

/// Room for a thousand connections and their other ends.
bool allow_descriptors(rlim_t count) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
  if (limit.rlim_cur >= count) return true;
  limit.rlim_cur = count;
  return limit.rlim_max >= count && ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

TEST(TransportLoad, RunsAThousandStreamsAtOnceOnOneThread) {
  constexpr std::size_t count = 1'000;
  ASSERT_TRUE(allow_descriptors(2 * count + 100)) << "ulimit -n is too low";
  HttpServer server;
  server.answer_by([](const testing::ReceivedRequest&) {
    return HttpReply().piece("first").gate("all").piece("second");
  });
  Drive drive;
  const auto transport = curl_transport(drive.executor);
  const std::size_t threads_before = threads();
  std::vector<std::unique_ptr<HttpExchange>> exchanges;
  std::vector<Exchanged> got(count);
  for (std::size_t i = 0; i < count; ++i) {
    exchanges.push_back(transport->start(post_to(server)));
  }
  for (std::size_t i = 0; i < count; ++i) {
    while (got[i].body.empty() && !got[i].error) {
      take(got[i], drive.next(*exchanges[i]).value());
    }
    ASSERT_EQ(got[i].body, "first") << i;
  }
  EXPECT_EQ(transport->stats().open, count);
  EXPECT_EQ(server.requests().size(), count);
  EXPECT_EQ(threads(), threads_before);
  server.open_gate("all");
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(read_all(drive, *exchanges[i]).body, "second") << i;
  }
  EXPECT_EQ(threads(), threads_before);
  EXPECT_EQ(transport->stats().open, 0U);
}

void run_for(Drive& drive, std::chrono::milliseconds time) {
  (void)drive.flag->take();
  drive.executor.run_until(*drive.flag, drive.executor.now().mono + time);
}

/// libcurl's timers of the connection phase fire once each, the last after 200 ms.
void pass_connection_timers(Drive& drive) {
  run_for(drive, std::chrono::milliseconds(250));
}

TEST(TransportLoad, DoesNotReadAnHttp1SocketWhoseReaderIsSlow) {
  constexpr std::size_t body_bytes = 64 * mebibyte;
  HttpServer server;
  HttpReply reply;
  for (std::size_t i = 0; i < body_bytes / mebibyte; ++i) {
    reply.piece(std::string(mebibyte, static_cast<char>('a' + i % 26)));
  }
  server.answer(std::move(reply));
  const auto reactor = std::make_shared<CountingReactor>(epoll_reactor(system_clock()));
  Drive drive({system_clock(), reactor, nullptr, nullptr});
  const auto transport = curl_transport(drive.executor);
  HttpRequest request = post_to(server);
  request.backlog_bytes = mebibyte;
  const auto exchange = transport->start(std::move(request));
  // Nobody reads: the server can send what the buffers take and is then stopped.
  std::size_t sent = 0;
  do {
    sent = server.bytes_sent();
    run_for(drive, std::chrono::milliseconds(50));
  } while (sent == 0 || server.bytes_sent() != sent);
  EXPECT_GE(transport->stats().buffered_bytes, mebibyte);
  EXPECT_LE(transport->stats().buffered_bytes, 3 * mebibyte);
  EXPECT_LT(server.bytes_sent(), body_bytes / 2);
  pass_connection_timers(drive);
  const int waits = reactor->waits;
  run_for(drive, std::chrono::milliseconds(50));
  EXPECT_LE(reactor->waits - waits, 1) << "it must not spin while the socket is held";
  const Exchanged got = read_all(drive, *exchange);
  EXPECT_TRUE(got.ended);
  EXPECT_EQ(got.body.size(), body_bytes);
  EXPECT_EQ(got.body[body_bytes - 1], 'a' + 63 % 26);
}

TEST(TransportLoad, AHeldExchangeCanBeCancelled) {
  HttpServer server;
  server.answer(HttpReply().piece(std::string(16 * mebibyte, 'x')));
  Drive drive;
  const auto transport = curl_transport(drive.executor);
  HttpRequest request = post_to(server);
  request.backlog_bytes = 1'000;
  auto exchange = transport->start(std::move(request));
  while (transport->stats().buffered_bytes < 1'000) {
    run_for(drive, std::chrono::milliseconds(5));
  }
  exchange.reset();
  EXPECT_TRUE(server.await_connected(0));
  drive.executor.run();
  EXPECT_EQ(drive.executor.jobs(), 0U);
}

TEST(TransportLoad, ASilentStreamCostsNoSystemCall) {
  HttpServer server;
  server.answer(HttpReply().piece("first").gate("go").piece("second"));
  const auto reactor = std::make_shared<CountingReactor>(epoll_reactor(system_clock()));
  Drive drive({system_clock(), reactor, nullptr, nullptr});
  const auto transport = curl_transport(drive.executor);
  const auto exchange = transport->start(post_to(server));
  Exchanged got;
  while (got.body.empty()) take(got, drive.next(*exchange).value());
  EXPECT_FALSE(exchange->poll(drive.waker));
  pass_connection_timers(drive);
  const int waits = reactor->waits;
  run_for(drive, std::chrono::milliseconds(100));
  EXPECT_EQ(reactor->waits - waits, 1) << "one wait, and it ends by our own limit";
  server.open_gate("go");
  EXPECT_EQ(read_all(drive, *exchange).body, "second");
}

TEST(TransportLoad, AnIdleTransportLeavesNothingToDo) {
  HttpServer server;
  server.answer(HttpReply().piece("done"));
  const auto reactor = std::make_shared<CountingReactor>(epoll_reactor(system_clock()));
  Drive drive({system_clock(), reactor, nullptr, nullptr});
  const auto transport = curl_transport(drive.executor);
  const auto exchange = transport->start(post_to(server));
  EXPECT_EQ(read_all(drive, *exchange).body, "done");
  drive.executor.run();  // returns, although the connection is kept
  EXPECT_EQ(server.connected(), 1U);
  EXPECT_EQ(drive.executor.jobs(), 0U);
  EXPECT_FALSE(drive.executor.next_deadline());
  const int calls = reactor->calls;
  drive.executor.run();
  EXPECT_LE(reactor->calls - calls, 1);
}

/// A listening socket whose queue is full: connecting to it takes for ever.
class FullListener {
 public:
  FullListener() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(fds_[0], generic, size), 0);
    EXPECT_EQ(::listen(fds_[0], 0), 0);
    EXPECT_EQ(::getsockname(fds_[0], generic, &size), 0);
    port = ntohs(address.sin_port);
    for (std::size_t i = 1; i < fds_.size(); ++i) (void)::connect(fds_[i], generic, size);
  }
  FullListener(const FullListener&) = delete;
  FullListener& operator=(const FullListener&) = delete;
  ~FullListener() {
    for (const int fd : fds_) ::close(fd);
  }
  int port = 0;

 private:
  static int socket_fd() { return ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0); }
  std::vector<int> fds_{socket_fd(), socket_fd(), socket_fd(), socket_fd(), socket_fd()};
};

TEST(TransportLoad, GivesUpConnectingAfterItsLimit) {
  const FullListener listener;
  Drive drive;
  const auto transport = curl_transport(drive.executor);
  HttpRequest request;
  request.url = "http://127.0.0.1:" + std::to_string(listener.port);
  request.connect_ms = 100;
  const auto exchange = transport->start(std::move(request));
  const GenerationError error = read_all(drive, *exchange).error.value();
  EXPECT_EQ(error.kind, GenerationKind::network);
  EXPECT_THAT(error.message, ::testing::HasSubstr("within 100 ms"));
}

}  // namespace
}  // namespace pintle::http_test

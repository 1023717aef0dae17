// SPDX-License-Identifier: MIT
#include "pintle/testing/http_server.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "testing/http_connection.hpp"

namespace pintle::testing {
namespace {

constexpr auto patience = std::chrono::seconds(30);

[[noreturn]] void give_up(const char* what) {
  std::perror(what);
  std::abort();
}

/// A socket bound to a free port of 127.0.0.1.
std::pair<int, int> bound_socket() {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) give_up("socket");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  if (::bind(fd, generic, size) != 0) give_up("bind");
  if (::getsockname(fd, generic, &size) != 0) give_up("getsockname");
  return {fd, ntohs(address.sin_port)};
}

}  // namespace

struct HttpServer::Impl {
  Impl() {
    const auto [fd, chosen] = bound_socket();
    listener = fd;
    port = chosen;
    if (::listen(listener, SOMAXCONN) != 0) give_up("listen");
    waker = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (waker < 0) give_up("eventfd");
    thread = std::thread([this] { serve(); });
  }
  ~Impl() {
    stopping = true;
    ring();
    thread.join();
    ::close(listener);
    ::close(waker);
  }

  void ring() const {
    const std::uint64_t one = 1;
    if (::write(waker, &one, sizeof one) < 0) give_up("eventfd");
  }

  void serve() {
    while (!stopping) {
      std::vector<pollfd> fds{{listener, POLLIN, 0}, {waker, POLLIN, 0}};
      for (const auto& [fd, connection] : connections) {
        const int events = POLLIN | (connection->wants_to_send() ? POLLOUT : 0);
        fds.push_back({fd, static_cast<short>(events), 0});
      }
      if (::poll(fds.data(), fds.size(), -1) < 0 && errno != EINTR) give_up("poll");
      const std::lock_guard lock(mutex);
      if (fds[1].revents != 0) {
        std::uint64_t count = 0;
        if (::read(waker, &count, sizeof count) > 0) play_all();
      }
      for (std::size_t i = 2; i < fds.size(); ++i) {
        if (fds[i].revents != 0) serve_one(fds[i].fd);
      }
      if (fds[0].revents != 0) accept_all();
      changed.notify_all();
    }
    connections.clear();
  }

  void accept_all() {
    for (;;) {
      const int fd = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
      if (fd < 0) return;
      const int on = 1;
      ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      connections.emplace(fd, std::make_unique<HttpConnection>(fd));
      ++accepted;
    }
  }

  void play_all() {
    std::vector<int> fds;
    for (const auto& [fd, connection] : connections) fds.push_back(fd);
    for (const int fd : fds) advance(fd);
  }

  void serve_one(int fd) {
    const auto found = connections.find(fd);
    if (found == connections.end()) return;  // its script has just closed it
    if (found->second->receive()) {
      advance(fd);
    } else {
      connections.erase(found);
    }
  }

  void advance(int fd) {
    HttpConnection& connection = *connections.at(fd);
    sent += connection.send(gates);
    while (!connection.finished()) {
      std::optional<ReceivedRequest> request = connection.take_request();
      if (!request) return;
      requests.push_back(*request);
      connection.play(reply_to(*request));
      sent += connection.send(gates);
    }
    connections.erase(fd);
  }

  HttpReply reply_to(const ReceivedRequest& request) {
    if (!queue.empty()) {
      HttpReply reply = std::move(queue.front());
      queue.pop_front();
      return reply;
    }
    return make ? make(request) : HttpReply().status(404).piece("nothing is scripted");
  }

  template <class Condition>
  bool await(Condition condition) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, patience, condition);
  }

  int listener = -1;
  int waker = -1;
  int port = 0;
  std::atomic<bool> stopping = false;
  std::mutex mutex;
  std::condition_variable changed;
  std::map<int, std::unique_ptr<HttpConnection>> connections;
  std::deque<HttpReply> queue;
  UniqueFunction<HttpReply(const ReceivedRequest&)> make;
  std::set<std::string, std::less<>> gates;
  std::vector<ReceivedRequest> requests;
  std::size_t accepted = 0;
  std::size_t sent = 0;
  std::thread thread;
};

HttpServer::HttpServer() : impl_(std::make_unique<Impl>()) {}
HttpServer::~HttpServer() = default;

int HttpServer::port() const noexcept {
  return impl_->port;
}

std::string HttpServer::url() const {
  return "http://127.0.0.1:" + std::to_string(impl_->port);
}

void HttpServer::answer(HttpReply reply) {
  const std::lock_guard lock(impl_->mutex);
  impl_->queue.push_back(std::move(reply));
}

void HttpServer::answer_by(UniqueFunction<HttpReply(const ReceivedRequest&)> make) {
  const std::lock_guard lock(impl_->mutex);
  impl_->make = std::move(make);
}

void HttpServer::open_gate(std::string_view name) {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->gates.emplace(name);
  }
  impl_->ring();
}

std::vector<ReceivedRequest> HttpServer::requests() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->requests;
}

std::size_t HttpServer::accepted() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->accepted;
}

std::size_t HttpServer::connected() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->connections.size();
}

std::size_t HttpServer::bytes_sent() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->sent;
}

bool HttpServer::await_requests(std::size_t count) const {
  return impl_->await([this, count] { return impl_->requests.size() >= count; });
}

bool HttpServer::await_connected(std::size_t count) const {
  return impl_->await([this, count] { return impl_->connections.size() <= count; });
}

int unused_port() {
  const auto [fd, port] = bound_socket();
  ::close(fd);
  return port;
}

}  // namespace pintle::testing

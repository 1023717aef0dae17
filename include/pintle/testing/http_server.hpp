// SPDX-License-Identifier: MIT
// HttpServer: a peer for tests of HTTP clients on 127.0.0.1. It answers each request as
// it was told, in pieces that are sent one by one, stops where the test wants it to stop,
// and remembers what it was sent. It never waits for time, only for the test.
//
//   HttpServer server;
//   server.answer(HttpReply().header("content-type", "text/event-stream")
//                     .piece("data: 1\n\n").gate("go").piece("data: 2\n\n"));
//   ... connect to server.url(), read the first event ...
//   server.open_gate("go");
//
// Threads: it runs one of its own; all functions may be called from any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/function.hpp"

namespace pintle::testing {

/// One answer. Without a call of `status` and the like it is "200 OK" with an empty body,
/// in chunks, and the connection stays open for the next request.
class PINTLE_API HttpReply {
 public:
  struct Gate {
    std::string name;
  };
  using Step = std::variant<std::string, Gate>;  ///< Bytes to send, or where to wait.

  enum class Framing : std::uint8_t {
    chunked,  ///< Each piece is one chunk.
    length,   ///< With a Content-Length.
    close,    ///< The body ends with the connection.
    none      ///< Nothing is added: the pieces are all that is sent, head included.
  };
  enum class End : std::uint8_t {
    keep_alive,  ///< The next request may follow.
    close,       ///< The connection is closed after the whole answer.
    tear,        ///< It is closed after the pieces, as if the server died.
    hang         ///< It stays open and nothing more is sent.
  };

  HttpReply& status(int code);
  HttpReply& header(std::string name, std::string value);
  /// Bytes of the body, sent by one write.
  HttpReply& piece(std::string bytes);
  /// Sends no more until `HttpServer::open_gate(name)`.
  HttpReply& gate(std::string name);
  HttpReply& framing(Framing kind);
  HttpReply& end(End kind);

  /// What is to be sent, in order: head, framed pieces, gates.
  [[nodiscard]] std::vector<Step> script() const;
  [[nodiscard]] End ending() const noexcept { return end_; }

 private:
  [[nodiscard]] std::string head() const;

  int status_ = 200;
  std::vector<std::pair<std::string, std::string>> headers_;
  std::vector<Step> steps_;
  Framing framing_ = Framing::chunked;
  End end_ = End::keep_alive;
};

/// What a client sent. Header names in lower case.
struct ReceivedRequest {
  std::string method;
  std::string path;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  /// The value of the header `name`; empty when there is none.
  [[nodiscard]] PINTLE_API std::string header(std::string_view name) const;
};

class PINTLE_API HttpServer {
 public:
  HttpServer();   ///< Listens; aborts when the machine has no socket for it.
  ~HttpServer();  ///< Closes all connections.
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  [[nodiscard]] int port() const noexcept;
  [[nodiscard]] std::string url() const;  ///< "http://127.0.0.1:PORT"

  /// The next request without an answer gets this one; several form a queue.
  void answer(HttpReply reply);
  /// Makes the answers when the queue is empty; without it, such a request gets a 404.
  /// `make` is called on the server's thread.
  void answer_by(UniqueFunction<HttpReply(const ReceivedRequest&)> make);
  /// Lets all answers pass that wait at the gate of this name, and those to come.
  void open_gate(std::string_view name);

  [[nodiscard]] std::vector<ReceivedRequest> requests() const;
  [[nodiscard]] std::size_t accepted() const;    ///< Connections so far.
  [[nodiscard]] std::size_t connected() const;   ///< Connections now.
  [[nodiscard]] std::size_t bytes_sent() const;  ///< Taken by the kernel.
  /// Waits until so many requests were read whole; false when that took 30 s.
  [[nodiscard]] bool await_requests(std::size_t count) const;
  /// Waits until so many connections are left; false when that took 30 s.
  [[nodiscard]] bool await_connected(std::size_t count) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A port of 127.0.0.1 at which nobody listens.
[[nodiscard]] PINTLE_API int unused_port();

}  // namespace pintle::testing

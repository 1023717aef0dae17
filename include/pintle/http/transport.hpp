// SPDX-License-Identifier: MIT
// Transport: HTTP requests whose answers are read in pieces. It sends a request once (see
// `curl_transport` for the one exception), follows no redirect, and knows nothing of
// providers, keys or retries. Models over HTTP share one transport per executor
// (`shared_transport`).
//
// Threads: all of it on the executor's thread; no thread is started (libcurl's resolver
// aside: a host name that is no address is looked up on a short-lived thread of its own).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "pintle/error.hpp"
#include "pintle/executor.hpp"
#include "pintle/export.hpp"
#include "pintle/waker.hpp"

namespace pintle {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

/// One POST.
struct HttpRequest {
  std::string url;      ///< http or https.
  HttpHeaders headers;  ///< No value may hold a line end.
  std::string body;
  std::int64_t connect_ms = 10'000;        ///< Then GenerationKind::network.
  std::size_t backlog_bytes = 16'777'216;  ///< Received and not yet read; see `poll`.
};

/// What an exchange gives, in this order: one Head, any number of Bytes, then one End or
/// one Failed (which may come at any point).
namespace http {
struct Head {
  int status = 0;
  HttpHeaders headers;  ///< Names in lower case.
};
struct Bytes {
  std::string_view bytes;  ///< Of the body, decompressed; dies at the next `poll`.
};
struct End {};  ///< The body is complete.
struct Failed {
  GenerationError error;
};
}  // namespace http
using HttpEvent = std::variant<http::Head, http::Bytes, http::End, http::Failed>;

/// One request and its answer in the making. Destroying it cancels the request at once.
/// Lifetime: it may outlive its transport, not the executor.
class PINTLE_API HttpExchange {
 public:
  HttpExchange() = default;
  HttpExchange(const HttpExchange&) = delete;
  HttpExchange& operator=(const HttpExchange&) = delete;
  virtual ~HttpExchange() = default;
  /// The next event, or empty: `waker` fires when there is one. Not called again after
  /// End or Failed. What the caller does not read stays in a buffer. At `backlog_bytes`
  /// an HTTP/1.1 connection is not read until the caller has made room. An HTTP/2 stream
  /// cannot be held back alone: 4 MiB later it fails as GenerationKind::slow_reader.
  virtual std::optional<HttpEvent> poll(const Waker& waker) = 0;
  /// The caller has all it wants. The transport reads on for a moment (64 KiB, 1 s) so
  /// that the connection can be used again. A request that starts within that moment does
  /// not wait: over HTTP/1.1 it uses another connection. Where the end came with the last
  /// bytes that were wanted, nothing is outstanding, and it uses the same one.
  virtual void release() = 0;
};

/// How busy a transport is.
struct TransportStats {
  std::size_t open = 0;            ///< Exchanges that are not over.
  std::size_t buffered_bytes = 0;  ///< Received and not yet read, over all of them.
};

class PINTLE_API Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;
  /// Starts an exchange and returns at once. Never null.
  virtual std::unique_ptr<HttpExchange> start(HttpRequest request) = 0;
  [[nodiscard]] virtual TransportStats stats() const noexcept = 0;
};

/// A transport over libcurl, driven by the executor's reactor: connections are kept and
/// used again, HTTP/2 where a https server offers it, proxies from the environment as
/// curl reads it, gzip and what else curl can decompress. A request that dies on a reused
/// connection before the first byte of its answer is sent once more.
/// Lifetime: `executor` outlives the transport and its exchanges.
[[nodiscard]] PINTLE_API std::shared_ptr<Transport> curl_transport(Executor& executor);
/// The one that belongs to `executor`: made at the first call, gone with the executor.
/// Models over HTTP share it unless they are given another.
/// Lifetime: whoever keeps it lets it go before the executor ends.
[[nodiscard]] PINTLE_API std::shared_ptr<Transport> shared_transport(Executor& executor);

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "http/transfer.hpp"

#include <algorithm>
#include <utility>

#include "pintle/version.hpp"

#include "http/curl_error.hpp"
#include "http/url.hpp"

namespace pintle::http {
namespace {

constexpr std::size_t piece_bytes = 16'384;      // given to the reader at once
constexpr std::size_t head_bytes_max = 262'144;  // then GenerationKind::protocol
// What may come on top of a full backlog (a compressed body grows, and a server may
// answer before it has the whole request); beyond it an HTTP/1.1 stream fails as
// slow_reader too.
constexpr std::size_t burst_bytes = 4'194'304;
constexpr std::size_t drain_bytes = 65'536;  // of an answer that nobody reads any more
constexpr int sends_max = 2;                 // a request and its one repetition

template <class Value>
bool set(CURL* easy, CURLoption option, Value value) {
  return curl_easy_setopt(easy, option, value) == CURLE_OK;
}

GenerationError error_of(GenerationKind kind, std::string message) {
  GenerationError error;
  error.kind = kind;
  error.message = std::move(message);
  return error;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace

Transfer::Transfer(HttpRequest request)
    : request_(std::move(request)), host_(host_of(request_.url)) {
  if (const std::string_view fault = url_fault(request_.url); !fault.empty()) {
    fail(error_of(GenerationKind::invalid_request,
                  "the URL of the request is no good: " + std::string(fault)));
    return;
  }
  easy_.reset(curl_easy_init());
  if (easy_ == nullptr) {
    fail(error_of(GenerationKind::network, "libcurl has no memory for a request"));
    return;
  }
  if (set_headers()) set_options();
}

bool Transfer::set_headers() {
  // "Expect:" is emptied: libcurl would wait a second for a "100 Continue".
  std::string line = "Expect:";
  headers_.reset(curl_slist_append(nullptr, line.c_str()));
  for (const auto& [name, value] : request_.headers) {
    line = name + ": " + value;
    if (line.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) {
      fail(error_of(GenerationKind::invalid_request,
                    "the header " + name.substr(0, name.find_first_of("\r\n")) +
                        " holds a line end or a zero byte"));
      return false;
    }
    // The list's head stays the same; only an append to an empty one makes it.
    curl_slist_append(headers_.get(), line.c_str());
  }
  return true;
}

void Transfer::set_options() {
  CURL* easy = easy_.get();
  const bool secure = request_.url.starts_with("https://");
  bool ok = set(easy, CURLOPT_URL, request_.url.c_str());
  ok = ok && set(easy, CURLOPT_PRIVATE, this);
  ok = ok && set(easy, CURLOPT_ERRORBUFFER, detail_);
  ok = ok && set(easy, CURLOPT_POST, 1L);
  ok = ok && set(easy,
                 CURLOPT_POSTFIELDSIZE_LARGE,
                 static_cast<curl_off_t>(request_.body.size()));
  ok = ok && set(easy, CURLOPT_POSTFIELDS, request_.body.c_str());
  ok = ok && set(easy, CURLOPT_HTTPHEADER, headers_.get());
  ok = ok && set(easy, CURLOPT_USERAGENT, "pintle/" PINTLE_VERSION);
  ok = ok && set(easy, CURLOPT_ACCEPT_ENCODING, "");  // all that this libcurl can read
  ok = ok && set(easy, CURLOPT_HEADERFUNCTION, &Transfer::on_header);
  ok = ok && set(easy, CURLOPT_HEADERDATA, this);
  ok = ok && set(easy, CURLOPT_WRITEFUNCTION, &Transfer::on_body);
  ok = ok && set(easy, CURLOPT_WRITEDATA, this);
  ok = ok && set(easy, CURLOPT_PREREQFUNCTION, &Transfer::on_send);
  ok = ok && set(easy, CURLOPT_PREREQDATA, this);
  ok = ok && set(easy, CURLOPT_NOSIGNAL, 1L);
  ok = ok && set(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request_.connect_ms));
  ok = ok && set(easy, CURLOPT_FOLLOWLOCATION, 0L);
  ok = ok && set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  ok = ok && set(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  ok = ok && set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  ok = ok && set(easy, CURLOPT_TCP_KEEPALIVE, 1L);
  // Over TLS, ALPN tells soon whether requests can share a connection, so they wait for
  // it; in plain text only the first answer would, and all others would wait behind it.
  ok = ok &&
       set(easy,
           CURLOPT_HTTP_VERSION,
           static_cast<long>(secure ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1));
  ok = ok && set(easy, CURLOPT_PIPEWAIT, secure ? 1L : 0L);
  if (!ok) {
    fail(error_of(GenerationKind::network, "libcurl refuses an option of the request"));
  }
}

std::optional<HttpEvent> Transfer::next() {
  if (head_complete_ && !std::exchange(head_given_, true)) return std::move(head_);
  if (buffered() > 0) {
    piece_.assign(buffer_, read_, piece_bytes);
    read_ += piece_.size();
    if (read_ * 2 >= buffer_.size()) {
      buffer_.erase(0, read_);
      read_ = 0;
    }
    return Bytes{piece_};
  }
  if (failure_) return Failed{*failure_};
  if (complete_) return End{};
  return std::nullopt;
}

void Transfer::wait(const Waker& waker) {
  if (!reader_.same_as(waker)) reader_ = waker;
}

void Transfer::finish(CURLcode code) {
  if (!failure_ && code != CURLE_OK) {
    failure_ = to_error({code, detail_, host_, request_.connect_ms, head_complete_});
  }
  complete_ = true;
  reader_.wake();
}

void Transfer::fail(GenerationError error) {
  failure_ = std::move(error);
  complete_ = true;
  reader_.wake();
}

bool Transfer::sent() const {
  curl_off_t count = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_SIZE_UPLOAD_T, &count);
  return count >= static_cast<curl_off_t>(request_.body.size());
}

void Transfer::discard() noexcept {
  discarding_ = true;
  reader_ = {};
  buffer_.clear();
  read_ = 0;
}

void Transfer::header_line(std::string_view line) {
  if (line.starts_with("HTTP/")) {  // also the one behind an interim answer
    head_ = {};
    multiplexed_ = !line.starts_with("HTTP/1");
    const std::size_t blank = line.find(' ');
    const std::string_view digits =
        blank == std::string_view::npos ? "" : line.substr(blank + 1, 3);
    for (const char c : digits) {
      if (c >= '0' && c <= '9') head_.status = head_.status * 10 + (c - '0');
    }
    return;
  }
  const std::string_view trimmed = trim(line);
  if (trimmed.empty()) {
    head_complete_ = head_.status >= 200;
    if (head_complete_) reader_.wake();
    return;
  }
  const std::size_t colon = trimmed.find(':');
  if (colon == std::string_view::npos) return;
  std::string name(trimmed.substr(0, colon));
  std::transform(name.begin(), name.end(), name.begin(), lower);
  head_.headers.emplace_back(std::move(name), trim(trimmed.substr(colon + 1)));
}

bool Transfer::body(std::string_view bytes) {
  if (discarding_) {
    discarded_ += bytes.size();
    return discarded_ <= drain_bytes;
  }
  const std::size_t limit = request_.backlog_bytes;
  const std::size_t wanted = buffered() + bytes.size();
  if (multiplexed_ ? wanted > limit : wanted > limit + burst_bytes) {
    failure_ = error_of(GenerationKind::slow_reader,
                        "the answer of " + host_ + " was not read in time: more than " +
                            std::to_string(limit) + " bytes wait");
    return false;
  }
  if (buffered() == 0) reader_.wake();
  buffer_ += bytes;
  if (!multiplexed_ && buffered() >= limit && throttle != nullptr) throttle->hold(*this);
  return true;
}

std::size_t Transfer::on_header(char* data, std::size_t, std::size_t size, void* self) {
  Transfer& transfer = *static_cast<Transfer*>(self);
  if (transfer.head_complete_) return size;  // trailers
  try {
    transfer.head_bytes_ += size;
    if (transfer.head_bytes_ > head_bytes_max) {
      transfer.failure_ = error_of(GenerationKind::protocol,
                                   transfer.host_ + " sends headers without an end");
      return CURL_WRITEFUNC_ERROR;
    }
    transfer.header_line({data, size});
    return size;
  } catch (...) {
    return CURL_WRITEFUNC_ERROR;
  }
}

std::size_t Transfer::on_body(char* data, std::size_t, std::size_t size, void* self) {
  try {
    return static_cast<Transfer*>(self)->body({data, size}) ? size : CURL_WRITEFUNC_ERROR;
  } catch (...) {
    return CURL_WRITEFUNC_ERROR;
  }
}

int Transfer::on_send(void* self, char*, char*, int, int) {
  // libcurl repeats a request whose reused connection died before any byte of an answer,
  // up to five times; we allow it one.
  Transfer& transfer = *static_cast<Transfer*>(self);
  return ++transfer.sends_ <= sends_max ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

}  // namespace pintle::http

// SPDX-License-Identifier: MIT
#include "http/http_stream.hpp"

#include <chrono>
#include <utility>

#include "wire/response.hpp"

namespace pintle::http {
namespace {

constexpr MonoTime late = std::chrono::seconds(1);
constexpr std::size_t bytes_per_poll = 65'536;  // then the other jobs have their turn

HttpRequest to_request(const Endpoint& endpoint, wire::EncodedRequest encoded) {
  HttpRequest request;
  request.url = join_url(endpoint.base_url, encoded.path, endpoint.version_place);
  request.headers = std::move(encoded.headers);
  request.headers.insert(
      request.headers.end(), endpoint.headers.begin(), endpoint.headers.end());
  request.body = std::move(encoded.body);
  request.connect_ms = endpoint.limits.connect_ms;
  request.backlog_bytes = endpoint.limits.stream_backlog_bytes;
  return request;
}

}  // namespace

HttpStream::HttpStream(std::shared_ptr<const Endpoint> endpoint,
                       Executor& executor,
                       wire::EncodedRequest request)
    : endpoint_(std::move(endpoint)),
      executor_(&executor),
      stall_(endpoint_->limits, now()),
      alarm_(executor) {
  HttpRequest sent = to_request(*endpoint_, std::move(request));
  if (endpoint_->tracer) {
    trace_ = endpoint_->tracer->begin(sent, executor_->now().wall_ms);
  }
  endpoint_->write_log(LogLevel::debug,
                       "sends " + std::to_string(sent.body.size()) + " bytes");
  const std::shared_ptr<Transport> transport =
      endpoint_->transport ? endpoint_->transport : shared_transport(executor);
  exchange_ = transport->start(std::move(sent));
}

std::optional<ModelEvent> HttpStream::poll(const Waker& waker) {
  std::size_t read = 0;
  while (read < bytes_per_poll) {
    if (failure_) return deliver(model::Failed{*std::move(failure_), std::nullopt});
    if (decoder_) {
      if (std::optional<ModelEvent> event = decoder_->next()) {
        return deliver(*std::move(event));
      }
    }
    if (!exchange_) {  // the decoder was told of the end and has none
      fail(named(
          {GenerationKind::protocol, "the answer has no end", head_.status, {}, {}}));
      continue;
    }
    std::optional<HttpEvent> event = exchange_->poll(waker);
    if (!event) {
      wait(waker);
      if (exchange_) return std::nullopt;
      continue;
    }
    if (const auto* bytes = std::get_if<Bytes>(&*event)) read += bytes->bytes.size();
    std::visit([this](auto& value) { take(std::move(value)); }, *event);
  }
  waker.wake();
  return std::nullopt;
}

void HttpStream::take(Head&& head) {
  head_ = std::move(head);
  if (trace_) trace_->head(head_);
  if (head_.status >= 300 && head_.status < 400) return fail(redirected());
  switch (wire::plan_body(head_.status, head_.headers, true)) {
    case wire::BodyPlan::stream:
      decoder_ = endpoint_->codec->decoder(endpoint_->limits);
      break;
    case wire::BodyPlan::whole:
      decoder_ = endpoint_->codec->whole_decoder(endpoint_->limits);
      break;
    case wire::BodyPlan::error: break;
  }
}

void HttpStream::take(Bytes bytes) {
  if (trace_) trace_->body(bytes.bytes);
  if (decoder_) return decoder_->feed(bytes.bytes);
  const std::size_t limit = endpoint_->limits.error_body_bytes;
  error_body_ += bytes.bytes.substr(0, limit - error_body_.size());
  if (error_body_.size() >= limit) end_body();
}

void HttpStream::take(End) {
  end_body();
}

void HttpStream::take(Failed&& failed) {
  // What was broken off behind the answer's end, or in the words of an error whose status
  // is known, is not missed.
  const bool known = decoder_ ? decoder_->complete() : head_.status != 0;
  if (known) return end_body();
  fail(std::move(failed.error));
}

void HttpStream::wait(const Waker& waker) {
  if (decoder_) {
    stall_.observe(decoder_->content_count(), now(), decoder_->complete());
  }
  // The alarm is punctual; when a stall is found late, nobody drove the executor, and
  // what came meanwhile was not read either.
  const MonoTime time = now();
  if (time > stall_.deadline() + late) stall_.restart(time);
  if (!stall_.expired(time)) return alarm_.set(stall_.deadline(), waker);
  const bool known = decoder_ ? decoder_->complete() : head_.status != 0;
  if (known) return end_body();
  fail(named(stall_.error()));
}

void HttpStream::end_body() {
  if (decoder_) {
    decoder_->finish();
    exchange_.reset();
    return;
  }
  fail(named(wire::classify_response(
      head_.status, head_.headers, error_body_, executor_->now().wall_ms)));
}

void HttpStream::fail(GenerationError error) {
  failure_ = std::move(error);
  exchange_.reset();
}

GenerationError HttpStream::named(GenerationError error) const {
  error.message += " (" + endpoint_->host + ")";
  return error;
}

GenerationError HttpStream::redirected() const {
  const std::string target(wire::header_value(head_.headers, "location"));
  const bool absolute = target.find("//") != std::string::npos;
  GenerationError error;
  error.kind = GenerationKind::invalid_request;
  error.status = head_.status;
  error.retryable = false;
  error.message = endpoint_->host + " redirects to " +
                  (absolute ? host_of(target) : "another address of its own") +
                  ", and redirects are not followed";
  return error;
}

ModelEvent HttpStream::deliver(ModelEvent event) {
  auto* failed = std::get_if<model::Failed>(&event);
  const auto* end = std::get_if<model::End>(&event);
  if (failed == nullptr && end == nullptr) return event;
  alarm_.cancel();
  if (exchange_) exchange_->release();
  exchange_.reset();
  trace_.reset();
  if (failed != nullptr) {
    failed->error.message = endpoint_->secrets.redact(failed->error.message);
    endpoint_->write_log(LogLevel::warning, to_string(failed->error));
  } else {
    endpoint_->write_log(LogLevel::debug,
                         "ended: " + std::string(to_string(end->stop.kind)));
  }
  return event;
}

}  // namespace pintle::http

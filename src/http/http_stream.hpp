// SPDX-License-Identifier: MIT
// HttpStream: one answer of a model over HTTP. It pulls bytes from the exchange into the
// decoder and gives the decoder's events; it judges the head first, collects error
// bodies, and gives up when content stops coming.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "pintle/model.hpp"

#include "http/alarm.hpp"
#include "http/http_model.hpp"
#include "http/trace.hpp"
#include "wire/codec.hpp"
#include "wire/stall.hpp"

namespace pintle::http {

class HttpStream final : public ModelStream {
 public:
  /// Lifetime: `executor` outlives it.
  HttpStream(std::shared_ptr<const Endpoint> endpoint,
             Executor& executor,
             wire::EncodedRequest request);
  std::optional<ModelEvent> poll(const Waker& waker) override;

 private:
  void take(Head&& head);
  void take(Bytes bytes);
  void take(End end);
  void take(Failed&& failed);

  /// Nothing has arrived: waits, or finds that it has waited too long.
  void wait(const Waker& waker);
  /// No more bytes come; what was read is the answer.
  void end_body();
  void fail(GenerationError error);
  [[nodiscard]] GenerationError named(GenerationError error) const;
  [[nodiscard]] GenerationError redirected() const;
  ModelEvent deliver(ModelEvent event);
  [[nodiscard]] MonoTime now() const { return executor_->now().mono; }

  std::shared_ptr<const Endpoint> endpoint_;
  Executor* executor_;
  std::unique_ptr<HttpExchange> exchange_;  // null: nothing is awaited any more
  std::unique_ptr<TraceEntry> trace_;
  Head head_;
  std::unique_ptr<wire::StreamDecoder> decoder_;  // null: no head yet, or an error body
  std::string error_body_;
  std::optional<GenerationError> failure_;
  wire::StallTimer stall_;
  Alarm alarm_;
};

}  // namespace pintle::http

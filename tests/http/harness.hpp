// SPDX-License-Identifier: MIT
// What the tests of the transport and of models over HTTP share: an executor that is
// driven by hand, and answers collected whole.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/executor.hpp"
#include "pintle/http/providers.hpp"
#include "pintle/http/transport.hpp"
#include "pintle/model.hpp"

namespace pintle::http_test {

inline constexpr MonoTime patience = std::chrono::seconds(30);

/// An executor and a flag that stands for whoever reads.
struct Drive {
  explicit Drive(Seams seams = {}) : executor(std::move(seams)) {}

  /// Polls `source` until it gives something; empty when that took `patience`.
  template <class Source>
  auto next(Source& source) -> decltype(source.poll(Waker())) {
    const MonoTime end = executor.now().mono + patience;
    for (;;) {
      if (auto event = source.poll(waker)) return event;
      if (executor.now().mono >= end) return std::nullopt;
      executor.run_until(*flag, end);
    }
  }

  Executor executor;
  std::shared_ptr<WakeFlag> flag = executor.make_flag();
  Waker waker{flag};
};

/// An exchange read to its end.
struct Exchanged {
  int status = 0;
  HttpHeaders headers;
  std::string body;
  bool ended = false;
  std::optional<GenerationError> error;
};

inline void take(Exchanged& all, const HttpEvent& event) {
  if (const auto* head = std::get_if<http::Head>(&event)) {
    all.status = head->status;
    all.headers = head->headers;
  } else if (const auto* bytes = std::get_if<http::Bytes>(&event)) {
    all.body += bytes->bytes;
  } else if (const auto* failed = std::get_if<http::Failed>(&event)) {
    all.error = failed->error;
  } else {
    all.ended = true;
  }
}

inline Exchanged read_all(Drive& drive, HttpExchange& exchange) {
  Exchanged all;
  while (!all.ended && !all.error) {
    const std::optional<HttpEvent> event = drive.next(exchange);
    if (!event) {
      ADD_FAILURE() << "the exchange does not end; body so far: " << all.body.size();
      break;
    }
    take(all, *event);
  }
  return all;
}

/// A model's answer, put together.
struct Answered {
  std::string text;
  std::string thinking;
  std::map<std::uint32_t, std::pair<std::string, std::string>> calls;  // name, arguments
  std::string opaque;
  std::optional<model::End> end;
  std::optional<GenerationError> error;
  [[nodiscard]] bool over() const { return end || error; }
};

inline void take(Answered& all, const ModelEvent& event) {
  if (const auto* text = std::get_if<model::Text>(&event)) all.text += text->bytes;
  if (const auto* more = std::get_if<model::Thinking>(&event))
    all.thinking += more->bytes;
  if (const auto* call = std::get_if<model::CallStart>(&event)) {
    all.calls[call->index].first = call->name;
  }
  if (const auto* part = std::get_if<model::CallArguments>(&event)) {
    all.calls[part->index].second += part->bytes;
  }
  if (const auto* opaque = std::get_if<model::Opaque>(&event))
    all.opaque += opaque->bytes;
  if (const auto* end = std::get_if<model::End>(&event)) all.end = *end;
  if (const auto* failed = std::get_if<model::Failed>(&event)) all.error = failed->error;
}

inline Answered answer_of(Drive& drive, ModelStream& stream) {
  Answered all;
  while (!all.over()) {
    const std::optional<ModelEvent> event = drive.next(stream);
    if (!event) {
      ADD_FAILURE() << "the stream does not end; text so far: " << all.text;
      break;
    }
    take(all, *event);
  }
  return all;
}

/// An environment of these variables only.
inline Environment environment_of(std::map<std::string, std::string> variables) {
  return [variables =
              std::move(variables)](std::string_view name) -> std::optional<std::string> {
    const auto found = variables.find(std::string(name));
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

/// "Hi" from the user, to be answered on an executor.
class Greeting {
 public:
  explicit Greeting(Executor& executor) : executor_(&executor) {}
  [[nodiscard]] ModelRequest request() const {
    ModelRequest made;
    made.messages = messages_;
    made.executor = executor_;
    return made;
  }

 private:
  Executor* executor_;
  std::vector<Message> messages_{user_message("Hi")};
};

}  // namespace pintle::http_test

// SPDX-License-Identifier: MIT
// Models of a test's own making: from functions, and one that reads calls in text.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "pintle/function.hpp"
#include "pintle/model.hpp"
#include "pintle/text_protocol.hpp"

namespace pintle::model_test {

class MadeStream final : public ModelStream {
 public:
  using Poll = UniqueFunction<std::optional<ModelEvent>(const Waker&)>;
  explicit MadeStream(Poll poll) : poll_(std::move(poll)) {}
  std::optional<ModelEvent> poll(const Waker& waker) override { return poll_(waker); }

 private:
  Poll poll_;
};

class MadeModel final : public Model {
 public:
  using Start = UniqueFunction<MadeStream::Poll(const ModelRequest&)>;
  explicit MadeModel(Start given) : start(std::move(given)) { known.name = "made"; }
  [[nodiscard]] const ModelInfo& info() const noexcept override { return known; }
  std::unique_ptr<ModelStream> stream(const ModelRequest& request) override {
    MadeStream::Poll poll = start(request);
    return poll ? std::make_unique<MadeStream>(std::move(poll)) : nullptr;
  }
  ModelInfo known;
  Start start;
};

/// Another model whose text may hold calls, as the loop wraps it.
class TextCallModel final : public Model {
 public:
  explicit TextCallModel(std::shared_ptr<Model> inner) : inner_(std::move(inner)) {}
  [[nodiscard]] const ModelInfo& info() const noexcept override { return inner_->info(); }
  std::unique_ptr<ModelStream> stream(const ModelRequest& request) override {
    return text_protocol_stream(inner_->stream(request));
  }

 private:
  std::shared_ptr<Model> inner_;
};

inline ModelEvent ended() {
  return model::End{{StopKind::end_turn, "end_turn"}, std::nullopt};
}

}  // namespace pintle::model_test

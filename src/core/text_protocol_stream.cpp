// SPDX-License-Identifier: MIT
#include <optional>
#include <utility>
#include <vector>

#include "pintle/text_protocol.hpp"

#include "core/text_protocol.hpp"

namespace pintle {

namespace {

// Above any index of a native call.
constexpr std::uint32_t first_index = 1U << 20U;

class TextProtocolStream final : public ModelStream {
 public:
  explicit TextProtocolStream(std::unique_ptr<ModelStream> inner)
      : inner_(std::move(inner)) {}

  std::optional<ModelEvent> poll(const Waker& waker) override {
    for (;;) {
      if (std::optional<ModelEvent> event = found()) return event;
      if (held_) return release();
      std::optional<ModelEvent> event = inner_->poll(waker);
      if (!event) return std::nullopt;
      if (const auto* text = std::get_if<model::Text>(&*event); text && !native_) {
        found_.clear();
        next_ = 0;
        parser_.feed(text->bytes, found_);
        continue;
      }
      if (!ends_text(*event)) return event;
      held_ = std::move(event);
      found_.clear();
      next_ = 0;
      parser_.finish(found_);
    }
  }

 private:
  // The next of what the parser found; a call takes two events.
  std::optional<ModelEvent> found() {
    if (next_ >= found_.size()) return std::nullopt;
    if (const auto* text = std::get_if<text_protocol::Text>(&found_[next_])) {
      ++next_;
      return model::Text{text->bytes};
    }
    const auto& call = std::get<text_protocol::Call>(found_[next_]);
    if (!std::exchange(started_, true)) return model::CallStart{index_, {}, call.name};
    started_ = false;
    ++next_;
    return model::CallArguments{index_++, call.arguments};
  }

  // Does the parser get no more text? Then what it holds back stands before `event`.
  bool ends_text(const ModelEvent& event) {
    const bool ends = std::holds_alternative<model::End>(event) ||
                      std::holds_alternative<model::Failed>(event);
    const bool called = std::holds_alternative<model::CallStart>(event);
    const bool first = called && !std::exchange(native_, true);
    return ends || first;
  }

  ModelEvent release() {
    if (auto* end = std::get_if<model::End>(&*held_)) {
      const bool called = index_ != first_index;
      if (called && end->stop.kind == StopKind::end_turn)
        end->stop.kind = StopKind::tool_use;
    }
    return *std::exchange(held_, std::nullopt);
  }

  std::unique_ptr<ModelStream> inner_;
  TextProtocolParser parser_;
  std::vector<TextProtocolEvent> found_;
  std::size_t next_ = 0;
  bool started_ = false;  // of the call at `next_`, the start was given
  std::uint32_t index_ = first_index;
  bool native_ = false;
  std::optional<ModelEvent> held_;  // comes behind what was found
};

}  // namespace

std::unique_ptr<ModelStream> text_protocol_stream(std::unique_ptr<ModelStream> inner) {
  return std::make_unique<TextProtocolStream>(std::move(inner));
}

}  // namespace pintle

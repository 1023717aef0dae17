// SPDX-License-Identifier: MIT
#include <optional>
#include <utility>

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
      if (after_) return std::exchange(after_, std::nullopt);
      std::optional<ModelEvent> event = inner_->poll(waker);
      if (!event) return std::nullopt;
      if (const auto* text = std::get_if<model::Text>(&*event); text && !native_) {
        parser_.feed(text->bytes);
        continue;
      }
      native_ = native_ || std::holds_alternative<model::CallStart>(*event);
      if (auto* end = std::get_if<model::End>(&*event)) settle(*end);
      const bool ends = native_ || std::holds_alternative<model::End>(*event) ||
                        std::holds_alternative<model::Failed>(*event);
      const std::string_view rest = ends ? parser_.finish() : std::string_view();
      if (rest.empty()) return event;
      after_ = std::move(event);
      return model::Text{rest};
    }
  }

 private:
  // The next of what the parser found; a call takes two events.
  std::optional<ModelEvent> found() {
    if (std::exchange(started_, false)) {
      return model::CallArguments{index_++, call_.arguments};
    }
    std::optional<TextProtocolEvent> event = parser_.next();
    if (!event) return std::nullopt;
    if (const auto* text = std::get_if<text_protocol::Text>(&*event)) {
      return model::Text{text->bytes};
    }
    call_ = std::get<text_protocol::Call>(*std::move(event));
    started_ = true;
    return model::CallStart{index_, {}, call_.name};
  }

  void settle(model::End& end) const {
    const bool called = index_ != first_index;
    if (called && end.stop.kind == StopKind::end_turn) end.stop.kind = StopKind::tool_use;
  }

  std::unique_ptr<ModelStream> inner_;
  TextProtocolParser parser_;
  text_protocol::Call call_;
  bool started_ = false;  // of `call_`, the start was given
  std::uint32_t index_ = first_index;
  bool native_ = false;              // a native call was made
  std::optional<ModelEvent> after_;  // follows what the parser gave back
};

}  // namespace

std::unique_ptr<ModelStream> text_protocol_stream(std::unique_ptr<ModelStream> inner) {
  return std::make_unique<TextProtocolStream>(std::move(inner));
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
// A model of one's own: one class with two functions, `info` and `stream`. This one
// repeats what it is told, word by word.
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <pintle/pintle.hpp>

namespace {

/// One answer. `poll` never waits; a model that has to, registers the waker and gives
/// nothing yet.
class EchoStream final : public pintle::ModelStream {
 public:
  explicit EchoStream(std::string text) : text_(std::move(text)) {}

  std::optional<pintle::ModelEvent> poll(const pintle::Waker&) override {
    if (at_ == text_.size()) {
      pintle::model::End end{{pintle::StopKind::end_turn, "end"}, std::nullopt};
      return end;
    }
    const std::size_t begin = at_;
    const std::size_t blank = text_.find(' ', begin);
    at_ = blank == std::string::npos ? text_.size() : blank + 1;
    return pintle::model::Text{std::string_view(text_).substr(begin, at_ - begin)};
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

class EchoModel final : public pintle::Model {
 public:
  EchoModel() { info_.name = "echo"; }
  [[nodiscard]] const pintle::ModelInfo& info() const noexcept override { return info_; }
  std::unique_ptr<pintle::ModelStream> stream(
      const pintle::ModelRequest& request) override {
    const bool asked = !request.messages.empty();  // a model may be asked for nothing
    const std::string said = asked ? text_of(request.messages.back()) : "nothing";
    return std::make_unique<EchoStream>("You said: " + said);
  }

 private:
  pintle::ModelInfo info_;
};

}  // namespace

int main() {
  auto model = std::make_shared<EchoModel>();
  auto agent = pintle::AgentSession::builder(pintle::single_model(model)).build().value();
  const pintle::Answer answer = agent.ask("a pintle is a pin");
  std::printf("%s\n", answer.text.c_str());
  return answer.complete() ? 0 : 1;
}

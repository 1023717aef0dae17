// SPDX-License-Identifier: MIT
// TurnEvent: what happens in a turn, for people and programs that show it.
//
//   for (const pintle::TurnEvent& event : turn.events())
//     pintle::match(event,
//       [](const pintle::Text& t) { std::cout << t.bytes; },
//       [](const pintle::Done& d) { std::cout << to_string(d.finish); },
//       [](const auto&) {});
//
// Text, Thinking and ToolCallDelta carry views, valid until the next event is asked for.
// A stream ends with exactly one Failed or Done. After a Retract, what was shown of that
// generation is void.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/finish.hpp"
#include "pintle/ids.hpp"
#include "pintle/progress.hpp"
#include "pintle/record.hpp"

namespace pintle {

struct Text {
  GenerationId generation;
  std::string_view bytes;
};
struct Thinking {
  GenerationId generation;
  std::string_view bytes;
};
/// More of the arguments of a call in the making.
struct ToolCallDelta {
  GenerationId generation;
  CallId call;
  std::string_view bytes;
};
/// A call that the model made, complete and accepted.
struct ToolCall {
  CallId call;
  std::string name;
  JsonText arguments;
};
struct ToolResult {
  CallId call;
  std::string name;
  ResultStatus status = ResultStatus::ok;
  std::string content;
  /// The content as one line of at most `length` bytes, cut between characters.
  [[nodiscard]] PINTLE_API std::string summary(std::size_t length) const;
};
struct Retract {
  GenerationId generation;
  RetractReason reason = RetractReason::error;
};
/// Advisory; may be dropped.
struct Progress {
  AgentProgress what;
};
/// What became of a message given to the session.
struct Input {
  enum class What : std::uint8_t { accepted, delivered, returned };
  MessageId id;
  What what = What::accepted;
};
struct ApprovalRequest {
  CallId call;
  std::string name;
  JsonText arguments;
  std::uint64_t digest = 0;
};
/// The turn waits for `answer` to these calls; Done{suspended} follows.
struct ApprovalRequired {
  std::vector<ApprovalRequest> requests;
};
struct Notice {
  enum class What : std::uint8_t {
    retry_scheduled,
    model_switched,
    prefix_broken,
    args_coerced  ///< A call's arguments were made to fit; the message says how.
  };
  What what = What::retry_scheduled;
  std::string message;
};
/// The turn failed; what was produced before stays. Terminal.
struct Failed {
  AgenticError error;
  FinishReason finish;
  TokenSnapshot usage;
};
/// The turn ended, or is suspended. Terminal.
struct Done {
  FinishReason finish;
  bool weak = false;
  TokenSnapshot usage;
};

using TurnEventVariant = std::variant<Text,
                                      Thinking,
                                      ToolCallDelta,
                                      ToolCall,
                                      ToolResult,
                                      Retract,
                                      Progress,
                                      Input,
                                      ApprovalRequired,
                                      Notice,
                                      Failed,
                                      Done>;

struct TurnEvent : TurnEventVariant {
  using TurnEventVariant::TurnEventVariant;
  using TurnEventVariant::operator=;
  /// The visible text that this event brings; empty for every other event.
  [[nodiscard]] std::optional<std::string_view> text() const noexcept {
    if (const Text* t = std::get_if<Text>(this)) return t->bytes;
    return std::nullopt;
  }
  /// Is it the last of its stream?
  [[nodiscard]] bool terminal() const noexcept {
    return std::holds_alternative<Failed>(*this) || std::holds_alternative<Done>(*this);
  }
};

namespace detail {
template <class... Fs>
struct Match : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Match(Fs...) -> Match<Fs...>;
}  // namespace detail

/// Calls the first of `handlers` that fits the event's kind best; `[](const auto&) {}`
/// takes the rest. All handlers return the same type.
template <class... Handlers>
decltype(auto) match(const TurnEvent& event, Handlers&&... handlers) {
  return std::visit(detail::Match{std::forward<Handlers>(handlers)...},
                    static_cast<const TurnEventVariant&>(event));
}

/// One line, for logs and tests.
[[nodiscard]] PINTLE_API std::string to_string(const TurnEvent& event);
PINTLE_API std::ostream& operator<<(std::ostream& out, const TurnEvent& event);

}  // namespace pintle

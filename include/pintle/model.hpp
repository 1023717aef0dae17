// SPDX-License-Identifier: MIT
// Model: one class with two functions: what it is (`info`) and its answer as a pull
// stream (`stream`). Models never retry and never wait; the loop owns both.
// Threads: all calls on the executor's thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pintle/config.hpp"
#include "pintle/export.hpp"
#include "pintle/message.hpp"
#include "pintle/result.hpp"
#include "pintle/tool.hpp"
#include "pintle/usage.hpp"
#include "pintle/waker.hpp"

namespace pintle {

class Executor;

/// What is known of a model; what is not known is empty.
struct ModelInfo {
  std::string name;        ///< As the router knows it, and as it is sent.
  std::string provider{};  ///< As "anthropic".
  std::optional<std::int64_t> context_window{};  ///< Tokens of input and output together.
  std::optional<std::int64_t> max_output{};      ///< Most tokens of one answer.
  std::optional<Pricing> pricing{};
  bool text_tool_calls = true;  ///< Read <ToolCall>{…}</ToolCall> in its text as calls.
  friend bool operator==(const ModelInfo&, const ModelInfo&) = default;
};

/// One request. Views are valid during `Model::stream` only: encode there, keep nothing.
/// In order: `system`, `memory` (role system), `messages`, `notes` (role user; not part
/// of the history: nudges and facts of this request alone).
struct ModelRequest {
  std::string_view model;
  std::string_view system;
  std::span<const Message> memory;
  std::span<const Message> messages;
  std::span<const Message> notes;
  std::span<const ToolSpec* const> tools;
  ModelParams params;
  Executor* executor = nullptr;  ///< Where the stream is polled; outlives the stream.
};

/// What a stream gives. Views die at the next `poll`.
namespace model {
struct Text {
  std::string_view bytes;  ///< A delta, never a snapshot. All of them make UTF-8.
};
struct Thinking {
  std::string_view bytes;
};
/// A call begins; calls stand in the order in which they begin. `index` tells those of
/// one answer apart: no two begin with the same. The name is complete and not empty.
struct CallStart {
  std::uint32_t index = 0;
  std::string_view id;  ///< The provider's own; empty when it gave none.
  std::string_view name;
};
/// More of the argument text of a call that began.
struct CallArguments {
  std::uint32_t index = 0;
  std::string_view bytes;
};
enum class OpaqueKind : std::uint8_t {
  thinking_signature,  ///< Closes the thinking part before it, or one not shown.
  redacted_thinking,   ///< A part of its own.
  call_signature,      ///< Belongs to the call `index`.
  provider_block       ///< JSON of a server-side block, a part of its own.
};
/// Kept verbatim beside what it belongs to, and sent back.
struct Opaque {
  OpaqueKind kind = OpaqueKind::thinking_signature;
  std::uint32_t index = 0;
  std::string_view bytes;
};
/// The answer is complete.
struct End {
  StopReason stop;
  std::optional<Usage> usage;
};
/// The answer failed; what came before is partial.
struct Failed {
  GenerationError error;
  std::optional<Usage> usage;
};
}  // namespace model

using ModelEvent = std::variant<model::Text,
                                model::Thinking,
                                model::CallStart,
                                model::CallArguments,
                                model::Opaque,
                                model::End,
                                model::Failed>;

/// One answer in the making. Destroying it cancels the request and never blocks.
class PINTLE_API ModelStream {
 public:
  ModelStream() = default;
  ModelStream(const ModelStream&) = delete;
  ModelStream& operator=(const ModelStream&) = delete;
  virtual ~ModelStream() = default;
  /// The next event, or empty: `waker` is registered and fires when there is one. The
  /// last event is one End or one Failed; after it, poll is not called again. Never
  /// blocks.
  virtual std::optional<ModelEvent> poll(const Waker& waker) = 0;
};

class PINTLE_API Model {
 public:
  Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;
  virtual ~Model() = default;
  /// Stable for the model's life.
  [[nodiscard]] virtual const ModelInfo& info() const noexcept = 0;
  /// Starts one answer and returns at once. Never null: what goes wrong at the start
  /// comes as `model::Failed`. The stream may outlive the request, not the model.
  virtual std::unique_ptr<ModelStream> stream(const ModelRequest& request) = 0;
};

/// Finds models by name.
class PINTLE_API ModelRouter {
 public:
  ModelRouter() = default;
  ModelRouter(const ModelRouter&) = delete;
  ModelRouter& operator=(const ModelRouter&) = delete;
  virtual ~ModelRouter() = default;
  /// The model of this name; for the empty name, the router's default.
  /// Errors: Routing, naming what was asked for and what there is.
  virtual Result<std::shared_ptr<Model>> get_model(std::string_view name) = 0;
};

/// A router with one model: it answers to its own name and to the empty one.
[[nodiscard]] PINTLE_API std::shared_ptr<ModelRouter> single_model(
    std::shared_ptr<Model> model);
/// A router over several models by their names; the first is the default.
[[nodiscard]] PINTLE_API std::shared_ptr<ModelRouter> models(
    std::vector<std::shared_ptr<Model>> list);

}  // namespace pintle

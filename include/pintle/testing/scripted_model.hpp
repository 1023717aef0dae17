// SPDX-License-Identifier: MIT
// A model that says what a test wrote down: one script entry for each request, in order.
//
//   auto model = scripted_model("a").fails({.status = 429}).calls("add",
//   R"({"a":1})").says("3");
//
// Copies share one script. Threads: its executor's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/model.hpp"

namespace pintle::testing {

/// How a scripted generation fails. `kind` follows from `status` where it is not given.
struct ScriptedFailure {
  int status = 0;
  std::optional<std::int64_t> retry_after_ms{};
  std::optional<GenerationKind> kind{};
  std::string message = "scripted failure";
  std::string text_before{};  ///< Streamed before it fails.
};

/// A request as the model got it, kept.
struct SeenRequest {
  std::string model;
  std::string system;
  std::vector<Message> memory;
  std::vector<Message> messages;
  std::vector<std::string> notes;
  std::vector<std::string> tools;
  ModelParams params;
};

/// One event of a script, with its own storage.
struct ScriptedEvent {
  enum class What : std::uint8_t {
    text,
    thinking,
    call_start,
    call_arguments,
    opaque,
    end,
    failed,
    hang  ///< Nothing comes, for ever.
  };
  What what = What::text;
  std::uint32_t index = 0;
  std::string bytes;
  std::string name;
  model::OpaqueKind opaque = model::OpaqueKind::thinking_signature;
  StopReason stop;
  std::optional<Usage> usage{};
  GenerationError error;
};

class PINTLE_API ScriptedModel {
 public:
  explicit ScriptedModel(ModelInfo info);

  /// The whole answer, in one delta.
  ScriptedModel& says(std::string text);
  /// The answer in these deltas.
  ScriptedModel& streams(std::vector<std::string> deltas);
  /// One call. Consecutive `calls` are answers of their own; see `calls_all`.
  ScriptedModel& calls(std::string tool, JsonText arguments);
  /// One answer with several calls, and text before them.
  ScriptedModel& calls_all(std::vector<std::pair<std::string, JsonText>> calls,
                           std::string text = {});
  ScriptedModel& fails(ScriptedFailure failure);
  /// Streams `text`, then nothing more.
  ScriptedModel& hangs(std::string text = {});
  ScriptedModel& ends_with(StopKind stop, std::string text = {});
  /// Any events.
  ScriptedModel& plays(std::vector<ScriptedEvent> events);
  /// The entry before this one is played for every further request.
  ScriptedModel& for_ever();
  /// Usage of every answer that has none of its own; unset: unknown.
  ScriptedModel& with_usage(Usage usage);
  ScriptedModel& with_window(std::int64_t tokens);
  ScriptedModel& with_pricing(Pricing pricing);

  /// The requests so far, in order.
  [[nodiscard]] const std::vector<SeenRequest>& requests() const noexcept;
  /// Streams that were destroyed before their end.
  [[nodiscard]] int cancelled() const noexcept;
  operator std::shared_ptr<Model>()
      const;  // NOLINT(google-explicit-constructor): it is one

 private:
  class Inside;
  std::shared_ptr<Inside> inside_;
};

[[nodiscard]] PINTLE_API ScriptedModel scripted_model(std::string name = "scripted");

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// Tool: where an agent touches the world. One class with two functions: what it is
// (`spec`) and how it runs (`run`). For a C++ function, see typed_tool.hpp. Threads:
// `run` is called, and its task polled, on the executor's thread; it must not block
// there. What blocks goes through `ToolContext::blocking`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/ids.hpp"
#include "pintle/json_text.hpp"
#include "pintle/message.hpp"
#include "pintle/result.hpp"
#include "pintle/task.hpp"
#include "pintle/time.hpp"

namespace pintle {

/// What running a tool does to the world; decides retry, recovery, steering, parallelism.
enum class ToolEffect : std::uint8_t {
  read_only,    ///< Changes nothing: may run again, and beside others.
  idempotent,   ///< Running it twice with one key is running it once.
  at_most_once  ///< Never started twice. The safe default.
};
[[nodiscard]] PINTLE_API std::string_view to_string(ToolEffect effect) noexcept;

/// What is done about a call that may have happened before a crash.
enum class Doubt : std::uint8_t { report, ask_person, reconcile };

/// What a tool is. `name`: 1 to 64 of [A-Za-z0-9_-].
struct ToolSpec {
  std::string name;
  std::string description;
  JsonText input_schema = R"({"type":"object","properties":{}})";  ///< JSON Schema.
  std::string category;
  ToolEffect effect = ToolEffect::at_most_once;
  Doubt doubt = Doubt::report;
  bool cancellable = false;  ///< An at_most_once call that may be stopped half-way.
  bool repeatable =
      false;              ///< Polling: equal calls with equal results are allowed longer.
  bool blocking = false;  ///< Needs a worker pool; refused at build without one.
  std::optional<std::int64_t> deadline_ms{};  ///< Unset: Limits::tool_deadline_ms.
  std::optional<std::size_t> result_bytes{};  ///< Unset: Limits::tool_result_bytes.
  friend bool operator==(const ToolSpec&, const ToolSpec&) = default;
};

/// What came of a run. An error is for the model to read; the turn goes on.
struct ToolOutcome {
  ResultStatus status = ResultStatus::ok;
  std::string content;
  std::vector<ImagePart> images;
  std::string detail;  ///< For logs: what went wrong.
  friend bool operator==(const ToolOutcome&, const ToolOutcome&) = default;
};
[[nodiscard]] PINTLE_API ToolOutcome text_outcome(std::string text);
[[nodiscard]] PINTLE_API ToolOutcome error_outcome(std::string text);

/// What a running tool can use. Lifetime: until its task is done or destroyed, and until
/// all work that it gave to `blocking` has returned.
class PINTLE_API ToolContext {
 public:
  ToolContext() = default;
  ToolContext(const ToolContext&) = delete;
  ToolContext& operator=(const ToolContext&) = delete;
  virtual ~ToolContext() = default;

  [[nodiscard]] virtual CallId call() const noexcept = 0;
  /// The same for each run of one call: give it to a service that takes such a key.
  [[nodiscard]] virtual std::string_view idempotency_key() const noexcept = 0;
  [[nodiscard]] virtual MonoTime deadline() const noexcept = 0;
  [[nodiscard]] virtual Now now() const noexcept = 0;
  /// Has somebody asked this call to stop? Safe from any thread.
  [[nodiscard]] virtual bool stop_requested() const noexcept = 0;
  /// Runs `work` on the application's worker pool. When the call is stopped, `work` goes
  /// on until it returns, and its outcome is dropped: look at `stop_requested` in it.
  /// What `work` throws, awaiting the task throws.
  virtual Task<ToolOutcome> blocking(UniqueFunction<ToolOutcome()> work) = 0;
  /// Done at `when` (true), or as soon as the call is stopped (false).
  virtual Task<bool> sleep_until(MonoTime when) = 0;
};

class PINTLE_API Tool {
 public:
  Tool() = default;
  Tool(const Tool&) = delete;
  Tool& operator=(const Tool&) = delete;
  virtual ~Tool() = default;
  /// Stable for the tool's life.
  [[nodiscard]] virtual const ToolSpec& spec() const noexcept = 0;
  /// One run. `arguments` were validated against the schema. What it throws becomes an
  /// error result. Destroying the task cancels the run.
  virtual Task<ToolOutcome> run(JsonText arguments, ToolContext& context) = 0;
};

}  // namespace pintle

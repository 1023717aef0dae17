// SPDX-License-Identifier: MIT
// Recorder: writes down the inputs of a run, live or simulated.
//
//   auto recorder = std::make_shared<testing::Recorder>();
//   auto session = AgentSession::builder(router).with_step_observer(recorder).build();
//   …
//   file << recorder->journal().value().to_text();
//
// Secrets are masked when the journal is made; the machine is then run over the masked
// inputs, so that replay still gives what the journal says. What was not recognised as a
// secret is in the journal: look at it before you give it away.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/loop.hpp"
#include "pintle/result.hpp"
#include "pintle/testing/journal.hpp"

namespace pintle::testing {

struct RecorderOptions {
  /// Masked wherever they stand, also when they are parted over deltas, or escaped in
  /// JSON. Those of less than 4 bytes are not.
  std::vector<std::string> secrets{};
  /// Mask also what looks like a secret: keys with a known prefix (sk-…, AKIA…, ghp_…),
  /// bearer tokens, `"api_key":"…"`, `password=…`, `Authorization: …`, PEM keys.
  bool mask_patterns = true;
  /// Of recorded inputs and logs; then the recording stops, and its journals are `cut`.
  std::size_t bytes_max = 268'435'456;
};

/// One recorder for one session at a time. Threads: the session's executor's.
class PINTLE_API Recorder final : public StepObserver {
 public:
  explicit Recorder(RecorderOptions options = {});
  ~Recorder() override;

  void on_begin(const LoopConfig& config, std::span<const SessionRecord> log) override;
  void on_step(const LoopStep& step) override;

  /// How many runs began: one for each opening of a session.
  [[nodiscard]] std::size_t runs() const noexcept;
  /// The journal of the newest run so far. Errors: Session{not_found}: nothing was
  /// recorded; Unexpected: names the step at which the machine, run again, did something
  /// else than live (a bug of pintle, two sessions on one recorder, or a mask that
  /// changed what the machine decides).
  [[nodiscard]] Result<Journal> journal() const;
  /// That of any run. Requires: `run` < `runs()`, else Session{not_found}.
  [[nodiscard]] Result<Journal> journal(std::size_t run) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// A recorded run as a script: what the user did, what each model answered, what each tool
// gave. So a bug report from the field becomes a test:
//
//   ScriptedRun run = scripted_run(Journal::parse(text).value()).value();
//   AgentSession session = run.builder().with_executor(executor).build().value();
//   EXPECT_EQ(run.play(session), replay(journal).events);
//
// Change what is to be tried: the plug-ins are the session's own, but for the models, the
// tools, what the policy said of each error and what was said of each call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/session.hpp"
#include "pintle/testing/journal.hpp"
#include "pintle/testing/scripted_model.hpp"
#include "pintle/testing/scripted_tool.hpp"

namespace pintle::testing {

/// Something that came from outside.
struct ScriptedInput {
  enum class What : std::uint8_t {
    prompt,  ///< Starts a turn.
    go_on,   ///< Goes on with a suspended one.
    steer,   ///< A message in `mode`.
    abort,
    answer,  ///< `verdict` on `call`.
    end      ///< Of the session.
  };
  What what = What::prompt;
  Message message;
  SteerMode mode = SteerMode::when_idle;
  std::string dedup;
  CallId call;
  Approval verdict;
  std::size_t after_events = 0;  ///< How many events, progress too, were shown before it.
};

/// Plays once: models and tools take the next entry at each request. Copies share their
/// place. Threads: the executor's of the session that plays it.
struct PINTLE_API ScriptedRun {
  LoopConfig config;
  std::vector<ScriptedInput> inputs;
  std::vector<ScriptedModel> models;  ///< The primary first, then the fallbacks.
  std::vector<ScriptedTool> tools;
  std::shared_ptr<ErrorPolicy> policy;            ///< As recorded, then the standard one.
  std::shared_ptr<SessionAccessProvider> access;  ///< As recorded, then it allows all.

  /// A builder with all of these; give it an executor in virtual time, and what else the
  /// recorded session had: system prompt, detector, memory, store.
  [[nodiscard]] AgentSessionBuilder builder() const;
  /// Gives the session the inputs, each after as many events as when it was recorded, and
  /// returns what a reader saw, a line an event, without progress. An input that the
  /// session refuses gives a line "refused: …".
  [[nodiscard]] std::vector<std::string> play(AgentSession& session) const;
};

/// Errors: Unexpected: the journal is not one that can be replayed, and where it differs;
/// Session{invalid}: it begins in the middle of a session (its log holds a turn), which a
/// script cannot set up.
[[nodiscard]] PINTLE_API Result<ScriptedRun> scripted_run(const Journal& journal);

}  // namespace pintle::testing

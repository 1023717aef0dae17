// SPDX-License-Identifier: MIT
// A session of chance in virtual time: scripted models and tools that answer, fail, hang
// and call each other's names, a user who steers, aborts and answers approvals, a store
// that may fail, and a resume. One seed, one run; recorded.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pintle/session.hpp"
#include "pintle/testing/recorder.hpp"
#include "pintle/testing/scripted_access.hpp"
#include "pintle/testing/scripted_model.hpp"
#include "pintle/testing/scripted_store.hpp"
#include "pintle/testing/scripted_tool.hpp"
#include "pintle/testing/virtual_time.hpp"

namespace pintle {

class ChanceSession {
 public:
  explicit ChanceSession(std::uint64_t seed);
  /// Runs it. Not empty: what went wrong.
  std::string run();

  /// One for each opening of the session.
  [[nodiscard]] std::vector<Result<testing::Journal>> journals() const;
  /// What the reader saw in each of them, without progress.
  [[nodiscard]] const std::vector<std::vector<std::string>>& shown() const {
    return shown_;
  }
  /// What was given to the store.
  [[nodiscard]] std::vector<SessionRecord> appended() const;

 private:
  std::uint64_t pick(std::uint64_t n) { return random_.next() % n; }
  bool chance(std::uint64_t percent) { return pick(100) < percent; }
  std::string words();
  JsonText arguments();
  std::vector<testing::ScriptedEvent> thought();
  testing::ScriptedModel model(const std::string& name);
  void add_entry(testing::ScriptedModel& model);
  testing::ScriptedTool tool(const std::string& name, ToolEffect effect);
  AgentConfig config();
  Result<AgentSession> open(bool resumes);
  void turn(AgentSession& session);
  void play(AgentSession& session, Result<TurnStream> opened);
  void interfere(AgentSession& session);
  void answer_approvals(AgentSession& session);

  testing::SeededRandom random_;
  testing::VirtualTime time_;
  Executor executor_;
  std::shared_ptr<testing::Recorder> recorder_ = std::make_shared<testing::Recorder>();
  std::shared_ptr<testing::ScriptedStore> store_ =
      std::make_shared<testing::ScriptedStore>();
  std::shared_ptr<testing::ScriptedAccess> access_ =
      std::make_shared<testing::ScriptedAccess>();
  std::vector<std::shared_ptr<Model>> models_;
  std::vector<std::shared_ptr<Tool>> tools_;
  std::vector<std::vector<std::string>> shown_;
  std::vector<ApprovalRequest> waiting_;
  AgentConfig config_;
  AgentSession* playing_ = nullptr;
  bool suspended_ = false;
  bool store_failed_ = false;
  std::string fault_;
};

/// Of all journals of a run together.
[[nodiscard]] std::uint64_t digest_of(
    const std::vector<Result<testing::Journal>>& journals);

}  // namespace pintle

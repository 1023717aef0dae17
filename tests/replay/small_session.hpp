// SPDX-License-Identifier: MIT
// A session in virtual time with a recorder: what the tests of journals are made from.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/session.hpp"
#include "pintle/testing/recorder.hpp"
#include "pintle/testing/scripted_model.hpp"
#include "pintle/testing/scripted_tool.hpp"
#include "pintle/testing/virtual_time.hpp"

namespace pintle {

struct SmallSession {
  explicit SmallSession(testing::RecorderOptions options = {})
      : recorder(std::make_shared<testing::Recorder>(std::move(options))) {}

  AgentSession open(std::vector<std::shared_ptr<Model>> list,
                    std::vector<std::shared_ptr<Tool>> tools = {}) {
    AgentSessionBuilder builder = AgentSession::builder(models(std::move(list)));
    builder.with_tools(std::move(tools))
        .with_executor(executor)
        .with_session_id("small")
        .with_step_observer(recorder);
    return builder.build().value();
  }
  /// What a reader sees of a turn, without progress.
  std::vector<std::string> play(AgentSession& session, std::string prompt) {
    std::vector<std::string> lines;
    Result<TurnStream> stream = session.run_turn_stream(std::move(prompt));
    if (!stream) ADD_FAILURE() << stream.error();
    for (const TurnEvent& event : stream->events()) {
      if (!std::holds_alternative<Progress>(event)) lines.push_back(to_string(event));
    }
    return lines;
  }
  [[nodiscard]] testing::Journal journal() const {
    Result<testing::Journal> made = recorder->journal();
    if (!made) ADD_FAILURE() << made.error();
    return std::move(made.value());
  }

  testing::VirtualTime time;
  Executor executor{time.seams()};
  std::shared_ptr<testing::Recorder> recorder;
};

/// A turn with a failure and a retry, a call of a tool, and an answer.
inline testing::Journal small_journal() {
  SmallSession small;
  testing::ScriptedModel model = testing::scripted_model("a");
  testing::ScriptedFailure busy;
  busy.status = 529;
  busy.text_before = "On";
  model.fails(busy).calls("read", R"({"path":"gauge.txt"})").says("It reads seven.");
  testing::ScriptedTool read = testing::scripted_tool("read");
  read.effect(ToolEffect::read_only)
      .after(std::chrono::milliseconds(20))
      .returns("7 bar");
  AgentSession session = small.open({model}, {read});
  small.play(session, "What does the gauge read?");
  return small.journal();
}

}  // namespace pintle

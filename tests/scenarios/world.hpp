// SPDX-License-Identifier: MIT
// A world in virtual time: one executor, an observer that checks each machine step
// against the contract table, and what a turn showed, as strings.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/history.hpp"
#include "pintle/session.hpp"
#include "pintle/testing/scripted_access.hpp"
#include "pintle/testing/scripted_model.hpp"
#include "pintle/testing/scripted_store.hpp"
#include "pintle/testing/scripted_tool.hpp"
#include "pintle/testing/virtual_time.hpp"

#include "loop/contract.hpp"

namespace pintle::scenarios {

using namespace std::chrono_literals;
using testing::scripted_model;
using testing::scripted_tool;
using testing::ScriptedAccess;
using testing::ScriptedModel;
using testing::ScriptedStore;
using testing::ScriptedTool;

class ContractObserver final : public StepObserver {
 public:
  void on_step(const LoopStep& step) override {
    const std::string fault =
        check_step(step.before, step.input, step.after, step.effects);
    if (!fault.empty()) ADD_FAILURE() << fault;
  }
};

using Lines = std::vector<std::string>;
using OnEvent = UniqueFunction<void(const TurnEvent&)>;

inline bool has(const Lines& lines, std::string_view part) {
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.find(part) != std::string::npos;
  });
}
inline std::ptrdiff_t count(const Lines& lines, std::string_view part) {
  return std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.find(part) != std::string::npos;
  });
}

class Scenarios : public ::testing::Test {
 protected:
  Scenarios() {
    time.reactor->on_deadlock([this] {
      ADD_FAILURE() << "every job is parked for ever";
      if (playing != nullptr) playing->abort();
    });
  }

  AgentSessionBuilder builder(std::vector<std::shared_ptr<Model>> list) {
    AgentSessionBuilder made = AgentSession::builder(models(std::move(list)));
    made.with_executor(executor).with_step_observer(observer);
    return made;
  }
  static AgentSession built(AgentSessionBuilder& made) {
    Result<AgentSession> session = made.build();
    if (!session) ADD_FAILURE() << session.error();
    return std::move(session.value());
  }
  AgentSession session(const ScriptedModel& model,
                       std::vector<std::shared_ptr<Tool>> tools = {}) {
    AgentSessionBuilder made = builder({model});
    made.with_tools(std::move(tools));
    return built(made);
  }

  /// Plays a stream to its end: all events but progress, as lines.
  Lines play(AgentSession& session, Result<TurnStream> stream, OnEvent on_event = {}) {
    Lines lines;
    if (!stream) {
      ADD_FAILURE() << stream.error();
      return lines;
    }
    playing = &session;
    for (const TurnEvent& event : stream->events()) {
      if (!std::holds_alternative<Progress>(event)) lines.push_back(to_string(event));
      if (on_event) on_event(event);
    }
    playing = nullptr;
    // A suspended turn has open calls; a failed store may have kept the prompt back.
    const bool closed = !has(lines, "done suspended") && !has(lines, "store_failed");
    if (closed) {
      EXPECT_EQ(find_fault(session.history().messages()), "");
    }
    return lines;
  }
  Lines play(AgentSession& session, std::string prompt, OnEvent on_event = {}) {
    return play(session, session.run_turn_stream(std::move(prompt)), std::move(on_event));
  }

  /// Does `work` at this virtual time.
  void at(MonoTime when, UniqueFunction<void()> work) {
    executor.spawn(wait_and_do(executor, when, std::move(work))).detach();
  }
  [[nodiscard]] MonoTime now() const { return time.clock->now().mono; }

  testing::VirtualTime time;
  Executor executor{time.seams()};
  std::shared_ptr<StepObserver> observer = std::make_shared<ContractObserver>();

 private:
  static Task<Unit> wait_and_do(Executor& executor,
                                MonoTime when,
                                UniqueFunction<void()> work) {
    co_await executor.sleep_until(when);
    work();
    co_return Unit{};
  }
  AgentSession* playing = nullptr;
};

/// The results in a request's last tool message, as "status content".
inline Lines results_of(const testing::SeenRequest& request) {
  Lines lines;
  for (const Message& message : request.messages) {
    if (message.role != Role::tool) continue;
    lines.clear();
    for (const Part& part : message.parts) {
      const auto* result = std::get_if<ResultPart>(&part);
      if (result == nullptr) continue;
      lines.push_back(std::string(to_string(result->status)) + " " + result->content);
    }
  }
  return lines;
}

inline std::shared_ptr<Tool> read_only(ScriptedTool tool) {
  return tool.effect(ToolEffect::read_only);
}

}  // namespace pintle::scenarios

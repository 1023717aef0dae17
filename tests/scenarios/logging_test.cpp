// SPDX-License-Identifier: MIT
// What a person who looks after an agent reads in its log, and what he must not.
#include <stdexcept>

#include <gmock/gmock.h>

#include "pintle/testing/recording_log.hpp"

#include "scenarios/world.hpp"

namespace pintle::scenarios {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::RecordingLog;

class Logging : public Scenarios {
 protected:
  AgentSession logged(AgentSessionBuilder& made) {
    made.with_log_sink(log);
    return built(made);
  }
  const std::shared_ptr<RecordingLog> log = std::make_shared<RecordingLog>();
};

class ThrowingLog final : public LogSink {
 public:
  void write(LogLevel, std::string_view, std::string_view) override {
    throw std::runtime_error("the disk is full");
  }
};

TEST_F(Logging, ARetryAnotherModelARetractionAndTheEndAreLogged) {
  ScriptedModel first = scripted_model("a");
  first.fails({.status = 529, .text_before = "Half"});
  first.fails({.status = 429});
  ScriptedModel second = scripted_model("b");
  second.says("Done.");
  AgentSessionBuilder made = builder({first, second});
  made.with_model("a").with_fallback_models({"b"});
  AgentSession session = logged(made);
  play(session, "Go");
  EXPECT_THAT(log->text(), HasSubstr("info loop generation 1 retracted: error\n"));
  EXPECT_THAT(log->text(), HasSubstr("warning loop retry"));
  EXPECT_THAT(log->text(), HasSubstr("warning loop model a -> b: "));
  EXPECT_THAT(log->text(), HasSubstr("info loop turn 1 ended: completed\n"));
}

TEST_F(Logging, AnErrorThatEndsATurnIsLogged) {
  ScriptedModel model = scripted_model();
  model.fails({.status = 400, .message = "no such parameter"});
  AgentSessionBuilder made = builder({model});
  AgentSession session = logged(made);
  play(session, "Go");
  EXPECT_THAT(log->text(), HasSubstr("error loop "));
  EXPECT_THAT(log->text(), HasSubstr("no such parameter"));
}

TEST_F(Logging, NothingThatPeopleModelsAndToolsSayIsLogged) {
  ScriptedModel model = scripted_model();
  model.calls("look", R"({"at":"private arguments"})").says("private answer");
  AgentSessionBuilder made = builder({model});
  made.with_tools({scripted_tool("look").returns("private result")});
  AgentSession session = logged(made);
  play(session, "private prompt");
  EXPECT_FALSE(log->lines().empty());
  EXPECT_THAT(log->text(), Not(HasSubstr("private")));
}

class ThrowingAccess final : public AllowAllAccess {
 public:
  void record_usage(std::string_view, std::int64_t) override {
    throw std::runtime_error("no connection");
  }
};

TEST_F(Logging, APlugInThatThrowsWhereNobodyWaitsForItIsNamed) {
  ScriptedModel model = scripted_model();
  Usage usage;
  usage.input = 9;
  model.with_usage(usage).says("Done.");
  AgentSessionBuilder made = builder({model});
  made.with_access(std::make_shared<ThrowingAccess>());
  AgentSession session = logged(made);
  EXPECT_TRUE(has(play(session, "Go"), "done completed"));
  EXPECT_THAT(log->text(), HasSubstr("threw: no connection; it is ignored"));
}

TEST_F(Logging, ALogThatThrowsDisturbsNothing) {
  ScriptedModel model = scripted_model();
  model.says("Done.");
  AgentSessionBuilder made = builder({model});
  made.with_log_sink(std::make_shared<ThrowingLog>());
  AgentSession session = built(made);
  EXPECT_TRUE(has(play(session, "Go"), "done completed"));
}

}  // namespace
}  // namespace pintle::scenarios

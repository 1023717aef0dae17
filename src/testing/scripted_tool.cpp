// SPDX-License-Identifier: MIT
#include "pintle/testing/scripted_tool.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace pintle::testing {

namespace {

enum class Ending : std::uint8_t { gives, throws, hangs, hangs_hard };

struct Step {
  Ending ending = Ending::gives;
  ToolOutcome outcome;
  MonoTime wait{};
};

ToolOutcome cancelled() {
  ToolOutcome outcome;
  outcome.status = ResultStatus::cancelled;
  outcome.content = "stopped";
  return outcome;
}

// Never ready, whatever happens.
struct Never {
  std::optional<bool> poll(const Waker&) { return std::nullopt; }
};

}  // namespace

class ScriptedTool::Script final : public Tool {
 public:
  explicit Script(std::string name) {
    spec_.name = std::move(name);
    spec_.description = "A scripted tool";
  }

  const ToolSpec& spec() const noexcept override { return spec_; }

  Task<ToolOutcome> run(JsonText arguments, ToolContext& context) override {
    ToolRun run;
    run.call = context.call();
    run.arguments = std::move(arguments);
    run.idempotency_key = context.idempotency_key();
    run.started = context.now().mono;
    runs_.push_back(std::move(run));
    const Step step =
        steps_.empty() ? Step{} : steps_[std::min(next_, steps_.size() - 1)];
    ++next_;
    return play(step, runs_.size() - 1, &context);
  }

  void add(Ending ending, ToolOutcome outcome) {
    steps_.push_back(Step{ending, std::move(outcome), std::exchange(wait_, MonoTime{})});
  }

  ToolSpec spec_;
  std::vector<ToolRun> runs_;
  MonoTime wait_{};  // of the step to come

 private:
  // Notes that a run's task was destroyed before its end. The tool may be gone by then
  // only if its owner broke the rule that a task does not outlive its tool.
  class Watch {
   public:
    Watch(Script* script, std::size_t run) : script_(script), run_(run) {}
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch() {
      ToolRun& run = script_->runs_[run_];
      run.destroyed = !run.finished;
    }

   private:
    Script* script_;
    std::size_t run_;
  };

  Task<ToolOutcome> play(Step step, std::size_t run, ToolContext* context) {
    const Watch watch(this, run);
    if (step.ending == Ending::hangs_hard) {
      Never never;
      co_await from_poll<bool>(never);
    }
    const MonoTime until =
        step.ending == Ending::hangs ? MonoTime::max() : context->now().mono + step.wait;
    const bool waits = step.ending == Ending::hangs || step.wait > MonoTime{};
    bool slept = true;
    if (waits) slept = co_await context->sleep_until(until);
    runs_[run].finished = true;
    if (!slept) {
      runs_[run].saw_stop = true;
      co_return cancelled();
    }
    if (step.ending == Ending::throws) throw std::runtime_error(step.outcome.content);
    co_return std::move(step.outcome);
  }

  std::vector<Step> steps_;
  std::size_t next_ = 0;
};

ScriptedTool::ScriptedTool(std::string name)
    : script_(std::make_shared<Script>(std::move(name))) {}

ScriptedTool& ScriptedTool::gives(ToolOutcome outcome) {
  script_->add(Ending::gives, std::move(outcome));
  return *this;
}
ScriptedTool& ScriptedTool::returns(std::string content) {
  return gives(text_outcome(std::move(content)));
}
ScriptedTool& ScriptedTool::fails(std::string text) {
  return gives(error_outcome(std::move(text)));
}
ScriptedTool& ScriptedTool::throws(std::string what) {
  script_->add(Ending::throws, text_outcome(std::move(what)));
  return *this;
}
ScriptedTool& ScriptedTool::hangs() {
  script_->add(Ending::hangs, {});
  return *this;
}
ScriptedTool& ScriptedTool::hangs_hard() {
  script_->add(Ending::hangs_hard, {});
  return *this;
}
ScriptedTool& ScriptedTool::after(MonoTime wait) {
  script_->wait_ = wait;
  return *this;
}
ScriptedTool& ScriptedTool::describe(std::string description) {
  script_->spec_.description = std::move(description);
  return *this;
}
ScriptedTool& ScriptedTool::schema(JsonText schema) {
  script_->spec_.input_schema = std::move(schema);
  return *this;
}
ScriptedTool& ScriptedTool::effect(ToolEffect effect) {
  script_->spec_.effect = effect;
  return *this;
}
ToolSpec& ScriptedTool::spec() {
  return script_->spec_;
}

const std::vector<ToolRun>& ScriptedTool::runs() const {
  return script_->runs_;
}

std::size_t ScriptedTool::stop_count() const {
  const auto count = std::count_if(
      runs().begin(), runs().end(), [](const ToolRun& run) { return run.saw_stop; });
  return static_cast<std::size_t>(count);
}

ScriptedTool::operator std::shared_ptr<Tool>() const {
  return script_;
}

ScriptedTool scripted_tool(std::string name) {
  return ScriptedTool(std::move(name));
}

}  // namespace pintle::testing

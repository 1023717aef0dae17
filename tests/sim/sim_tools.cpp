// SPDX-License-Identifier: MIT
#include "sim/sim_tools.hpp"

#include <array>
#include <chrono>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace pintle::sim {

namespace {

using std::chrono::milliseconds;

struct Never {
  std::optional<bool> poll(const Waker&) { return std::nullopt; }
};

ToolFault draw(Chance& chance) {
  auto roll = static_cast<int>(chance.dice.below(1'000));
  for (std::size_t i = 1; i < tool_fault_count; ++i) {
    roll -= chance.swarm.tools[i];
    if (roll >= 0) continue;
    ++chance.tool_faults;
    return static_cast<ToolFault>(i);
  }
  return ToolFault::none;
}

class SimTool final : public Tool {
 public:
  SimTool(ToolSpec spec, std::shared_ptr<Chance> chance, Audit& audit)
      : spec_(std::move(spec)), chance_(std::move(chance)), audit_(&audit) {}

  const ToolSpec& spec() const noexcept override { return spec_; }

  Task<ToolOutcome> run(JsonText arguments, ToolContext& context) override {
    audit_->on_tool_start(
        context.call(), spec_.effect, std::string(context.idempotency_key()));
    const ToolFault fault = draw(*chance_);
    const auto wait = milliseconds(
        chance_->dice.chance(40) ? 0
                                 : static_cast<std::int64_t>(chance_->dice.below(3'000)));
    const std::string text = spec_.name + " " +
                             std::to_string(chance_->dice.below(1'000'000'000)) + " " +
                             arguments;
    std::shared_ptr<void> running(audit_, [](Audit* audit) { audit->on_tool_gone(); });
    return play(fault, wait, text, &context, chance_, std::move(running));
  }

 private:
  static Task<ToolOutcome> play(ToolFault fault,
                                MonoTime wait,
                                std::string text,
                                ToolContext* context,
                                std::shared_ptr<Chance> chance,
                                std::shared_ptr<void>) {  // lives as long as the run
    bool slept = true;
    if (fault == ToolFault::hangs_hard) {
      Never never;
      co_await from_poll<bool>(never);
    }
    if (fault == ToolFault::late) {
      auto sleep = chance->executor->sleep_until(context->deadline() + milliseconds(500));
      co_await std::move(sleep);
    } else if (fault == ToolFault::hangs) {
      slept = co_await context->sleep_until(MonoTime::max());
    } else if (wait > MonoTime{}) {
      slept = co_await context->sleep_until(context->now().mono + wait);
    }
    if (!slept) {
      ToolOutcome stopped;
      stopped.status = ResultStatus::cancelled;
      stopped.content = "stopped";
      co_return stopped;
    }
    if (fault == ToolFault::throws) throw std::runtime_error("thrown by a tool");
    if (fault == ToolFault::error) co_return error_outcome("failed: " + text);
    if (fault == ToolFault::big) text.append(3'000'000, 'x');
    if (fault == ToolFault::invalid_utf8) text += "\xC3\x28 \xF0\x9F\x98 \x80";
    co_return text_outcome(std::move(text));
  }

  ToolSpec spec_;
  std::shared_ptr<Chance> chance_;
  Audit* audit_;
};

class SimAccess final : public AllowAllAccess {
 public:
  explicit SimAccess(std::shared_ptr<Chance> chance) : chance_(std::move(chance)) {}

  Task<Result<AccessVerdict>> can_use_tool(std::string, ToolUse) override {
    AccessVerdict verdict = AccessVerdict::allow;
    Dice& dice = chance_->dice;
    if (dice.chance(static_cast<std::uint64_t>(chance_->swarm.ask_percent))) {
      verdict = AccessVerdict::ask;
    } else if (dice.chance(static_cast<std::uint64_t>(chance_->swarm.deny_percent))) {
      verdict = AccessVerdict::deny;
    }
    if (!dice.chance(10)) return Task<Result<AccessVerdict>>::ready(verdict);
    return later(chance_->executor, verdict);
  }

 private:
  static Task<Result<AccessVerdict>> later(Executor* executor, AccessVerdict verdict) {
    auto sleep = executor->sleep_until(executor->now().mono + milliseconds(700));
    co_await std::move(sleep);
    Result<AccessVerdict> answer = verdict;
    co_return answer;
  }
  std::shared_ptr<Chance> chance_;
};

ToolSpec spec_of(std::string name, ToolEffect effect) {
  ToolSpec spec;
  spec.name = std::move(name);
  spec.description = "A simulated tool";
  spec.input_schema =
      R"({"type":"object","properties":{"n":{"type":"integer"},"text":{"type":"string"}}})";
  spec.effect = effect;
  spec.deadline_ms = 5'000;
  spec.result_bytes = 2'048;
  return spec;
}

}  // namespace

std::vector<std::shared_ptr<Tool>> make_tools(const std::shared_ptr<Chance>& chance,
                                              Audit& audit,
                                              std::size_t count) {
  std::array<ToolSpec, tool_count> specs = {spec_of("look", ToolEffect::read_only),
                                            spec_of("watch", ToolEffect::read_only),
                                            spec_of("put", ToolEffect::idempotent),
                                            spec_of("pay", ToolEffect::at_most_once),
                                            spec_of("mail", ToolEffect::at_most_once)};
  specs.back().cancellable = true;
  std::vector<std::shared_ptr<Tool>> tools;
  for (ToolSpec& spec : std::span(specs).first(count)) {
    tools.push_back(std::make_shared<SimTool>(std::move(spec), chance, audit));
  }
  return tools;
}

std::shared_ptr<SessionAccessProvider> make_access(
    const std::shared_ptr<Chance>& chance) {
  return std::make_shared<SimAccess>(chance);
}

}  // namespace pintle::sim

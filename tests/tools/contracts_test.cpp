// SPDX-License-Identifier: MIT
// The contract suites of tools, tool managers and loop detectors: every implementation of
// ours keeps them, and each rule is broken once to see that it is looked at.
#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/testing/contracts/loop_detector.hpp"
#include "pintle/testing/contracts/tool.hpp"
#include "pintle/testing/contracts/tool_manager.hpp"
#include "pintle/testing/scripted_tool.hpp"
#include "pintle/typed_tool.hpp"

namespace {
struct Add {
  int a = 0;
  int b = 0;
};
PINTLE_DESCRIBE(Add, (a, ""), (b, ""))
}  // namespace

namespace pintle::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* sum = R"({"a":1,"b":2})";

TEST(ToolContract, IsKeptByTypedTools) {
  const auto add = [] { return tool("add", "", [](const Add& x) { return x.a + x.b; }); };
  EXPECT_THAT(check_tool(add, sum), IsEmpty());
  const auto blocking = [] {
    return tool("add", "", [](const Add& x) { return x.a + x.b; }, {.blocking = true});
  };
  EXPECT_THAT(check_tool(blocking, sum), IsEmpty());
  const auto slow = [] {
    return tool("slow", "", [](const Add& x, ToolContext& c) -> Task<int> {
      const bool slept = co_await c.sleep_until(c.now().mono + 1s);
      co_return slept ? x.a + x.b : 0;
    });
  };
  EXPECT_THAT(check_tool(slow, sum), IsEmpty());
}

TEST(ToolContract, IsKeptByScriptedTools) {
  const auto make = [] { return scripted_tool("x").after(1s).returns("y").tool(); };
  EXPECT_THAT(check_tool(make, "{}"), IsEmpty());
  const auto throwing = [] { return scripted_tool("x").throws("y").tool(); };
  EXPECT_THAT(check_tool(throwing, "{}"), IsEmpty());
}

TEST(ToolContract, FindsEachFault) {
  const auto hanging = [] { return scripted_tool("x").hangs_hard().tool(); };
  EXPECT_THAT(check_tool(hanging, "{}"), Contains("a run must end"));
  EXPECT_THAT(check_tool(hanging, "{}"),
              Contains("a run that is asked to stop must end"));
  const auto nameless = [] { return scripted_tool("").tool(); };
  EXPECT_THAT(check_tool(nameless, "{}"), Contains(HasSubstr("the tool manager must")));
  const auto pending = [] {
    ToolOutcome outcome;
    outcome.status = ResultStatus::pending;
    return scripted_tool("x").gives(outcome).tool();
  };
  EXPECT_THAT(check_tool(pending, "{}"), Contains("an outcome must not be pending"));
  const auto add = [] { return tool("add", "", [](const Add& x) { return x.a; }); };
  EXPECT_THAT(check_tool(add, "{}"), Contains(HasSubstr("the arguments must fit")));
  EXPECT_THAT(check_tool([] { return std::shared_ptr<Tool>(); }, "{}"),
              Contains("the factory must give a tool"));
}

TEST(ToolManagerContract, IsKeptByTheStandardManager) {
  EXPECT_THAT(check_tool_manager(tool_manager), IsEmpty());
}

// Hands everything on; what derives from it breaks one rule.
class ForwardingManager : public ToolCallManager {
 public:
  void on_record(const SessionRecord& record) override { inner_->on_record(record); }
  Result<Unit> add(std::shared_ptr<Tool> tool) override {
    return inner_->add(std::move(tool));
  }
  std::shared_ptr<Tool> get(std::string_view name) const override {
    return inner_->get(name);
  }
  std::vector<const ToolSpec*> offered() const override { return inner_->offered(); }
  ToolPlan plan(std::span<const CallPart* const> calls,
                const Limits& limits) const override {
    return inner_->plan(calls, limits);
  }

 private:
  std::shared_ptr<ToolCallManager> inner_ = tool_manager();
};

class ReversedOffer final : public ForwardingManager {
 public:
  std::vector<const ToolSpec*> offered() const override {
    std::vector<const ToolSpec*> specs = ForwardingManager::offered();
    return {specs.rbegin(), specs.rend()};
  }
};
class OneStage final : public ForwardingManager {
 public:
  ToolPlan plan(std::span<const CallPart* const> calls,
                const Limits& limits) const override {
    ToolPlan plan = ForwardingManager::plan(calls, limits);
    for (PlannedCall& call : plan.calls) call.stage = 0;
    return plan;
  }
};
class ErrorsLeftOut final : public ForwardingManager {
 public:
  ToolPlan plan(std::span<const CallPart* const> calls,
                const Limits& limits) const override {
    ToolPlan plan = ForwardingManager::plan(calls, limits);
    std::erase_if(plan.calls,
                  [](const PlannedCall& call) { return !call.error.empty(); });
    return plan;
  }
};
class TakesAnything final : public ForwardingManager {
 public:
  Result<Unit> add(std::shared_ptr<Tool> tool) override {
    const Result<Unit> added = ForwardingManager::add(std::move(tool));
    return Unit{};
  }
};

template <class Manager>
Faults faults_of() {
  return check_tool_manager(
      []() -> std::shared_ptr<ToolCallManager> { return std::make_shared<Manager>(); });
}

TEST(ToolManagerContract, FindsEachFault) {
  EXPECT_THAT(faults_of<ForwardingManager>(), IsEmpty());
  EXPECT_THAT(faults_of<ReversedOffer>(), Contains("offered must be sorted by name"));
  EXPECT_THAT(faults_of<OneStage>(), Contains(HasSubstr("share a stage")));
  EXPECT_THAT(faults_of<ErrorsLeftOut>(),
              Contains("plan must keep calls that it refuses"));
  EXPECT_THAT(faults_of<TakesAnything>(),
              Contains("add must refuse a name that is taken"));
}

TEST(LoopDetectorContract, IsKeptByOurDetectors) {
  EXPECT_THAT(check_loop_detector([] { return loop_detector(); }), IsEmpty());
  EXPECT_THAT(check_loop_detector(no_loop_detector), IsEmpty());
  LoopDetectorConfig strict;
  strict.ladder = {LoopRung::finish};
  strict.vacuous_retries = 0;
  strict.call_repeats = 1;
  EXPECT_THAT(check_loop_detector([&] { return loop_detector(strict); }), IsEmpty());
}

// Remembers what it judged, which no record tells.
class Counting final : public LoopDetector {
 public:
  void on_record(const SessionRecord&) override {}
  Judgement judge(const JudgeRequest&) const override {
    Judgement judgement;
    if (++judged_ % 3 == 0) judgement.kind = JudgementKind::accept_weak;
    return judgement;
  }

 private:
  mutable int judged_ = 0;
};
// Never satisfied, and does not say why.
class Unending final : public LoopDetector {
 public:
  void on_record(const SessionRecord&) override {}
  Judgement judge(const JudgeRequest&) const override {
    Judgement judgement;
    judgement.kind = JudgementKind::retry;
    return judgement;
  }
};
class WrongEnding final : public LoopDetector {
 public:
  void on_record(const SessionRecord&) override {}
  Judgement judge(const JudgeRequest&) const override {
    Judgement judgement;
    judgement.kind = JudgementKind::finish;
    return judgement;
  }
};

TEST(LoopDetectorContract, FindsEachFault) {
  const auto check = [](auto make) {
    return check_loop_detector(
        [make]() -> std::shared_ptr<LoopDetector> { return make(); });
  };
  const Faults counting = check([] { return std::make_shared<Counting>(); });
  EXPECT_THAT(counting, Contains("judge must change nothing"));
  EXPECT_THAT(counting, Contains("a detector with the same records must judge alike"));
  const Faults unending = check([] { return std::make_shared<Unending>(); });
  EXPECT_THAT(unending, Contains(HasSubstr("retries must end")));
  EXPECT_THAT(unending, Contains("a retry must change something"));
  EXPECT_THAT(unending, Contains(HasSubstr("results can be accepted")));
  EXPECT_THAT(check([] { return std::make_shared<WrongEnding>(); }),
              Contains("a detector ends turns as loop or stuck"));
}

}  // namespace
}  // namespace pintle::testing

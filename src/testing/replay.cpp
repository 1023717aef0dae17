// SPDX-License-Identifier: MIT
#include "pintle/testing/replay.hpp"

#include <utility>

#include "core/hex.hpp"
#include "driver/event_feed.hpp"
#include "testing/replay_run.hpp"

namespace pintle::testing {

namespace {

StepOutcome outcome_of(StateKind state,
                       const std::vector<std::string_view>& effects,
                       std::uint64_t digest) {
  return {state, std::vector<std::string>(effects.begin(), effects.end()), digest};
}

std::string shown(const StepOutcome& outcome) {
  std::string text = "state " + std::string(to_string(outcome.state)) + ", effects [";
  for (std::size_t i = 0; i < outcome.effects.size(); ++i) {
    text += (i == 0 ? "" : ", ") + outcome.effects[i];
  }
  return text + "], digest " + hex64(outcome.digest);
}

// What a reader of the streams sees of these effects.
class Reader {
 public:
  explicit Reader(std::vector<std::string>& lines) : lines_(&lines) {}

  void see(const LoopInput& input, const std::vector<LoopEffect>& effects) {
    open_ = open_ || std::holds_alternative<input::TurnStarted>(input) ||
            std::holds_alternative<input::TurnContinued>(input);
    if (std::holds_alternative<input::SessionEnded>(input)) end();
    if (ended_) return;
    for (const LoopEffect& each : effects) {
      if (const auto* emit = std::get_if<effect::Emit>(&each)) {
        feed_.add(Ready{emit->item});
      } else if (const auto* report = std::get_if<effect::Report>(&each)) {
        feed_.add(Progress{report->progress});
      } else if (std::holds_alternative<effect::Finish>(each)) {
        feed_.close();
      }
      take();
      if (!std::holds_alternative<effect::Finish>(each)) continue;
      feed_ = EventFeed();
      stream_end_ = lines_->size();
      open_ = false;
    }
  }
  // What comes between streams is shown in the next one; there is none any more.
  void end() {
    if (!open_) lines_->resize(stream_end_);
    ended_ = true;
  }

 private:
  void take() {
    while (const std::optional<TurnEvent> event = feed_.take()) {
      if (!std::holds_alternative<Progress>(*event)) lines_->push_back(to_string(*event));
    }
  }
  EventFeed feed_;
  std::vector<std::string>* lines_;
  std::size_t stream_end_ = 0;
  bool open_ = false;
  bool ended_ = false;
};

class Player {
 public:
  explicit Player(const Journal& journal) : journal_(journal), run_(journal.config) {}

  ReplayResult play() && {
    const std::string fault = run_.begin(journal_.log);
    if (!fault.empty() || run_.begin_digest() != journal_.begin_digest) {
      diverge(0, "begin", outcome_of({}, {}, journal_.begin_digest), fault);
    }
    while (!result_.divergence && result_.steps < journal_.steps.size()) {
      step(journal_.steps[result_.steps]);
    }
    reader_.end();
    result_.digest = run_.run_digest();
    if (!result_.divergence && result_.digest != journal_.digest) {
      const StepOutcome expected = outcome_of(run_.state(), {}, journal_.digest);
      diverge(journal_.steps.size() + 1, "end", expected, {});
      result_.divergence->actual.digest = result_.digest;
    }
    return std::move(result_);
  }

 private:
  void step(const JournalStep& step) {
    const std::size_t number = result_.steps + 1;
    const std::string name(input_name(step.input));
    const StepOutcome expected = outcome_of(step.after, step.effects, step.digest);
    const std::string unfit = run_.unfit(step.input);
    if (!unfit.empty()) return diverge(number, name, expected, unfit);
    run_.step(step.input, step.now);
    const bool same = run_.step_digest() == step.digest && run_.state() == step.after &&
                      run_.effect_kinds() == step.effects;
    if (!same) return diverge(number, name, expected, {});
    result_.steps = number;
    result_.effects += run_.effects().size();
    for (const LoopEffect& each : run_.effects()) {
      const auto* append = std::get_if<effect::Append>(&each);
      if (append == nullptr) continue;
      result_.records.insert(
          result_.records.end(), append->records.begin(), append->records.end());
    }
    reader_.see(step.input, run_.effects());
  }

  void diverge(std::size_t step,
               std::string input,
               StepOutcome expected,
               std::string why) {
    const bool began = step == 0;
    result_.divergence =
        Divergence{step,
                   std::move(input),
                   std::move(expected),
                   outcome_of(run_.state(),
                              run_.effect_kinds(),
                              began ? run_.begin_digest() : run_.step_digest()),
                   std::move(why)};
  }

  const Journal& journal_;
  ReplayRun run_;
  ReplayResult result_;
  Reader reader_{result_.events};
};

}  // namespace

std::string to_string(const Divergence& divergence) {
  std::string text =
      "step " + std::to_string(divergence.step) + " (" + divergence.input + ") ";
  if (!divergence.reason.empty()) return text + "cannot be taken: " + divergence.reason;
  return text + "differs: expected " + shown(divergence.expected) + "; got " +
         shown(divergence.actual);
}

ReplayResult replay(const Journal& journal) {
  return Player(journal).play();
}

}  // namespace pintle::testing

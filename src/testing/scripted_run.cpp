// SPDX-License-Identifier: MIT
#include "pintle/testing/scripted_run.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <utility>

#include "pintle/testing/replay.hpp"

#include "driver/event_feed.hpp"
#include "testing/replay_run.hpp"

namespace pintle::testing {

namespace {

using What = ScriptedEvent::What;

// One run of a tool.
struct ToolPart {
  std::string name;
  MonoTime started{};
  MonoTime wait{};
  std::optional<ToolOutcome> outcome;  // empty: it gave none
};

// What was said of errors and calls, in order.
struct Sayings {
  std::deque<AgentAction> actions;
  std::deque<AccessVerdict> verdicts;
};

class SaidAccess final : public AllowAllAccess {
 public:
  explicit SaidAccess(std::shared_ptr<Sayings> said) : said_(std::move(said)) {}
  Task<Result<AccessVerdict>> can_use_tool(std::string, ToolUse) override {
    if (said_->verdicts.empty()) {
      return Task<Result<AccessVerdict>>::ready(AccessVerdict::allow);
    }
    const AccessVerdict verdict = said_->verdicts.front();
    said_->verdicts.pop_front();
    return Task<Result<AccessVerdict>>::ready(verdict);
  }

 private:
  std::shared_ptr<Sayings> said_;
};

// Gathers a script from the steps of a run.
class Gatherer {
 public:
  explicit Gatherer(const Journal& journal) : journal_(journal), run_(journal.config) {}

  ScriptedRun gather() && {
    run_.begin(journal_.log);
    for (const JournalStep& step : journal_.steps) {
      take(step);
      run_.step(step.input, step.now);
      for (const LoopEffect& each : run_.effects()) take(each, step.now);
    }
    return std::move(*this).finish();
  }

 private:
  void take(const JournalStep& step) {
    std::visit([&](const auto& in) { this->input(in, step.now); }, step.input);
  }

  // From outside
  void outside(ScriptedInput::What what, ScriptedInput made) {
    made.what = what;
    made.after_events = events_;
    script_.inputs.push_back(std::move(made));
  }
  void input(const input::TurnStarted& in, Now) {
    outside(ScriptedInput::What::prompt, {{}, in.message, {}, in.dedup, {}, {}, 0});
  }
  void input(const input::TurnContinued&, Now) {
    outside(ScriptedInput::What::go_on, {});
  }
  void input(const input::UserMessage& in, Now) {
    outside(ScriptedInput::What::steer, {{}, in.message, in.mode, in.dedup, {}, {}, 0});
  }
  void input(const input::AbortRequested&, Now) {
    outside(ScriptedInput::What::abort, {});
  }
  void input(const input::ApprovalAnswered& in, Now) {
    outside(ScriptedInput::What::answer, {{}, {}, {}, {}, in.call, in.verdict, 0});
  }
  void input(const input::SessionEnded&, Now) { outside(ScriptedInput::What::end, {}); }

  // Of models
  void input(const input::ModelResolved& in, Now) {
    if (in.model.ok()) infos_[in.model.value().name] = in.model.value();
  }
  ScriptedEvent& play(GenerationId generation, What what, std::string_view bytes) {
    ScriptedEvent event;
    event.what = what;
    event.bytes = bytes;
    std::vector<ScriptedEvent>& events = generations_[generation];
    events.push_back(std::move(event));
    return events.back();
  }
  void input(const input::CallStarted& in, Now) {
    ScriptedEvent& event = play(in.generation, What::call_start, in.provider_id);
    event.index = in.index;
    event.name = in.name;
  }
  void input(const input::Delta& in, Now) {
    const What what = in.kind == DeltaKind::text       ? What::text
                      : in.kind == DeltaKind::thinking ? What::thinking
                                                       : What::call_arguments;
    play(in.generation, what, in.bytes).index = in.index;
  }
  void input(const input::Opaque& in, Now) {
    ScriptedEvent& event = play(in.generation, What::opaque, in.bytes);
    event.index = in.index;
    event.opaque = in.kind;
  }
  void input(const input::GenerationEnded& in, Now) {
    ScriptedEvent& event = play(in.generation, What::end, {});
    event.stop = in.stop;
    event.usage = in.usage;
  }
  void input(const input::GenerationFailed& in, Now) {
    ScriptedEvent& event = play(in.generation, What::failed, {});
    event.error = in.error;
    event.usage = in.usage;
  }
  void input(const input::ErrorClassified& in, Now now) {
    AgentAction action = in.action;
    if (in.retry_at) {  // the jitter is in it; time went on since it was drawn
      const auto wait = std::max(MonoTime{}, *in.retry_at - now.mono);
      action.delay_ms = std::chrono::ceil<std::chrono::milliseconds>(wait).count();
    }
    said_->actions.push_back(std::move(action));
  }

  // Of tools
  void input(const input::ToolsPlanned& in, Now) {
    for (const PlannedCall& call : in.plan.calls) specs_.emplace(call.name, call);
  }
  void input(const input::ToolsAuthorized& in, Now) {
    said_->verdicts.insert(said_->verdicts.end(), in.verdicts.begin(), in.verdicts.end());
  }
  void input(const input::ToolFinished& in, Now now) {
    const auto found = starts_.find({in.call, in.run});
    if (found == starts_.end()) return;
    ToolPart& part = parts_[found->second];
    part.outcome = in.outcome;
    part.wait = std::max(MonoTime{}, now.mono - part.started);
  }
  template <class Other>
  void input(const Other&, Now) {}

  void take(const LoopEffect& each, Now now) {
    if (const auto* start = std::get_if<effect::StartGeneration>(&each)) {
      order_.emplace_back(start->model, start->generation);
    }
    if (const auto* start = std::get_if<effect::StartTool>(&each)) {
      starts_[{start->call.call, start->run}] = parts_.size();
      parts_.push_back({start->call.name, now.mono, {}, {}});
    }
    if (const auto* emit = std::get_if<effect::Emit>(&each)) feed_.add(Ready{emit->item});
    if (const auto* report = std::get_if<effect::Report>(&each)) {
      feed_.add(Progress{report->progress});
    }
    const bool over = std::holds_alternative<effect::Finish>(each);
    if (over) feed_.close();
    while (feed_.take()) ++events_;
    if (over) feed_ = EventFeed();
  }

  ScriptedRun finish() && {
    script_.config = journal_.config;
    const ModelSelection& selection = journal_.config.models;
    add_model(selection.primary);
    for (const std::string& name : selection.fallbacks) add_model(name);
    for (const auto& [name, info] : infos_) add_model(name);
    for (const auto& [model, generation] : order_) {
      std::vector<ScriptedEvent> events = generations_[generation];
      const bool ended = !events.empty() && (events.back().what == What::end ||
                                             events.back().what == What::failed);
      if (!ended) events.emplace_back().what = What::hang;
      script_.models.at(places_.at(model)).plays(std::move(events));
    }
    add_tools();
    script_.access = std::make_shared<SaidAccess>(said_);
    script_.policy = ErrorPolicy::customize(
        [said = said_](const AgenticError& error, const ErrorPolicy& standard) {
          if (said->actions.empty()) return standard.classify(error);
          AgentAction action = std::move(said->actions.front());
          said->actions.pop_front();
          return action;
        });
    return std::move(script_);
  }

  void add_model(const std::string& name) {
    if (!places_.emplace(name, script_.models.size()).second) return;
    ModelInfo info;
    const auto known = infos_.find(name);
    if (known != infos_.end()) info = known->second;
    info.name = name;
    info.text_tool_calls = false;  // what was recorded has been read already
    script_.models.emplace_back(info);
  }

  void add_tools() {
    std::map<std::string, std::size_t> places;
    for (const ToolPart& part : parts_) {
      const auto [place, fresh] = places.emplace(part.name, script_.tools.size());
      if (fresh) {
        ScriptedTool tool(part.name);
        const PlannedCall& call = specs_.at(part.name);
        tool.spec().effect = call.effect;
        tool.spec().cancellable = call.cancellable;
        tool.spec().deadline_ms = call.deadline_ms;
        script_.tools.push_back(tool);
      }
      ScriptedTool& tool = script_.tools[place->second];
      tool.after(part.wait);
      if (part.outcome)
        tool.gives(*part.outcome);
      else
        tool.hangs_hard();
    }
  }

  const Journal& journal_;
  ReplayRun run_;
  ScriptedRun script_;
  EventFeed feed_;
  std::size_t events_ = 0;
  std::map<std::string, ModelInfo> infos_;
  std::map<std::string, std::size_t> places_;  // of models in the script
  std::map<GenerationId, std::vector<ScriptedEvent>> generations_;
  std::vector<std::pair<std::string, GenerationId>> order_;
  std::map<std::string, PlannedCall> specs_;
  std::vector<ToolPart> parts_;
  std::map<std::pair<CallId, std::uint32_t>, std::size_t> starts_;
  std::shared_ptr<Sayings> said_ = std::make_shared<Sayings>();
};

bool begins_session(const Journal& journal) {
  return std::all_of(
      journal.log.begin(), journal.log.end(), [](const SessionRecord& record) {
        return std::holds_alternative<record::SessionCreated>(record);
      });
}

}  // namespace

Result<ScriptedRun> scripted_run(const Journal& journal) {
  const ReplayResult replayed = replay(journal);
  if (replayed.divergence) {
    return Err{UnexpectedError{"the journal: " + to_string(*replayed.divergence)}};
  }
  if (!begins_session(journal)) {
    return Err{SessionError{SessionFault::invalid,
                            "the journal begins in the middle of a session"}};
  }
  return Gatherer(journal).gather();
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
#include "pintle/testing/recorder.hpp"

#include <utility>

#include "core/overloaded.hpp"
#include "testing/journal_mask.hpp"
#include "testing/replay_run.hpp"

namespace pintle::testing {

namespace {

std::string_view keep(JournalStep& step, std::string_view bytes) {
  step.bytes.push_back(std::make_shared<const std::string>(bytes));
  return *step.bytes.back();
}

// Gives the views of an input bytes that stay.
void own(JournalStep& step) {
  std::visit(Overloaded{[&](input::CallStarted& in) {
                          in.provider_id = keep(step, in.provider_id);
                          in.name = keep(step, in.name);
                        },
                        [&](input::Delta& in) { in.bytes = keep(step, in.bytes); },
                        [&](input::Opaque& in) { in.bytes = keep(step, in.bytes); },
                        [](auto&) {}},
             step.input);
}

// About what an input takes in memory.
std::size_t weight(const LoopInput& input) {
  const std::size_t said = std::visit(
      Overloaded{[](const input::TurnStarted& in) { return size_bytes(in.message); },
                 [](const input::UserMessage& in) { return size_bytes(in.message); },
                 [](const input::Delta& in) { return in.bytes.size(); },
                 [](const input::Opaque& in) { return in.bytes.size(); },
                 [](const input::ToolFinished& in) { return in.outcome.content.size(); },
                 [](const auto&) { return std::size_t{0}; }},
      input);
  return said + sizeof(JournalStep);
}

Err refuse(std::string what) {
  return Err{SessionError{SessionFault::not_found, std::move(what)}};
}

}  // namespace

struct Recorder::State {
  struct Run {
    Journal journal;
    std::vector<std::uint64_t> durable;  // after each step, as it was live
  };

  // Fills in what the machine makes of the inputs now, and compares with what it did.
  Result<Journal> finish(const Run& run) const {
    Journal journal = run.journal;
    SecretFinder finder(options.mask_patterns);
    for (const std::string& secret : options.secrets) finder.add(secret);
    const bool masked = mask_secrets(journal, finder);
    ReplayRun again(journal.config);
    std::string fault = again.begin(journal.log);
    journal.begin_digest = again.begin_digest();
    for (std::size_t i = 0; i < journal.steps.size() && fault.empty(); ++i) {
      JournalStep& step = journal.steps[i];
      fault = again.unfit(step.input);
      if (fault.empty()) again.step(step.input, step.now);
      const bool durable_differs = !masked && again.machine().digest() != run.durable[i];
      const bool differs = again.state() != step.after ||
                           again.effect_kinds() != step.effects || durable_differs;
      if (fault.empty() && differs) fault = "run again, the machine did something else";
      if (!fault.empty()) {
        fault = "step " + std::to_string(i + 1) + " (" +
                std::string(input_name(step.input)) + "): " + fault;
      }
      step.digest = again.step_digest();
    }
    if (!fault.empty()) return Err{UnexpectedError{"the recording: " + fault}};
    journal.digest = again.run_digest();
    return journal;
  }

  RecorderOptions options;
  std::vector<Run> runs;
  std::size_t bytes = 0;
};

Recorder::Recorder(RecorderOptions options) : state_(std::make_unique<State>()) {
  state_->options = std::move(options);
}
Recorder::~Recorder() = default;

void Recorder::on_begin(const LoopConfig& config, std::span<const SessionRecord> log) {
  State::Run run;
  run.journal.config = config;
  run.journal.log.assign(log.begin(), log.end());
  for (const SessionRecord& record : log) {
    const auto* said = std::get_if<record::Conversation>(&record);
    state_->bytes += sizeof record + (said == nullptr ? 0 : size_bytes(said->message));
  }
  state_->runs.push_back(std::move(run));
}

void Recorder::on_step(const LoopStep& step) {
  if (state_->runs.empty()) return;
  State::Run& run = state_->runs.back();
  state_->bytes += weight(step.input);
  run.journal.cut = run.journal.cut || state_->bytes > state_->options.bytes_max;
  if (run.journal.cut) return;
  JournalStep kept;
  kept.input = step.input;
  own(kept);
  kept.now = step.now;
  kept.after = step.after;
  kept.effects = kinds_of(step.effects);
  run.journal.steps.push_back(std::move(kept));
  run.durable.push_back(step.machine.digest());
}

std::size_t Recorder::runs() const noexcept {
  return state_->runs.size();
}

Result<Journal> Recorder::journal() const {
  if (state_->runs.empty()) return refuse("nothing was recorded");
  return journal(state_->runs.size() - 1);
}

Result<Journal> Recorder::journal(std::size_t run) const {
  if (run >= state_->runs.size()) return refuse("no run " + std::to_string(run));
  return state_->finish(state_->runs[run]);
}

}  // namespace pintle::testing

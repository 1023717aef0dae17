// SPDX-License-Identifier: MIT
// A session that is given a recorded run's inputs.
#include <utility>

#include "pintle/testing/scripted_run.hpp"

namespace pintle::testing {

namespace {

using What = ScriptedInput::What;

class Play {
 public:
  Play(const std::vector<ScriptedInput>& inputs, AgentSession& session)
      : inputs_(&inputs), session_(&session) {}

  std::vector<std::string> run() && {
    while (next_ < inputs_->size()) give((*inputs_)[next_++]);
    return std::move(lines_);
  }

 private:
  void give(const ScriptedInput& input) {
    switch (input.what) {
      case What::prompt: return stream(session_->run_turn_stream(input.message));
      case What::go_on: return stream(session_->continue_turn());
      case What::steer:
        return note(session_->steer(text_of(input.message), input.mode, input.dedup));
      case What::abort: return session_->abort();
      case What::answer: return note(session_->answer(input.call, input.verdict));
      case What::end: return note(session_->end());
    }
  }

  template <class T>
  void note(const Result<T>& result) {
    if (!result.ok()) lines_.push_back("refused: " + to_string(result.error()));
  }

  void stream(Result<TurnStream> opened) {
    note(opened);
    if (!opened.ok()) return;
    give_due();
    for (const TurnEvent& event : opened->events()) {
      ++seen_;
      if (!std::holds_alternative<Progress>(event)) lines_.push_back(to_string(event));
      give_due();
    }
  }

  // What was given in the middle of a stream.
  void give_due() {
    while (next_ < inputs_->size()) {
      const ScriptedInput& input = (*inputs_)[next_];
      const bool starts = input.what == What::prompt || input.what == What::go_on ||
                          input.what == What::end;
      if (starts || input.after_events > seen_) return;
      ++next_;
      give(input);
    }
  }

  const std::vector<ScriptedInput>* inputs_;
  AgentSession* session_;
  std::size_t next_ = 0;
  std::size_t seen_ = 0;
  std::vector<std::string> lines_;
};

}  // namespace

AgentSessionBuilder ScriptedRun::builder() const {
  std::vector<std::shared_ptr<Model>> list(models.begin(), models.end());
  AgentSessionBuilder made = AgentSession::builder(pintle::models(std::move(list)));
  made.with_model(config.models.primary)
      .with_fallback_models(config.models.fallbacks)
      .with_tools({tools.begin(), tools.end()})
      .with_config(config.agent)
      .with_user(config.user)
      .with_session_id(config.session)
      .with_error_policy(policy)
      .with_access(access);
  return made;
}

std::vector<std::string> ScriptedRun::play(AgentSession& session) const {
  return Play(inputs, session).run();
}

}  // namespace pintle::testing

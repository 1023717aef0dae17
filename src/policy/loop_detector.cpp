// SPDX-License-Identifier: MIT
#include "pintle/loop_detector.hpp"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "core/excerpt.hpp"
#include "core/overloaded.hpp"
#include "policy/answer_text.hpp"
#include "policy/call_batches.hpp"
#include "policy/error_rate.hpp"

namespace pintle {

namespace {

constexpr std::size_t quote_bytes = 300;

Judgement accept_as(JudgementKind kind) {
  Judgement judgement;
  judgement.kind = kind;
  return judgement;
}

Judgement finish_as(FinishReason finish) {
  Judgement judgement;
  judgement.kind = JudgementKind::finish;
  judgement.finish = std::move(finish);
  return judgement;
}

// Only an answer that its model ended itself is judged.
bool is_whole(StopKind stop) {
  switch (stop) {
    case StopKind::end_turn:
    case StopKind::tool_use:
    case StopKind::stop_sequence:
    case StopKind::other: return true;
    case StopKind::max_tokens:
    case StopKind::content_filter:
    case StopKind::refusal:
    case StopKind::pause:
    case StopKind::context_overflow: return false;
  }
  return true;
}

bool has_image(const Message& message) {
  return std::any_of(message.parts.begin(), message.parts.end(), [](const Part& part) {
    return std::holds_alternative<ImagePart>(part);
  });
}

bool was_given_up(const FinishReason& finish) {
  return std::holds_alternative<finish::Stuck>(finish) ||
         std::holds_alternative<finish::Loop>(finish);
}

class RuleLoopDetector final : public LoopDetector {
 public:
  explicit RuleLoopDetector(LoopDetectorConfig config)
      : config_(std::move(config)), batches_(config_), errors_(config_) {}

  void on_record(const SessionRecord& record) override {
    std::visit(
        Overloaded{
            [this](const record::TurnStarted&) { discards_ = nudges_ = 0; },
            [this](const record::InputDelivered&) { on_input(); },
            [this](const record::Conversation& c) { on_message(c.message); },
            [this](const record::ToolResult& r) { on_result(r.call, r.name, r.outcome); },
            [this](const record::GenerationEnded& g) { on_ended(g); },
            [this](const record::Summary& s) {
              if (was_given_up(s.finish)) forget();
            },
            [](const auto&) {}},
        record);
  }

  Judgement judge(const JudgeRequest& request) const override {
    if (request.what == JudgeRequest::What::results) return judge_results();
    if (request.answer == nullptr || !is_whole(request.stop.kind)) return {};
    const std::vector<const CallPart*> calls = calls_of(*request.answer);
    if (!calls.empty()) return judge_calls(request, calls);
    const std::string text = text_of(*request.answer);
    const TextContent content = content_of(text);
    if (!content.letters && !content.digits) return judge_empty(request);
    if (!content.letters && is_pointless_number(request)) return nudge();
    return judge_text(request, text);
  }

 private:
  // An accepted answer of text.
  struct Answer {
    TextMeasure text;
    std::uint64_t inputs = 0;  // that had come before it
  };
  struct Matches {
    int count = 0;
    bool near = false;
    bool at_once = false;  // no input came between
  };

  // ---- The fold

  // What the user says may be a reason to call the same again, so that cycles of calls
  // begin anew.
  void on_input() {
    ++inputs_;
    batches_.clear();
  }

  void on_message(const Message& message) {
    if (message.role == Role::user) return on_input();
    if (message.role == Role::tool) return on_slots(message);
    if (message.role != Role::assistant || message.interrupted) return;
    const std::vector<const CallPart*> calls = calls_of(message);
    if (calls.empty()) return on_text(text_of(message));
    if (!batches_.has_recent(calls)) discards_ = 0;
    batches_.begin(calls);
  }

  void on_text(const std::string& text) {
    const TextContent content = content_of(text);
    if (!content.letters && !content.digits) return;
    if (content.letters) nudges_ = 0;  // a bare number may have been passed through
    Answer answer{measured(text, config_), inputs_};
    if (matches(answer.text).count == 0) discards_ = 0;
    answers_.push_back(std::move(answer));
    const auto kept = static_cast<std::size_t>(std::max(config_.window, 0));
    while (answers_.size() > kept) answers_.pop_front();
  }

  void on_slots(const Message& message) {
    for (const Part& part : message.parts) {
      const auto* const slot = std::get_if<ResultPart>(&part);
      if (slot == nullptr) continue;
      ToolOutcome outcome;
      outcome.status = slot->status;
      outcome.content = slot->content;
      outcome.images = slot->images;
      on_result(slot->call, slot->name, outcome);
    }
  }

  void on_result(CallId call, const std::string& tool, const ToolOutcome& outcome) {
    batches_.fill(call, outcome.status, outcome.content, outcome.images);
    errors_.add(tool, outcome.status);
  }

  void on_ended(const record::GenerationEnded& ended) {
    if (ended.discarded == RetractReason::loop) ++discards_;
    if (ended.discarded == RetractReason::vacuous) ++nudges_;
  }

  // A turn was given up: the next one begins with a clean slate, not with a verdict.
  void forget() {
    answers_.clear();
    batches_.clear();
    errors_.clear();
    discards_ = nudges_ = 0;
  }

  // ---- The rules

  [[nodiscard]] Judgement judge_empty(const JudgeRequest& request) const {
    const bool shown = request.text_shown || has_image(*request.answer);
    if (!config_.detect_vacuous || shown) return {};
    return nudge();
  }

  [[nodiscard]] bool is_pointless_number(const JudgeRequest& request) const {
    return config_.detect_vacuous && config_.judge_bare_numbers &&
           !may_ask_for_number(request.question);
  }

  [[nodiscard]] Judgement nudge() const {
    if (nudges_ >= config_.vacuous_retries) return accept_as(JudgementKind::accept_weak);
    Judgement judgement = accept_as(JudgementKind::retry);
    judgement.reason = RetractReason::vacuous;
    judgement.note =
        "Your last reply held no answer: no words, or only a bare number. Answer the "
        "user's question directly, in plain words.";
    return judgement;
  }

  // How many of the last answers this text repeats.
  [[nodiscard]] Matches matches(const TextMeasure& text) const {
    Matches found;
    const bool is_short = text.characters < config_.text_length_min;
    for (const Answer& answer : answers_) {
      const bool at_once = answer.inputs == inputs_;
      if (is_short && !at_once) continue;
      const bool near = is_near(text, answer.text, config_);
      if (!near && !is_same(text, answer.text)) continue;
      ++found.count;
      found.near = found.near || near;
      found.at_once = found.at_once || at_once;
    }
    return found;
  }

  [[nodiscard]] Judgement judge_text(const JudgeRequest& request,
                                     const std::string& text) const {
    if (config_.exact_repeats < 1) return {};
    const Matches found = matches(measured(text, config_));
    if (found.count < (found.at_once ? 1 : config_.exact_repeats)) return {};
    return escalate(
        request,
        "You have given this answer before:\n" + excerpt(text, quote_bytes) +
            "\nDo not give it again: answer what was said last, or say what keeps you "
            "from it.",
        finish::Loop{found.near ? "near" : "exact", found.count + 1});
  }

  [[nodiscard]] Judgement judge_calls(const JudgeRequest& request,
                                      const std::vector<const CallPart*>& calls) const {
    const int repeats =
        request.repeatable ? config_.call_repeats_repeatable : config_.call_repeats;
    const std::optional<CallCycle> cycle = batches_.cycle(calls, repeats);
    if (!cycle) return {};
    const std::string in_turn =
        cycle->period == 1 ? "" : " in a cycle of " + std::to_string(cycle->period);
    return escalate(
        request,
        "You have made these calls " + std::to_string(cycle->count) + " times" + in_turn +
            " with the same results:" + cycle->quote +
            "\nMaking them again will change nothing. Use what you have, try something "
            "else, or say what you need.",
        finish::Stuck{
            cycle->tools, cycle->count, cycle->period == 1 ? "repeated" : "periodic"});
  }

  // The next rung of the ladder. Rungs that need another model are left out without one.
  [[nodiscard]] Judgement escalate(const JudgeRequest& request,
                                   std::string note,
                                   FinishReason finish) const {
    std::vector<LoopRung> rungs;
    for (const LoopRung rung : config_.ladder) {
      if (rung != LoopRung::model || request.other_model) rungs.push_back(rung);
    }
    const LoopRung rung = discards_ < rungs.size() ? rungs[discards_] : LoopRung::finish;
    if (rung == LoopRung::finish) return finish_as(std::move(finish));
    Judgement judgement = accept_as(JudgementKind::retry);
    judgement.note = std::move(note);
    if (rung == LoopRung::temperature) {
      judgement.temperature_delta = config_.temperature_delta;
    }
    judgement.switch_model = rung == LoopRung::model;
    return judgement;
  }

  [[nodiscard]] Judgement judge_results() const {
    const std::optional<finish::Stuck> stuck = errors_.verdict();
    return stuck ? finish_as(*stuck) : Judgement{};
  }

  LoopDetectorConfig config_;
  std::deque<Answer> answers_;
  CallBatches batches_;
  ErrorRate errors_;
  std::uint64_t inputs_ = 0;
  std::size_t discards_ = 0;  // for repetition, since the last answer that was new
  int nudges_ = 0;            // for saying nothing, since the last answer in words
};

class AcceptingDetector final : public LoopDetector {
 public:
  void on_record(const SessionRecord&) override {}
  Judgement judge(const JudgeRequest&) const override { return {}; }
};

}  // namespace

std::shared_ptr<LoopDetector> loop_detector(LoopDetectorConfig config) {
  return std::make_shared<RuleLoopDetector>(std::move(config));
}

std::shared_ptr<LoopDetector> no_loop_detector() {
  return std::make_shared<AcceptingDetector>();
}

}  // namespace pintle

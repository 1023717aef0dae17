// SPDX-License-Identifier: MIT
#include "pintle/testing/contracts/loop_detector.hpp"

#include <string>
#include <utility>
#include <vector>

#include "testing/contracts/fault_list.hpp"

namespace pintle::testing {

namespace {

using Factory = UniqueFunction<std::shared_ptr<LoopDetector>()>;

constexpr int answers_max = 30;
constexpr int retries_max = 12;

// One answer of a conversation, over and over.
struct Habit {
  const char* label;
  const char* text;     // empty with `tool`: a call
  const char* tool;     // empty: an answer of text
  ResultStatus status;  // of the call
  bool asks_each_time;  // the user says something before each answer
};
constexpr Habit habits[] = {
    {"one answer",
     "The answer is the same as it was before.",
     "",
     ResultStatus::ok,
     true},
    {"one answer without a question", "I see.", "", ResultStatus::ok, false},
    {"no answer", "", "", ResultStatus::ok, true},
    {"a bare number", "0", "", ResultStatus::ok, true},
    {"one call", "", "read", ResultStatus::ok, false},
    {"one call that fails", "", "read", ResultStatus::error, false},
    {"one call in each turn", "", "read", ResultStatus::ok, true},
};

class Conversation {
 public:
  Conversation(FaultList& faults, const Factory& factory)
      : faults_(&faults), factory_(&factory), live_(factory()) {}

  void play(const Habit& habit) {
    fold(record::TurnStarted{TurnId{++ids_}, 0});
    fold(record::InputDelivered{MessageId{++ids_}});
    int retries = 0;
    for (int i = 0; i < answers_max; ++i) {
      const Judgement verdict = answer(habit);
      retries = verdict.kind == JudgementKind::retry ? retries + 1 : 0;
      if (retries > retries_max) {
        faults_->require(false, std::string("retries must end: ") + habit.label);
        return;
      }
      if (verdict.kind == JudgementKind::finish) return end(verdict.finish);
      const Judgement results = judged(JudgeRequest::What::results, nullptr);
      if (results.kind == JudgementKind::finish) return end(results.finish);
      faults_->require(results.kind == JudgementKind::accept,
                       "results can be accepted or end the turn, nothing else");
      if (habit.asks_each_time && verdict.kind != JudgementKind::retry) {
        fold(record::InputDelivered{MessageId{++ids_}});
      }
    }
  }

 private:
  void fold(const SessionRecord& record) {
    records_.push_back(record);
    live_->on_record(record);
  }

  void end(const FinishReason& finish) {
    faults_->require(std::holds_alternative<finish::Loop>(finish) ||
                         std::holds_alternative<finish::Stuck>(finish),
                     "a detector ends turns as loop or stuck");
    record::Summary summary;
    summary.finish = finish;
    fold(summary);
  }

  Judgement judged(JudgeRequest::What what, const Message* answer) {
    JudgeRequest request;
    request.what = what;
    request.answer = answer;
    request.question = "hello";
    request.other_model = true;
    const Judgement verdict = live_->judge(request);
    faults_->require(live_->judge(request) == verdict, "judge must change nothing");
    const std::shared_ptr<LoopDetector> resumed = (*factory_)();
    for (const SessionRecord& record : records_) resumed->on_record(record);
    faults_->require(resumed->judge(request) == verdict,
                     "a detector with the same records must judge alike");
    return verdict;
  }

  Judgement answer(const Habit& habit) {
    Message message;
    message.role = Role::assistant;
    const std::string tool = habit.tool;
    const CallId call{++ids_};
    if (!tool.empty()) {
      CallPart part;
      part.call = call;
      part.name = tool;
      message.parts.emplace_back(std::move(part));
    } else {
      message.parts.emplace_back(TextPart{habit.text});
    }
    const Judgement verdict = judged(JudgeRequest::What::answer, &message);
    settle(verdict, message);
    if (verdict.kind == JudgementKind::accept && !tool.empty()) {
      record::ToolResult result;
      result.call = call;
      result.name = tool;
      result.outcome.status = habit.status;
      result.outcome.content = "the same";
      fold(result);
    }
    return verdict;
  }

  void settle(const Judgement& verdict, const Message& message) {
    record::GenerationEnded ended;
    ended.generation = GenerationId{++ids_};
    const bool kept = verdict.kind == JudgementKind::accept ||
                      verdict.kind == JudgementKind::accept_weak;
    if (!kept) {
      ended.outcome = GenerationOutcome::discarded;
      ended.discarded = verdict.reason;
    }
    if (verdict.kind == JudgementKind::retry) {
      faults_->require(verdict.reason == RetractReason::loop ||
                           verdict.reason == RetractReason::vacuous,
                       "the reason of a retry is loop or vacuous");
      faults_->require(
          !verdict.note.empty() || verdict.temperature_delta || verdict.switch_model,
          "a retry must change something");
    }
    fold(ended);
    if (kept) fold(record::Conversation{message});
  }

  FaultList* faults_;
  const Factory* factory_;
  std::shared_ptr<LoopDetector> live_;
  std::vector<SessionRecord> records_;
  std::uint64_t ids_ = 0;
};

}  // namespace

Faults check_loop_detector(Factory factory) {
  FaultList faults;
  if (!faults.require(factory() != nullptr, "the factory must give a detector")) {
    return std::move(faults).take();
  }
  for (const Habit& habit : habits) Conversation(faults, factory).play(habit);
  Conversation session(faults, factory);
  for (const Habit& habit : habits) session.play(habit);
  return std::move(faults).take();
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// Plays a conversation to a loop detector as the loop would: each answer is judged, and
// the records that follow from the verdict are folded.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/loop_detector.hpp"

namespace pintle::loop_test {

struct Call {
  std::string name;
  JsonText arguments = "{}";
  std::string result;
  ResultStatus status = ResultStatus::ok;
  bool repeatable = false;
};

inline Message answer_of(std::string text, const std::vector<CallPart>& calls = {}) {
  Message message;
  message.role = Role::assistant;
  if (!text.empty()) message.parts.emplace_back(TextPart{std::move(text)});
  for (const CallPart& call : calls) message.parts.emplace_back(call);
  return message;
}

class LoopScript {
 public:
  explicit LoopScript(LoopDetectorConfig config = {})
      : detector_(loop_detector(std::move(config))) {}

  /// A new turn that begins with this message of the user.
  void user(std::string_view text) {
    text_shown_ = false;
    fold(record::TurnStarted{TurnId{++turns_}, 0});
    input(text);
  }
  /// A message of the user within the turn.
  void input(std::string_view text) {
    question_ = text;
    fold(record::InputDelivered{MessageId{++messages_}});
  }

  /// An answer of text; folded when it is accepted, noted as discarded when not.
  Judgement say(const std::string& text) { return offer(answer_of(text), false); }

  /// An answer that makes these calls; when it is accepted, their results follow.
  Judgement call(const std::vector<Call>& calls, const std::string& text = "") {
    std::vector<CallPart> parts;
    bool repeatable = true;
    for (const Call& call : calls) {
      CallPart part;
      part.call = CallId{++calls_};
      part.name = call.name;
      part.arguments = call.arguments;
      parts.push_back(std::move(part));
      repeatable = repeatable && call.repeatable;
    }
    Judgement judgement = offer(answer_of(text, parts), repeatable);
    if (judgement.kind == JudgementKind::accept) {
      for (std::size_t i = 0; i < calls.size(); ++i) result(parts[i], calls[i]);
    }
    return judgement;
  }

  /// The verdict after a batch of results.
  [[nodiscard]] Judgement after_results() const {
    JudgeRequest request;
    request.what = JudgeRequest::What::results;
    return detector_->judge(request);
  }

  /// The turn ends as the last verdict says.
  void end(FinishReason finish) {
    record::Summary summary;
    summary.finish = std::move(finish);
    fold(summary);
  }

  void fold(const SessionRecord& record) {
    records_.push_back(record);
    detector_->on_record(record);
  }

  [[nodiscard]] const std::vector<SessionRecord>& records() const { return records_; }
  [[nodiscard]] LoopDetector& detector() { return *detector_; }

  bool other_model = false;
  StopKind stop = StopKind::end_turn;

 private:
  Judgement offer(const Message& message, bool repeatable) {
    JudgeRequest request;
    request.answer = &message;
    request.stop.kind = stop;
    request.question = question_;
    request.text_shown = text_shown_;
    request.repeatable = repeatable;
    request.other_model = other_model;
    Judgement judgement = detector_->judge(request);
    record::GenerationEnded ended;
    ended.generation = GenerationId{++generations_};
    const bool accepted = judgement.kind == JudgementKind::accept ||
                          judgement.kind == JudgementKind::accept_weak;
    if (!accepted) {
      ended.outcome = GenerationOutcome::discarded;
      ended.discarded = judgement.reason;
    }
    fold(ended);
    if (accepted) {
      fold(record::Conversation{message});
      text_shown_ = text_shown_ || !text_of(message).empty();
    }
    return judgement;
  }

  void result(const CallPart& part, const Call& call) {
    record::ToolResult result;
    result.call = part.call;
    result.name = part.name;
    result.outcome.status = call.status;
    result.outcome.content = call.result;
    fold(result);
  }

  std::shared_ptr<LoopDetector> detector_;
  std::vector<SessionRecord> records_;
  std::string question_;
  bool text_shown_ = false;
  std::uint64_t turns_ = 0;
  std::uint64_t messages_ = 0;
  std::uint64_t calls_ = 0;
  std::uint64_t generations_ = 0;
};

inline bool accepts(const Judgement& judgement) {
  return judgement.kind == JudgementKind::accept;
}
inline bool retries(const Judgement& judgement, RetractReason reason) {
  return judgement.kind == JudgementKind::retry && judgement.reason == reason;
}
/// As "loop:exact:3"; of a judgement that does not finish: "no finish".
inline std::string finish_of(const Judgement& judgement) {
  if (judgement.kind != JudgementKind::finish) return "no finish";
  return to_string(judgement.finish);
}

}  // namespace pintle::loop_test

// SPDX-License-Identifier: MIT
// LoopDetector: does the model repeat itself, is it stuck, does it say nothing? Judged on
// whole answers and batches of calls, never on chunks. Rules: docs/loop_detection.md.
// Threads: its executor's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/finish.hpp"
#include "pintle/message.hpp"
#include "pintle/record.hpp"

namespace pintle {

enum class LoopRung : std::uint8_t {
  redirect,     ///< Ask again with a note that quotes the repetition.
  temperature,  ///< Ask again with the temperature changed.
  model,        ///< Ask another model; without one, the next rung.
  finish        ///< Give up.
};

/// All numbers of the rules. Units: answers, calls, words, or fractions. A count of 0
/// turns its rule off.
struct LoopDetectorConfig {
  int window = 5;                    ///< Answers that are looked back at.
  std::size_t text_length_min = 16;  ///< In characters; shorter answers are compared only
                                     ///< where no input came between.
  int exact_repeats = 2;             ///< Repeats of one answer across a user's input.
  double near_similarity = 0.92;     ///< Simhash over word 3-grams.
  double near_jaccard = 0.8;         ///< Confirms a simhash hit.
  int near_words_min = 12;
  int call_repeats = 3;              ///< Equal batches with equal results, and once more.
  int call_repeats_repeatable = 10;  ///< Likewise, for tools declared repeatable.
  int call_period_max = 4;
  int error_window = 10;
  double error_rate = 0.8;
  bool detect_vacuous = true;
  bool judge_bare_numbers = true;  ///< "8" to a question that asked for no number.
  int vacuous_retries = 2;         ///< Nudges before a weak answer is passed through.
  double temperature_delta = -0.3;
  std::vector<LoopRung> ladder{
      LoopRung::redirect, LoopRung::temperature, LoopRung::model, LoopRung::finish};
  friend bool operator==(const LoopDetectorConfig&, const LoopDetectorConfig&) = default;
};

/// What is judged: the answer in the making, or the results of a batch.
struct JudgeRequest {
  enum class What : std::uint8_t { answer, results };
  What what = What::answer;
  const Message* answer = nullptr;  ///< Of What::answer; valid during the call.
  StopReason stop;
  std::string_view question;  ///< Text of the user's last message.
  bool text_shown = false;    ///< Has this turn shown visible text already?
  bool repeatable = false;    ///< Every called tool is declared repeatable.
  bool other_model = false;   ///< There is another model to switch to.
};

enum class JudgementKind : std::uint8_t { accept, accept_weak, retry, finish };

struct Judgement {
  JudgementKind kind = JudgementKind::accept;
  RetractReason reason = RetractReason::loop;  ///< Of retry: loop or vacuous.
  std::string note;                         ///< Of retry: told to the model, this once.
  std::optional<double> temperature_delta;  ///< Of retry.
  bool switch_model = false;                ///< Of retry.
  FinishReason finish;                      ///< Of finish: loop or stuck.
  friend bool operator==(const Judgement&, const Judgement&) = default;
};

class PINTLE_API LoopDetector {
 public:
  LoopDetector() = default;
  LoopDetector(const LoopDetector&) = delete;
  LoopDetector& operator=(const LoopDetector&) = delete;
  virtual ~LoopDetector() = default;
  /// Every record of the session in log order, live and at resume alike; the windows and
  /// the ladder's place follow from them alone.
  virtual void on_record(const SessionRecord& record) = 0;
  /// Judges; changes nothing.
  [[nodiscard]] virtual Judgement judge(const JudgeRequest& request) const = 0;
};

[[nodiscard]] PINTLE_API std::shared_ptr<LoopDetector> loop_detector(
    LoopDetectorConfig config = {});
/// One that accepts everything.
[[nodiscard]] PINTLE_API std::shared_ptr<LoopDetector> no_loop_detector();

}  // namespace pintle

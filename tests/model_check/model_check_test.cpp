// SPDX-License-Identifier: MIT
// The machine's states, walked; and the walk itself, tested by breaking what it walks.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/explore/tampering.hpp"

namespace pintle::testing {

namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Few enough states to walk them all.
ExploreOptions small_world() {
  ExploreOptions options;
  options.max_transitions = 20'000'000;
  options.tools = {{ToolEffect::at_most_once, false, true}};
  options.calls = 1;
  options.queue = 1;
  options.store_lag = 0;
  options.inner_rounds = 1;
  options.outer_rounds = 1;
  options.retry_attempts = 1;
  options.denials_in_a_row = 1;
  options.denials_in_turn = 1;
  options.breaker_threshold = 1;
  options.fallback_model = false;
  options.time_budget = false;
  return options;
}

std::string broken_by(const ExploreOptions& options, const Tampering& tampering) {
  const ExploreReport report = explore(options, tampering);
  return report.violation ? report.violation->invariant : "nothing";
}

template <class E>
void drop(std::vector<LoopEffect>& effects) {
  effects.erase(std::remove_if(effects.begin(),
                               effects.end(),
                               [](const LoopEffect& effect) {
                                 return std::holds_alternative<E>(effect);
                               }),
                effects.end());
}

bool retracts(const LoopEffect& effect) {
  const auto* emit = std::get_if<effect::Emit>(&effect);
  const auto* record =
      emit != nullptr ? std::get_if<SessionRecord>(&emit->item) : nullptr;
  return record != nullptr && std::holds_alternative<record::Retracted>(*record);
}

}  // namespace

TEST(ModelCheck, AMillionTransitionsBreakNoInvariantAndVisitTheWholeTable) {
  ExploreOptions options;
  options.max_transitions = 1'500'000;
  options.merge_check_every = 5'000;
  const ExploreReport report = explore(options);
  std::printf("model_check: %s\n", to_string(report).c_str());
  EXPECT_FALSE(report.violation) << to_string(report);
  EXPECT_GE(report.transitions, 1'000'000U);
  EXPECT_GT(report.merges_checked, 100U);
  EXPECT_THAT(report.next_unvisited, IsEmpty());
}

TEST(ModelCheck, ASmallWorldIsWalkedToTheEndAndEveryTurnInItCanEnd) {
  ExploreOptions options = small_world();
  options.merge_check_every = 1'000;
  options.check_endings = true;
  const ExploreReport report = explore(options);
  std::printf("model_check: %s\n", to_string(report).c_str());
  EXPECT_FALSE(report.violation) << to_string(report);
  EXPECT_TRUE(report.complete);
}

TEST(ModelCheck, GivesTheSameReportTwice) {
  ExploreOptions options;
  options.max_transitions = 20'000;
  EXPECT_EQ(to_string(explore(options)), to_string(explore(options)));
}

TEST(ModelCheck, PrintsAShortestWayToARetractionThatIsNotAnnounced) {
  Tampering tampering;
  tampering.effects = [](std::vector<LoopEffect>& effects) {
    effects.erase(std::remove_if(effects.begin(), effects.end(), retracts),
                  effects.end());
  };
  ExploreOptions options = small_world();
  options.crashes = false;
  const ExploreReport report = explore(options, tampering);
  ASSERT_TRUE(report.violation);
  EXPECT_THAT(report.violation->invariant, HasSubstr("neither kept nor retracted"));
  // prompt, stored, model, context, spend, stored, text; then the judge sends it back
  EXPECT_LE(report.violation->inputs.size(), 20U);
  EXPECT_EQ(report.violation->inputs.front(), "prompt");
  std::printf("%s\n", to_string(report).c_str());
}

TEST(ModelCheck, FindsAToolThatDoesNotWaitForItsRecord) {
  Tampering tampering;
  tampering.effects = [](std::vector<LoopEffect>& effects) {
    const auto* append =
        effects.empty() ? nullptr : std::get_if<effect::Append>(&effects.front());
    if (append == nullptr) return;
    effect::StartTool early;
    for (const SessionRecord& record : append->records) {
      if (const auto* started = std::get_if<record::ToolStarted>(&record)) {
        early.call.call = started->call;
        early.run = started->run;
      }
    }
    if (early.call.call) effects.emplace_back(early);
  };
  const std::string broken = broken_by(small_world(), tampering);
  EXPECT_TRUE(broken == "a tool was started before its start was durable" ||
              broken.find("asked for StartTool, which is not allowed") !=
                  std::string::npos)
      << broken;
}

TEST(ModelCheck, FindsAStreamThatEndsTwiceAndOneThatNeverEnds) {
  Tampering tampering;
  tampering.effects = [](std::vector<LoopEffect>& effects) {
    for (std::size_t i = effects.size(); i > 0; --i) {
      if (std::holds_alternative<effect::Finish>(effects[i - 1])) {
        effects.push_back(effects[i - 1]);
      }
    }
  };
  EXPECT_EQ(broken_by(small_world(), tampering), "a stream ended twice");
  tampering.effects = drop<effect::Finish>;
  EXPECT_EQ(broken_by(small_world(), tampering), "nothing is left to happen");
}

TEST(ModelCheck, FindsATimerThatIsNotCancelled) {
  Tampering tampering;
  tampering.effects = drop<effect::CancelTimer>;
  EXPECT_EQ(broken_by(small_world(), tampering),
            "a timer is still set at the stream's end");
}

TEST(ModelCheck, FindsAMessageThatIsDeliveredTwice) {
  Tampering tampering;
  tampering.effects = [](std::vector<LoopEffect>& effects) {
    if (effects.empty()) return;
    auto* append = std::get_if<effect::Append>(&effects.front());
    if (append == nullptr) return;
    for (const SessionRecord& record : append->records) {
      if (!std::holds_alternative<record::InputDelivered>(record)) continue;
      return append->records.push_back(SessionRecord(record));
    }
  };
  EXPECT_EQ(broken_by(small_world(), tampering),
            "a message was delivered or returned that did not wait");
}

// A fingerprint that leaves out what matters merges states that go on differently.
TEST(ModelCheck, FindsAFingerprintThatMergesWhatItMustNot) {
  for (const Blind blind :
       {Blind::call_status, Blind::queue_mode, Blind::durability, Blind::excluded}) {
    Tampering tampering;
    tampering.blind = blind;
    ExploreOptions options;
    options.max_transitions = 300'000;
    options.merge_check_every = 10;
    EXPECT_THAT(broken_by(options, tampering), HasSubstr("merged states"))
        << "blind to " << static_cast<int>(blind);
  }
}

}  // namespace pintle::testing

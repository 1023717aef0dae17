// SPDX-License-Identifier: MIT
// The machine's states, walked; and the walk itself, tested by breaking what it walks.
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/explore/tampering.hpp"

namespace pintle::testing {

namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

#ifdef NDEBUG
constexpr bool whole_walks = true;
#else
constexpr bool whole_walks = false;  // unoptimised, or under a sanitizer
#endif

// Few enough states to walk them all.
ExploreOptions small_world() {
  ExploreOptions options;
  options.max_transitions = whole_walks ? 20'000'000 : 30'000;
  options.tools = {{ToolEffect::at_most_once, false, true}};
  options.calls = 1;
  options.queue = 0;
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

// Everything may happen, but not for long.
ExploreOptions wide_world() {
  ExploreOptions options;
  options.max_transitions = whole_walks ? 1'500'000 : 20'000;
  options.merge_check_every = 5'000;
  return options;
}

// What takes many steps: batches of calls, with people who interfere.
ExploreOptions deep_world() {
  ExploreOptions options = small_world();
  options.max_transitions = whole_walks ? 1'000'000 : 20'000;
  options.merge_check_every = 5'000;
  options.tools = {{ToolEffect::read_only, false, true},
                   {ToolEffect::at_most_once, false, true},
                   {ToolEffect::at_most_once, true, true}};
  options.calls = 2;
  options.queue = 1;
  options.time_budget = true;
  options.crashes = options.store_failures = false;
  return options;
}

// What takes many steps: messages that come while the store is behind.
ExploreOptions talking_world() {
  ExploreOptions options = small_world();
  options.max_transitions = whole_walks ? 500'000 : 20'000;
  options.merge_check_every = 5'000;
  options.calls = 0;
  options.queue = options.store_lag = 1;
  options.crashes = options.store_failures = false;
  return options;
}

ExploreReport walked(const char* name, const ExploreOptions& options) {
  const ExploreReport report = explore(options);
  std::printf("model_check%s: %s\n", name, to_string(report).c_str());
  return report;
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

TEST(ModelCheck, ASmallWorldIsWalkedToTheEndAndEveryTurnInItCanEnd) {
  ExploreOptions options = small_world();
  options.merge_check_every = 1'000;
  options.check_endings = true;
  const ExploreReport report = walked("", options);
  EXPECT_FALSE(report.violation) << to_string(report);
  EXPECT_GE(report.transitions, whole_walks ? 1'000'000U : 30'000U);
  EXPECT_GT(report.merges_checked, 10U);
  EXPECT_EQ(report.complete, whole_walks);
}

TEST(ModelCheck, LargerWorldsBreakNoInvariantAndVisitTheWholeContractTable) {
  std::vector<std::string> unvisited;
  bool first = true;
  for (const auto& [name, options] : {std::pair(" (wide)", wide_world()),
                                      std::pair(" (deep)", deep_world()),
                                      std::pair(" (talking)", talking_world())}) {
    const ExploreReport report = walked(name, options);
    EXPECT_FALSE(report.violation) << to_string(report);
    EXPECT_EQ(report.transitions, options.max_transitions);
    EXPECT_GE(report.merges_checked, whole_walks ? 50U : 1U);
    if (std::exchange(first, false)) unvisited = report.next_unvisited;
    const auto still_unvisited = [&](const std::string& next) {
      const auto& other = report.next_unvisited;
      return std::find(other.begin(), other.end(), next) != other.end();
    };
    unvisited.erase(std::partition(unvisited.begin(), unvisited.end(), still_unvisited),
                    unvisited.end());
  }
  if (whole_walks) {
    EXPECT_THAT(unvisited, IsEmpty());
  }
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
  ExploreOptions two_models = talking_world();
  two_models.fallback_model = true;
  two_models.queue = 0;
  ExploreOptions retrying = talking_world();
  retrying.retry_attempts = 3;
  retrying.queue = 0;
  int caught = 0;
  const std::pair<Blind, ExploreOptions> all[] = {{Blind::call_status, deep_world()},
                                                  {Blind::queue_mode, wide_world()},
                                                  {Blind::failures, retrying},
                                                  {Blind::excluded, two_models}};
  for (auto [blind, options] : all) {
    Tampering tampering;
    tampering.blind = blind;
    options.max_transitions = 200'000;
    options.merge_check_every = 20;
    const std::string broken = broken_by(options, tampering);
    EXPECT_THAT(broken, HasSubstr("merged states"))
        << "blind to " << static_cast<int>(blind);
    caught += broken.find("merged states") != std::string::npos ? 1 : 0;
  }
  std::printf("model_check (merges): %d/%zu caught\n", caught, std::size(all));
}

}  // namespace pintle::testing

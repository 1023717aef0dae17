// SPDX-License-Identifier: MIT
// A journal that was changed is refused, or the step is found from which on it differs.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/testing/replay.hpp"

#include "replay/journal_lines.hpp"
#include "replay/small_session.hpp"

namespace pintle {
namespace {

using ::testing::HasSubstr;
using testing::Journal;
using testing::replay;
using testing::ReplayResult;
std::string error_of(std::string_view text) {
  const Result<Journal> journal = Journal::parse(text);
  return journal ? "" : to_string(journal.error());
}

TEST(Journal, IsReadAsItWasWritten) {
  const std::string text = small_journal().to_text();
  const Result<Journal> journal = Journal::parse(text);
  ASSERT_TRUE(journal.ok()) << journal.error();
  EXPECT_EQ(journal->to_text(), text);
  EXPECT_EQ(resealed(lines_of(text)), text);
  const ReplayResult result = replay(*journal);
  EXPECT_FALSE(result.divergence);
  EXPECT_EQ(result.digest, journal->digest);
}

TEST(Journal, RefusesEveryChangedByte) {
  const std::string text = small_journal().to_text();
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    const int flip = std::array{0x01, 0x20, 0x80}[at % 3];
    changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ flip);
    ASSERT_THAT(error_of(changed), HasSubstr("line " + std::to_string(line) + ":"))
        << "byte " << at;
    line += text[at] == '\n' ? 1 : 0;
  }
}

TEST(Journal, RefusesATextThatIsCutAnywhere) {
  const std::string text = small_journal().to_text();
  for (std::size_t length = 0; length < text.size(); ++length) {
    ASSERT_NE(error_of(std::string_view(text).substr(0, length)), "") << length;
  }
}

TEST(Journal, RefusesLinesThatAreMissingDoubledOrMoved) {
  const Lines lines = lines_of(small_journal().to_text());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Lines missing = lines;
    missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_NE(error_of(joined(missing)), "") << i;
    Lines doubled = lines;
    doubled.insert(doubled.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
    EXPECT_NE(error_of(joined(doubled)), "") << i;
    if (i == 0) continue;
    Lines moved = lines;
    std::swap(moved[i - 1], moved[i]);
    EXPECT_NE(error_of(joined(moved)), "") << i;
    // Sealed anew, the numbers of the steps still tell.
    EXPECT_NE(error_of(resealed(missing)), "") << i;
    EXPECT_NE(error_of(resealed(doubled)), "") << i;
    EXPECT_NE(error_of(resealed(moved)), "") << i;
  }
  EXPECT_NE(error_of(joined(lines) + lines.back() + "\n"), "");
}

TEST(Journal, SaysWhatIsWrongWithALine) {
  const Lines lines = lines_of(small_journal().to_text());
  const auto changed = [&](std::size_t line, std::string_view from, std::string_view to) {
    Lines bent = lines;
    const std::size_t at = bent[line].find(from);
    EXPECT_NE(at, std::string::npos) << from;
    bent[line].replace(at, from.size(), to);
    return error_of(resealed(bent));
  };
  EXPECT_THAT(changed(0, R"("version":1)", R"("version":2)"),
              HasSubstr("line 1: version 2 is not known"));
  EXPECT_THAT(changed(0, "pintle journal", "other journal"),
              HasSubstr("line 1: this is no journal of pintle"));
  EXPECT_THAT(changed(4, R"("is":"reopened")", R"("is":"reborn")"),
              HasSubstr("line 5: at /input/is: expected one of the kinds known here"));
  EXPECT_THAT(changed(5, R"("after":"OuterBoundary")", R"("after":"Outside")"),
              HasSubstr(R"(line 6: no state is called "Outside")"));
  EXPECT_THAT(changed(5, R"(["Append")", R"(["Depend")"),
              HasSubstr("line 6: no effect is called"));
  EXPECT_THAT(changed(5, R"("id":1)", R"("id":-1)"),
              HasSubstr("line 6: at /input/id: expected integer from 0"));
  EXPECT_THAT(error_of(resealed(lines).substr(1)), HasSubstr("line 1: the checksum"));
  EXPECT_THAT(error_of(""), HasSubstr("line 1: missing"));
}

TEST(Replay, LocatesTheFirstStepThatDiffersInAResealedJournal) {
  const Lines lines = lines_of(small_journal().to_text());
  const std::size_t first = 4;  // format, configuration, record, begin
  std::size_t located = 0;
  std::size_t refused = 0;
  for (std::size_t line = 1; line + 1 < lines.size(); ++line) {
    for (std::size_t at = 1 + line % 2; at + sum_bytes < lines[line].size(); at += 2) {
      Lines bent = lines;
      char& c = bent[line][at];
      c = static_cast<char>(c ^ 1);
      const Result<Journal> journal = Journal::parse(resealed(bent));
      if (!journal) {
        ++refused;
        continue;
      }
      const ReplayResult result = replay(*journal);
      ASSERT_TRUE(result.divergence) << lines[line] << " byte " << at;
      const std::size_t step = line < first ? 0 : line - first + 1;
      ASSERT_EQ(result.divergence->step, step) << to_string(*result.divergence);
      ++located;
    }
  }
  EXPECT_GT(located, 500U);
  EXPECT_GT(refused, 500U);
}

TEST(Replay, SaysWhichStepDiffersWithWhatWasExpectedAndWhatCame) {
  Journal journal = small_journal();
  std::size_t at = 0;
  while (!std::holds_alternative<input::ToolFinished>(journal.steps[at].input)) ++at;
  auto& finished = *std::get_if<input::ToolFinished>(&journal.steps[at].input);
  finished.run = 9;  // of no run that is known: nothing happens
  const ReplayResult result = replay(journal);
  ASSERT_TRUE(result.divergence);
  EXPECT_EQ(result.divergence->step, at + 1);
  EXPECT_EQ(result.divergence->input, "tool_finished");
  EXPECT_EQ(result.divergence->expected.state, StateKind::inner_emit_results);
  EXPECT_EQ(result.divergence->actual.state, StateKind::inner_executing);
  EXPECT_THAT(to_string(*result.divergence),
              HasSubstr("(tool_finished) differs: expected state InnerEmitResults, "
                        "effects [Append, "));
  EXPECT_EQ(result.steps, at);
}

TEST(Replay, TakesNoInputThatWouldBreakTheMachine) {
  const auto reason = [](auto bend) {
    Journal journal = small_journal();
    for (testing::JournalStep& step : journal.steps) {
      std::visit([&](auto& in) { bend(in); }, step.input);
    }
    const ReplayResult result = replay(journal);
    return result.divergence ? result.divergence->reason : "";
  };
  const auto bend = [](auto change) {
    return [change](auto& in) {
      if constexpr (std::is_invocable_v<decltype(change), decltype(in)>) change(in);
    };
  };
  EXPECT_EQ(reason(bend([](input::TurnStarted& in) { in.message.role = Role::tool; })),
            "a message of results");
  EXPECT_EQ(reason(bend([](input::TurnStarted& in) {
              in.message.parts.emplace_back(CallPart{});
            })),
            "a user's message that holds a call");
  EXPECT_EQ(reason(bend([](input::ToolsPlanned& in) { in.plan.calls.clear(); })),
            "a plan that lacks a call");
  EXPECT_EQ(reason(bend([](input::ToolFinished& in) {
              in.outcome.status = ResultStatus::pending;
            })),
            "an outcome that is pending");
  Journal journal = small_journal();
  Message answer = user_message("?");
  answer.role = Role::assistant;
  answer.parts.emplace_back(CallPart{});
  journal.log.emplace_back(record::Conversation{answer});
  const ReplayResult result = replay(journal);
  ASSERT_TRUE(result.divergence);
  EXPECT_EQ(to_string(*result.divergence),
            "step 0 (begin) cannot be taken: record 2 of the log: a call without an id");
}

TEST(Recorder, StopsAtItsLimitWithAJournalThatIsCut) {
  testing::RecorderOptions options;
  options.bytes_max = 8'000;
  SmallSession small(options);
  testing::ScriptedModel model = testing::scripted_model("a");
  model.says("first").says("second").says("third");
  AgentSession session = small.open({model});
  for (const char* prompt : {"one", "two", "three"}) small.play(session, prompt);
  const Journal journal = small.journal();
  EXPECT_TRUE(journal.cut);
  EXPECT_FALSE(replay(journal).divergence);
  EXPECT_TRUE(Journal::parse(journal.to_text()).value().cut);
}

TEST(Recorder, SaysThatNothingWasRecorded) {
  EXPECT_EQ(to_string(testing::Recorder().journal().error()),
            "session not_found: nothing was recorded");
}

TEST(Recorder, ReportsAStepThatGoesOtherwiseWhenTheMachineIsRunAgain) {
  SmallSession small;
  testing::ScriptedModel model = testing::scripted_model("a");
  model.says("one").says("two");
  AgentSession first = small.open({model});
  AgentSession second = small.open({model});  // two sessions on one recorder
  small.play(second, "Hi");
  small.play(first, "Hi");
  small.play(first, "Again");
  const Result<Journal> journal = small.recorder->journal();
  ASSERT_FALSE(journal.ok());
  EXPECT_THAT(to_string(journal.error()), HasSubstr("the recording: step "));
  EXPECT_THAT(to_string(journal.error()), HasSubstr("the machine did something else"));
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
// A thousand runs, recorded, written, read and replayed; and digests that are the same
// with every compiler and build.
#include "pintle/testing/replay.hpp"

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/hex.hpp"
#include "replay/chance_session.hpp"

namespace pintle {
namespace {

using testing::Journal;
using testing::replay;
using testing::ReplayResult;

/// Replays what a seed's run recorded. Empty, or what differs.
std::string replayed(std::uint64_t seed, std::size_t& steps) {
  ChanceSession session(seed);
  if (std::string fault = session.run(); !fault.empty()) return fault;
  std::vector<SessionRecord> records;
  const auto journals = session.journals();
  for (std::size_t run = 0; run < journals.size(); ++run) {
    if (!journals[run]) return to_string(journals[run].error());
    const std::string text = journals[run]->to_text();
    const Result<Journal> read = Journal::parse(text);
    if (!read) return to_string(read.error());
    if (read->to_text() != text) return "the text read and written anew differs";
    const ReplayResult result = replay(*read);
    if (result.divergence) return to_string(*result.divergence);
    if (result.digest != journals[run]->digest) return "the digests differ";
    if (result.events != session.shown()[run]) return "the events differ";
    if (run == 0) records.push_back(read->log.front());  // the driver's
    records.insert(records.end(), result.records.begin(), result.records.end());
    steps += result.steps;
  }
  // Without a stream, the loop does not come to writing what it decided at the opening.
  const std::vector<SessionRecord> appended = session.appended();
  if (session.shown().back().empty() && appended.size() < records.size()) {
    records.resize(appended.size());
  }
  return records == appended ? "" : "the records differ";
}

TEST(Replay, AThousandSimulatedRunsGiveTheSameRecordsEventsAndDigests) {
  constexpr std::uint64_t runs = 1'000;
  std::uint64_t equal = 0;
  std::size_t steps = 0;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    const std::string fault = replayed(seed, steps);
    EXPECT_EQ(fault, "") << "seed=" << seed;
    equal += fault.empty() ? 1 : 0;
  }
  std::printf("replay: %d/%d (%zu steps)\n",
              static_cast<int>(equal),
              static_cast<int>(runs),
              steps);
}

std::string file_text(const std::string& name) {
  std::ifstream file(std::string(PINTLE_TESTS_DIR) + "/replay/data/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Replay, DigestsAreTheSameWithEveryCompilerAndBuild) {
  constexpr std::uint64_t runs = 32;
  std::string table;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    ChanceSession session(seed);
    ASSERT_EQ(session.run(), "");
    table += std::to_string(seed) + " " + hex64(digest_of(session.journals())) + "\n";
  }
  EXPECT_EQ(table, file_text("golden.txt"))
      << "the digests of these seeds; when the change is meant, they are the new ones";
}

// Written by 0.1.0. Whatever the journal becomes, this text stays readable.
TEST(Replay, AJournalOfVersionOneIsReadAndReplayed) {
  const Result<Journal> journal = Journal::parse(file_text("journal_v1.jsonl"));
  ASSERT_TRUE(journal.ok()) << journal.error();
  const ReplayResult result = replay(*journal);
  EXPECT_FALSE(result.divergence) << to_string(*result.divergence);
  EXPECT_EQ(hex64(result.digest), "e54cc6fa28f53d3c");
  EXPECT_EQ(result.steps, 39U);
}

}  // namespace
}  // namespace pintle

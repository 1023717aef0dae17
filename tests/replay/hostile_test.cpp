// SPDX-License-Identifier: MIT
// Journals that somebody made up: whatever they tell the machine, replay ends and says
// what it found.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/testing/replay.hpp"

#include "replay/chance_session.hpp"
#include "replay/heal.hpp"
#include "replay/journal_lines.hpp"

namespace pintle {
namespace {

using testing::Journal;
using testing::replay;

class Mischief {
 public:
  explicit Mischief(std::uint64_t seed) : random_(seed) {}

  void do_some(Journal& journal) {
    if (journal.steps.size() < 2) return;
    for (std::uint64_t i = pick(3); i > 0; --i) {
      auto& steps = journal.steps;
      const std::size_t at = pick(steps.size());
      const auto place = steps.begin() + static_cast<std::ptrdiff_t>(at);
      switch (pick(4)) {
        case 0: std::swap(steps[at], steps[pick(steps.size())]); break;
        case 1: steps.erase(place); break;
        case 2:
          steps.insert(place, testing::JournalStep(steps[pick(steps.size())]));
          break;
        default: std::swap(steps[at].now, steps[pick(steps.size())].now); break;
      }
      if (steps.size() < 2) return;
    }
  }

  /// Other numbers in a few places, also great ones.
  std::string other_numbers(const std::string& text) {
    Lines lines = lines_of(text);
    for (std::uint64_t i = 1 + pick(4); i > 0; --i) {
      std::string& line = lines[1 + pick(lines.size() - 2)];
      const std::size_t body = line.size() - sum_bytes;
      const std::size_t at = line.find_first_of("0123456789", pick(body));
      if (at >= body) continue;
      const bool great = pick(4) == 0;
      line.replace(at, 1, great ? "2000000000000" : std::to_string(pick(10)));
    }
    return resealed(lines);
  }

 private:
  std::uint64_t pick(std::uint64_t n) { return random_.next() % n; }
  testing::SeededRandom random_;
};

TEST(Replay, EndsWhateverAJournalTellsTheMachine) {
  int healed = 0;
  int refused = 0;
  int unread = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    ChanceSession session(seed);
    ASSERT_EQ(session.run(), "");
    Journal journal = session.journals().front().value();
    constexpr std::size_t steps_max = 60;
    if (journal.steps.size() > steps_max) journal.steps.resize(steps_max);
    Mischief mischief(seed);
    mischief.do_some(journal);
    Result<Journal> bent = Journal::parse(mischief.other_numbers(journal.to_text()));
    if (!bent) {
      ++unread;
      continue;
    }
    std::deque<std::string> names;
    const std::string reason = heal(*bent, names);
    ASSERT_NE(reason, "a journal that does not heal") << "seed=" << seed;
    ++(reason.empty() ? healed : refused);
  }
  std::printf("hostile: %d played, %d refused, %d not read\n", healed, refused, unread);
  EXPECT_GT(healed, 100);
}

}  // namespace
}  // namespace pintle

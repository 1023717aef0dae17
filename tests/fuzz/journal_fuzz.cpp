// SPDX-License-Identifier: MIT
// Any bytes may be given as a journal: it is refused with a word, or it is written as it
// was read; and playing it ends. So that changed lines get past the checksums and past
// the first step that differs, both are also made right first.
#include <deque>
#include <string>

#include "pintle/testing/journal.hpp"
#include "pintle/testing/replay.hpp"
#include "pintle/testing/scripted_run.hpp"

#include "fuzz/fuzz.hpp"
#include "replay/heal.hpp"
#include "replay/journal_lines.hpp"

namespace {

using pintle::fuzz::require;
using pintle::testing::Journal;

void play(const std::string& text) {
  const pintle::Result<Journal> journal = Journal::parse(text);
  if (!journal) return require(!to_string(journal.error()).empty(), "an error has words");
  const std::string written = journal->to_text();
  const pintle::Result<Journal> again = Journal::parse(written);
  require(again.ok(), "what was written can be read");
  require(again->to_text() == written, "a journal is written as it was read");
  const pintle::testing::ReplayResult first = replay(*journal);
  const pintle::testing::ReplayResult second = replay(*again);
  require(first.digest == second.digest, "a journal is played alike each time");
  require(first.steps == second.steps, "a journal is played as far each time");
  Journal healed = *journal;
  std::deque<std::string> names;
  if (pintle::heal(healed, names).empty()) {
    require(!replay(healed).divergence, "a journal that is right plays to its end");
    static_cast<void>(scripted_run(healed));
  }
}

// The lines that are long enough, with the checksums that they need.
std::string sealed(std::string_view input) {
  pintle::Lines lines = pintle::lines_of(input);
  std::erase_if(lines,
                [](const std::string& line) { return line.size() < pintle::sum_bytes; });
  return pintle::resealed(lines);
}

}  // namespace

PINTLE_FUZZ_TARGET(input) {
  play(std::string(input));
  play(sealed(input));
}

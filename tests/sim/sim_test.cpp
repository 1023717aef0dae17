// SPDX-License-Identifier: MIT
// Whole sessions under faults. A failure prints its seed and how to run it again.
//   PINTLE_SIM_SEED=7      runs that seed alone, and prints its trace
//   PINTLE_SIM_TURNS=N     runs fresh seeds until N turns are done
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/world.hpp"

namespace pintle::sim {

namespace {

#ifdef NDEBUG
constexpr std::uint64_t fixed = 400;
constexpr std::uint64_t fresh = 60;
constexpr std::uint64_t turns_min = 20'000;
#else  // unoptimised, or under a sanitizer
constexpr std::uint64_t fixed = 40;
constexpr std::uint64_t fresh = 10;
constexpr std::uint64_t turns_min = 2'000;
#endif

using WallClock = std::chrono::steady_clock;

std::optional<std::uint64_t> number_from(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return std::nullopt;
  return std::strtoull(text, nullptr, 10);
}

/// Adds the runs up, and says what they came to.
class Tally {
 public:
  bool add(std::uint64_t seed, const Report& report) {
    turns_ += report.turns;
    faults_ += report.faults;
    violations_ += report.violations.size();
    for (const std::string& what : report.violations) {
      std::printf("sim: seed %llu: %s\n", as_long(seed), what.c_str());
    }
    if (report.violations.empty()) return true;
    ADD_FAILURE() << "seed " << seed << ": run again: PINTLE_SIM_SEED=" << seed
                  << " build/release/tests/sim/sim_test";
    return false;
  }
  void print() const {
    const std::chrono::duration<double> took = WallClock::now() - begin_;
    std::printf("sim: %llu turns, %llu faults, %llu violations, %.0f turns/s\n",
                as_long(turns_),
                as_long(faults_),
                as_long(violations_),
                static_cast<double>(turns_) / took.count());
  }
  [[nodiscard]] std::uint64_t turns() const { return turns_; }

 private:
  static unsigned long long as_long(std::uint64_t value) { return value; }
  WallClock::time_point begin_ = WallClock::now();
  std::uint64_t turns_ = 0;
  std::uint64_t faults_ = 0;
  std::uint64_t violations_ = 0;
};

std::uint64_t fresh_seed() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(now).count());
}

std::vector<std::uint64_t> past_failures() {
  std::ifstream file(PINTLE_TESTS_DIR "/sim/regressions.txt");
  std::vector<std::uint64_t> seeds;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') seeds.push_back(std::stoull(line));
  }
  return seeds;
}

}  // namespace

TEST(Simulation, KeepsTheInvariantsUnderFaultsOfFixedAndFreshSeeds) {
  Tally tally;
  if (const auto seed = number_from("PINTLE_SIM_SEED")) {
    std::vector<std::string> lines;
    const Report report = run_world(*seed, &lines);
    for (const std::string& line : lines) std::printf("%s\n", line.c_str());
    tally.add(*seed, report);
    return tally.print();
  }
  const auto wanted = number_from("PINTLE_SIM_TURNS");
  if (!wanted) {
    for (std::uint64_t seed = 1; seed <= fixed; ++seed) tally.add(seed, run_world(seed));
  }
  const std::uint64_t first = fresh_seed();
  std::printf("sim: fresh seeds from %llu\n", static_cast<unsigned long long>(first));
  std::uint64_t runs = 0;
  while (wanted ? tally.turns() < *wanted : runs < fresh) {
    const std::uint64_t seed = first + runs++;
    tally.add(seed, run_world(seed));
  }
  tally.print();
  EXPECT_GE(tally.turns(), wanted.value_or(turns_min));
}

TEST(Simulation, SeedsThatOnceFailedPass) {
  for (const std::uint64_t seed : past_failures()) {
    const Report report = run_world(seed);
    for (const std::string& what : report.violations) {
      ADD_FAILURE() << "seed " << seed << ": " << what;
    }
  }
}

TEST(Simulation, TheSameSeedGivesTheSameTrace) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_EQ(run_world(seed).trace, run_world(seed).trace) << "seed " << seed;
  }
}

}  // namespace pintle::sim

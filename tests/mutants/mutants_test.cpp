// SPDX-License-Identifier: MIT
// Does the harness see faults? Each mutant must be caught within the stated seeds; one
// that survives means that a check is missing.
#include "mutants.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mutants/harness.hpp"

namespace pintle::mutants {

int active = 0;

namespace {

struct Mutant {
  int number;
  const char* name;
  const char* breaks;
};
constexpr Mutant all[] = {
#include "mutant_names.inc"
};
// Where a run of the harness stopped.
struct Catch {
  std::uint64_t seed = 0;  // 0: never
  std::string fault;
};

Catch run_harness(std::uint64_t seeds_max) {
  for (std::uint64_t seed = 1; seed <= seeds_max; ++seed) {
    std::string fault = run_seed(seed);
    if (!fault.empty()) return {seed, std::move(fault)};
  }
  return {};
}

// In a process of its own: a fault may abort it or hang it.
Catch run_mutant(int number) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    active = number;
    alarm(300);
    const Catch caught = run_harness(seeds);
    const std::string line = std::to_string(caught.seed) + ' ' + caught.fault;
    const bool sent =
        write(ends[1], line.data(), line.size()) == static_cast<ssize_t>(line.size());
    _exit(sent ? 0 : 1);
  }
  close(ends[1]);
  std::string line;
  std::array<char, 512> buffer{};
  for (ssize_t n = 0; (n = read(ends[0], buffer.data(), buffer.size())) > 0;) {
    line.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  // Out of time is not caught: a slow machine would pass what nobody finds.
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return {};
  if (WIFSIGNALED(status)) {
    return {1, "the process died of signal " + std::to_string(WTERMSIG(status))};
  }
  const std::size_t space = line.find(' ');
  return {std::stoull(line), line.substr(space + 1)};
}

TEST(Mutants, TheHarnessFindsNothingWithoutAMutant) {
  active = 0;
  EXPECT_EQ(run_harness(seeds).fault, "");
}

TEST(Mutants, EachIsCaughtWithinItsSeeds) {
  std::size_t caught = 0;
  std::uint64_t most = 0;
  for (const Mutant& mutant : all) {
    const Catch result = run_mutant(mutant.number);
    if (result.seed == 0) {
      ADD_FAILURE() << mutant.name << " survives " << seeds
                    << " seeds: " << mutant.breaks;
      continue;
    }
    ++caught;
    most = std::max(most, result.seed);
    std::printf("  %-26s %s\n", mutant.name, result.fault.c_str());
  }
  std::printf("mutants%s: %zu/%zu, each within %llu seeds\n",
              suite,
              caught,
              std::size(all),
              static_cast<unsigned long long>(most));
  EXPECT_EQ(caught, std::size(all));
}

}  // namespace
}  // namespace pintle::mutants

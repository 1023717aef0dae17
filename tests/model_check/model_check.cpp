// SPDX-License-Identifier: MIT
// model_check [NAME=NUMBER]...: walks a machine's states and prints how far it is after
// each level, and what it found. Names: transitions, queue, lag, calls, tools, inner,
// outer, retries, fallback, time, approvals, crashes, failures, merges, endings.
// 0 when nothing was broken.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "pintle/testing/explore.hpp"

namespace {

using pintle::testing::ExploreOptions;

bool set(ExploreOptions& options, const std::string& name, std::uint64_t number) {
  const auto small = static_cast<int>(number);
  if (name == "transitions") return options.max_transitions = number, true;
  if (name == "queue") return options.queue = number, true;
  if (name == "lag") return options.store_lag = number, true;
  if (name == "calls") return options.calls = number, true;
  if (name == "tools") return options.tools.resize(number), true;
  if (name == "inner") return options.inner_rounds = small, true;
  if (name == "outer") return options.outer_rounds = small, true;
  if (name == "retries") return options.retry_attempts = small, true;
  if (name == "fallback") return options.fallback_model = number != 0, true;
  if (name == "time") return options.time_budget = number != 0, true;
  if (name == "approvals") return options.approvals = number != 0, true;
  if (name == "crashes") return options.crashes = number != 0, true;
  if (name == "failures") return options.store_failures = number != 0, true;
  if (name == "merges") {
    return options.merge_check_every = static_cast<std::uint32_t>(number), true;
  }
  if (name == "endings") return options.check_endings = number != 0, true;
  return false;
}

}  // namespace

int main(int count, char** arguments) {
  ExploreOptions options;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    const std::size_t sign = std::min(argument.find('='), argument.size() - 1);
    const std::uint64_t number = std::strtoull(arguments[i] + sign + 1, nullptr, 10);
    if (set(options, argument.substr(0, sign), number)) continue;
    std::fprintf(stderr, "model_check: what is %s?\n", arguments[i]);
    return 2;
  }
  options.progress = [](const pintle::testing::ExploreReport& report) {
    std::printf("  %s, %zu of %llu next states not visited\n",
                to_string(report).c_str(),
                report.next_unvisited.size(),
                static_cast<unsigned long long>(report.next_allowed));
    std::fflush(stdout);
  };
  const pintle::testing::ExploreReport report = pintle::testing::explore(options);
  std::printf("model_check: %s\n", to_string(report).c_str());
  for (const std::string& next : report.next_unvisited) {
    std::printf("not visited: %s\n", next.c_str());
  }
  return report.violation ? 1 : 0;
}

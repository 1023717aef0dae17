// SPDX-License-Identifier: MIT
// model_check [TRANSITIONS [small]]: walks up to so many transitions and prints what it
// found, after each level how far it is. 0 when nothing was broken.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "pintle/testing/explore.hpp"

int main(int count, char** arguments) {
  pintle::testing::ExploreOptions options;
  if (count > 1) options.max_transitions = std::strtoull(arguments[1], nullptr, 10);
  options.merge_check_every = 100'000;
  if (count > 2 && std::string_view(arguments[2]) == "small") {
    options.tools = {{}};
    options.calls = 1;
    options.queue = 1;
    options.fallback_model = false;
    options.inner_rounds = options.outer_rounds = 1;
  }
  options.progress = [](const pintle::testing::ExploreReport& report) {
    std::printf("  %s\n", to_string(report).c_str());
    std::fflush(stdout);
  };
  const pintle::testing::ExploreReport report = pintle::testing::explore(options);
  std::printf("model_check: %s\n", to_string(report).c_str());
  for (const auto& next : report.next_unvisited) {
    std::printf("not visited: %s\n", next.c_str());
  }
  return report.violation ? 1 : 0;
}

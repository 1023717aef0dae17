// SPDX-License-Identifier: MIT
#include "testing/explore/merge_check.hpp"

#include <vector>

#include "pintle/testing/virtual_time.hpp"

#include "testing/explore/fingerprint.hpp"

namespace pintle::testing {

namespace {

constexpr int ways = 8;
constexpr int way_length = 24;

// Both take the same step.
std::string step_both(CheckedWorld& left, CheckedWorld& right, Choice choice) {
  const std::string what = left.describe(choice);
  left.step(choice);
  const std::vector<std::uint8_t> signature = left.setting->signature;
  right.step(choice);
  if (signature != right.setting->signature || left.fault != right.fault) {
    return "merged states answer differently: " + what;
  }
  if (!(fingerprint(left) == fingerprint(right))) {
    return "merged states lead to different ones: " + what;
  }
  return {};
}

std::string go_along(CheckedWorld left, CheckedWorld right, SeededRandom& random) {
  std::vector<Choice> choices;
  std::vector<Choice> others;
  for (int i = 0; i < way_length; ++i) {
    left.enabled(choices);
    right.enabled(others);
    if (choices != others) return "merged states come to allow different inputs";
    if (choices.empty() || !left.fault.empty()) return {};
    std::string found = step_both(left, right, choices[random.next() % choices.size()]);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace

std::string difference(const CheckedWorld& known,
                       const CheckedWorld& met,
                       std::uint64_t seed) {
  std::vector<Choice> choices;
  std::vector<Choice> others;
  known.enabled(choices);
  met.enabled(others);
  if (choices != others) return "merged states allow different inputs";
  std::string found;
  for (std::size_t i = 0; i < choices.size() && found.empty(); ++i) {
    CheckedWorld left = known.clone();
    CheckedWorld right = met.clone();
    found = step_both(left, right, choices[i]);
  }
  SeededRandom random(seed);
  for (int i = 0; i < ways && found.empty(); ++i) {
    found = go_along(known.clone(), met.clone(), random);
  }
  return found;
}

}  // namespace pintle::testing

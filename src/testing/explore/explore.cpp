// SPDX-License-Identifier: MIT
// Breadth first. Of every state its fingerprint is kept, and how it was first reached; of
// the level that is expanded and the one that it leads to, also the worlds, up to a
// bound.
#include "pintle/testing/explore.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "testing/explore/fingerprint.hpp"
#include "testing/explore/merge_check.hpp"
#include "testing/explore/visited.hpp"
#include "testing/explore/world.hpp"

namespace pintle::testing {

namespace {

// A world takes some kilobytes; walking to it again takes some microseconds a step.
constexpr std::size_t worlds_kept = 300'000;

class Explorer {
 public:
  Explorer(const ExploreOptions& options, const Tampering& tampering)
      : setting_(make_setting(options, tampering)), options_(setting_.options) {}

  ExploreReport run();

 private:
  struct Place {
    std::unique_ptr<CheckedWorld> world;  // null: to be walked to again
    std::uint32_t number = 0;
  };
  struct Origin {
    std::uint32_t parent = 0;
    Choice choice;
  };
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
  };

  void expand(Place place);
  bool arrive(CheckedWorld next, std::uint32_t from, Choice choice);
  void check_endings();
  void note_coverage();
  [[nodiscard]] std::vector<Choice> way_to(std::uint32_t number) const;
  CheckedWorld replay(std::uint32_t number);
  void violated(const std::string& what,
                std::uint32_t number,
                std::optional<Choice> last);
  [[nodiscard]] bool full() const {
    return report_.violation || report_.transitions >= options_.max_transitions;
  }

  Setting setting_;
  const ExploreOptions& options_;
  ExploreReport report_;
  Visited visited_;
  std::vector<Origin> origins_;
  std::vector<Place> next_;
  std::vector<Choice> choices_;
  std::vector<Edge> edges_;  // steps that no caller has to make, for check_endings
  std::vector<bool> rests_;  // states in which nothing is asked of anybody
  std::uint64_t merges_ = 0;
};

std::vector<Choice> Explorer::way_to(std::uint32_t number) const {
  std::vector<Choice> way;
  for (; number != 0; number = origins_[number].parent) {
    way.push_back(origins_[number].choice);
  }
  std::reverse(way.begin(), way.end());
  return way;
}

CheckedWorld Explorer::replay(std::uint32_t number) {
  CheckedWorld world(setting_);
  for (const Choice choice : way_to(number)) world.step(choice);
  return world;
}

void Explorer::violated(const std::string& what,
                        std::uint32_t number,
                        std::optional<Choice> last) {
  if (report_.violation) return;
  Violation violation{what, {}};
  std::vector<Choice> way = way_to(number);
  if (last) way.push_back(*last);
  CheckedWorld world(setting_);
  for (const Choice choice : way) {
    violation.inputs.push_back(world.describe(choice));
    world.step(choice);
  }
  report_.violation = std::move(violation);
}

bool Explorer::arrive(CheckedWorld next, std::uint32_t from, Choice choice) {
  ++report_.transitions;
  if (!next.fault.empty()) {
    violated(next.fault, from, choice);
    return false;
  }
  const bool helped = next.caller_only(choice);
  const auto [number, is_new] = visited_.insert(fingerprint(next));
  if (options_.check_endings && !helped) edges_.push_back({from, number});
  if (is_new) {
    origins_.push_back({from, choice});
    if (options_.check_endings) {
      const bool settled = next.open.empty() || next.machine.failed();
      rests_.push_back(!next.stream_open && settled);
    }
    next_.push_back({nullptr, number});
    if (next_.size() <= worlds_kept) {
      next_.back().world = std::make_unique<CheckedWorld>(std::move(next));
    }
    return true;
  }
  const bool look =
      options_.merge_check_every != 0 && ++merges_ % options_.merge_check_every == 0;
  if (!look) return true;
  ++report_.merges_checked;
  const std::string different = difference(replay(number), next, merges_);
  if (!different.empty()) violated(different, from, choice);
  return different.empty();
}

void Explorer::expand(Place place) {
  CheckedWorld world = place.world ? std::move(*place.world) : replay(place.number);
  place.world.reset();
  world.enabled(choices_);
  const std::vector<Choice> choices = choices_;
  const bool moves = std::any_of(choices.begin(), choices.end(), [&](Choice choice) {
    return !world.caller_only(choice);
  });
  const bool rests = !world.stream_open || world.machine.failed();
  if (!moves && !rests) return violated("nothing is left to happen", place.number, {});
  for (std::size_t i = 0; i < choices.size() && !full(); ++i) {
    CheckedWorld next = i + 1 < choices.size() ? world.clone() : std::move(world);
    next.step(choices[i]);
    if (!arrive(std::move(next), place.number, choices[i])) return;
  }
}

// From every state, backwards over the steps that need no caller: which of them lead to
// rest?
void Explorer::check_endings() {
  std::vector<std::uint32_t> first(rests_.size() + 1);
  for (const Edge& edge : edges_) ++first[edge.to + 1];
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  std::vector<std::uint32_t> into(edges_.size());
  std::vector<std::uint32_t> place = first;
  for (const Edge& edge : edges_) into[place[edge.to]++] = edge.from;
  std::vector<bool> ends = rests_;
  std::vector<std::uint32_t> todo;
  for (std::uint32_t i = 0; i < rests_.size(); ++i) {
    if (rests_[i]) todo.push_back(i);
  }
  while (!todo.empty()) {
    const std::uint32_t at = todo.back();
    todo.pop_back();
    for (std::uint32_t k = first[at]; k < first[at + 1]; ++k) {
      if (ends[into[k]]) continue;
      ends[into[k]] = true;
      todo.push_back(into[k]);
    }
  }
  const auto stuck = std::find(ends.begin(), ends.end(), false);
  if (stuck == ends.end()) return;
  violated("no way leads to the turn's end",
           static_cast<std::uint32_t>(stuck - ends.begin()),
           {});
}

void Explorer::note_coverage() {
  report_.next_allowed = 0;
  report_.next_unvisited.clear();
  for (std::size_t s = 0; s < state_count; ++s) {
    for (std::size_t i = 0; i < input_count; ++i) {
      const auto state = static_cast<StateKind>(s);
      const auto input = static_cast<InputKind>(i);
      const ContractRow& row = contract(state, input);
      if (row.ignored()) continue;
      for (std::size_t next = 0; next < state_count; ++next) {
        if ((row.next >> next & 1U) == 0) continue;
        ++report_.next_allowed;
        if ((setting_.seen[s][i] >> next & 1U) != 0) continue;
        report_.next_unvisited.push_back(
            std::string(to_string(state)) + " + " + std::string(to_string(input)) +
            " -> " + std::string(to_string(static_cast<StateKind>(next))));
      }
    }
  }
}

ExploreReport Explorer::run() {
  CheckedWorld start(setting_);
  visited_.insert(fingerprint(start));
  origins_.push_back({});
  rests_.push_back(true);
  next_.push_back({std::make_unique<CheckedWorld>(std::move(start)), 0});
  while (!next_.empty() && !full() && report_.depth < options_.max_depth) {
    std::vector<Place> level = std::exchange(next_, {});
    for (Place& place : level) {
      if (full()) break;
      expand(std::move(place));
    }
    if (!next_.empty()) ++report_.depth;
    report_.states = visited_.size();
    report_.complete = next_.empty() && !full();
    note_coverage();
    if (options_.progress != nullptr) options_.progress(report_);
  }
  if (report_.complete && options_.check_endings) check_endings();
  return report_;
}

}  // namespace

ExploreReport explore(const ExploreOptions& options, const Tampering& tampering) {
  return Explorer(options, tampering).run();
}

ExploreReport explore(const ExploreOptions& options) {
  return explore(options, Tampering{});
}

std::string to_string(const ExploreReport& report) {
  std::string text = std::to_string(report.states) + " states, " +
                     std::to_string(report.transitions) + " transitions, depth " +
                     std::to_string(report.depth) +
                     (report.violation ? ", 1 violation" : ", 0 violations") +
                     (report.complete ? ", complete" : "");
  if (!report.violation) return text;
  text += "\nbroken: " + report.violation->invariant;
  for (const std::string& input : report.violation->inputs) text += "\n  " + input;
  return text;
}

}  // namespace pintle::testing

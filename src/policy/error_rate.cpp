// SPDX-License-Identifier: MIT
#include "policy/error_rate.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/excerpt.hpp"

namespace pintle {

namespace {

constexpr std::size_t name_bytes = 64;

struct Tally {
  std::string tool;
  std::int64_t count = 0;
};

void count(std::vector<Tally>& tallies, const std::string& tool) {
  const auto tally = std::find_if(
      tallies.begin(), tallies.end(), [&](const Tally& one) { return one.tool == tool; });
  if (tally == tallies.end()) {
    tallies.push_back(Tally{tool, 1});
  } else {
    ++tally->count;
  }
}

}  // namespace

ErrorRate::ErrorRate(const LoopDetectorConfig& config)
    : window_(static_cast<std::size_t>(std::max(config.error_window, 0))),
      rate_(config.error_rate) {}

void ErrorRate::add(const std::string& tool, ResultStatus status) {
  const bool failed = status == ResultStatus::error;
  if (!failed && status != ResultStatus::ok) return;
  results_.push_back(Result{excerpt(tool, name_bytes), failed});
  if (results_.size() > window_) results_.pop_front();
}

std::optional<finish::Stuck> ErrorRate::verdict() const {
  if (window_ == 0 || results_.size() < window_) return std::nullopt;
  std::vector<Tally> tallies;
  std::int64_t errors = 0;
  for (const Result& result : results_) {
    if (!result.failed) continue;
    ++errors;
    count(tallies, result.tool);
  }
  if (static_cast<double>(errors) < rate_ * static_cast<double>(window_)) {
    return std::nullopt;
  }
  std::stable_sort(tallies.begin(), tallies.end(), [](const Tally& a, const Tally& b) {
    return a.count > b.count;
  });
  std::string tools;
  for (const Tally& tally : tallies) {
    tools += (tools.empty() ? "" : ", ") + tally.tool + " " + std::to_string(tally.count);
  }
  return finish::Stuck{std::move(tools), errors, "error_rate"};
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "pintle/circuit_breaker.hpp"

#include <algorithm>
#include <utility>

#include "policy/doubling.hpp"

namespace pintle {

namespace {

bool is_open_at(const record::BreakerChanged& model, std::int64_t wall_ms) {
  return model.state == BreakerState::open && wall_ms < model.open_until_ms;
}

}  // namespace

CircuitBreaker::CircuitBreaker(int threshold,
                               ModelSelection selection,
                               const Limits& limits)
    : threshold_(std::max(threshold, 1)),
      selection_(std::move(selection)),
      cooldown_ms_(limits.breaker_cooldown_ms),
      cooldown_max_ms_(limits.breaker_cooldown_max_ms) {}

const record::BreakerChanged* CircuitBreaker::find(std::string_view model) const {
  const auto place = std::find_if(models_.begin(), models_.end(), [&](const auto& known) {
    return known.model == model;
  });
  return place == models_.end() ? nullptr : &*place;
}

void CircuitBreaker::evolve(const record::BreakerChanged& change) {
  const auto place = std::find_if(models_.begin(), models_.end(), [&](const auto& known) {
    return known.model == change.model;
  });
  if (place == models_.end()) {
    models_.push_back(change);
  } else {
    *place = change;
  }
}

record::BreakerChanged CircuitBreaker::failed(std::string_view model,
                                              std::int64_t wall_ms,
                                              bool trip,
                                              std::int64_t retry_after_ms) const {
  record::BreakerChanged next;
  next.model = std::string(model);
  if (const record::BreakerChanged* known = find(model)) next = *known;
  // Open or half-open: it was given up before and has not answered since.
  const bool given_up = next.state != BreakerState::closed;
  ++next.failures;
  next.open_until_ms = 0;
  if (!trip && !given_up && next.failures < threshold_) return next;

  ++next.openings;
  next.state = BreakerState::open;
  const std::int64_t own = doubled(cooldown_ms_, cooldown_max_ms_, next.openings - 1);
  const std::int64_t asked = std::min(retry_after_ms, cooldown_max_ms_);
  next.open_until_ms = wall_ms + std::max(own, asked);
  return next;
}

std::optional<record::BreakerChanged> CircuitBreaker::succeeded(
    std::string_view model) const {
  const record::BreakerChanged* known = find(model);
  record::BreakerChanged fresh;
  fresh.model = std::string(model);
  if (known == nullptr || *known == fresh) return std::nullopt;
  return fresh;
}

std::vector<std::string> CircuitBreaker::candidates(std::int64_t wall_ms) const {
  std::vector<std::string> names{selection_.primary};
  for (const std::string& name : selection_.fallbacks) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  std::vector<std::string> usable;
  for (const std::string& name : names) {
    if (!is_open(name, wall_ms)) usable.push_back(name);
  }
  if (!usable.empty()) return usable;
  return {
      *std::min_element(names.begin(), names.end(), [&](const auto& a, const auto& b) {
        return find(a)->open_until_ms < find(b)->open_until_ms;
      })};
}

bool CircuitBreaker::is_open(std::string_view model, std::int64_t wall_ms) const {
  const record::BreakerChanged* known = find(model);
  return known != nullptr && is_open_at(*known, wall_ms);
}

}  // namespace pintle

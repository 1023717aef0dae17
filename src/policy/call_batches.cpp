// SPDX-License-Identifier: MIT
#include "policy/call_batches.hpp"

#include <algorithm>
#include <utility>

#include "pintle/hash.hpp"

#include "core/excerpt.hpp"

namespace pintle {

namespace {

constexpr std::size_t quote_bytes = 160;
constexpr std::size_t quoted_slots_max = 4;

std::size_t at_least_one(int count) {
  return static_cast<std::size_t>(std::max(count, 1));
}

std::uint64_t digest_of(const std::vector<const CallPart*>& calls) {
  Hasher hasher;
  for (const CallPart* const call : calls) {
    hasher.text(call->name);
    hasher.number(canonical_digest(call->usable ? call->arguments : call->malformed));
  }
  return hasher.digest();
}

}  // namespace

CallBatches::CallBatches(const LoopDetectorConfig& config)
    : period_max_(at_least_one(config.call_period_max)),
      batches_max_(period_max_ * (at_least_one(std::max(config.call_repeats,
                                                        config.call_repeats_repeatable)) +
                                  1)) {}

bool CallBatches::Batch::same_as(const Batch& other) const {
  return calls == other.calls &&
         std::equal(slots.begin(),
                    slots.end(),
                    other.slots.begin(),
                    other.slots.end(),
                    [](const Slot& a, const Slot& b) { return a.digest == b.digest; });
}

void CallBatches::begin(const std::vector<const CallPart*>& calls) {
  Batch batch;
  batch.calls = digest_of(calls);
  for (const CallPart* const call : calls) {
    Slot slot;
    slot.call = call->call;
    slot.name = excerpt(call->name, quote_bytes);
    slot.quote = slot.name + " " + excerpt(call->arguments, quote_bytes);
    batch.slots.push_back(std::move(slot));
  }
  batches_.push_back(std::move(batch));
  if (batches_.size() > batches_max_) batches_.pop_front();
}

void CallBatches::fill(CallId call,
                       ResultStatus status,
                       const std::string& content,
                       const std::vector<ImagePart>& images) {
  if (batches_.empty()) return;
  auto& slots = batches_.back().slots;
  const auto slot = std::find_if(
      slots.begin(), slots.end(), [&](const Slot& one) { return one.call == call; });
  if (slot == slots.end()) return;
  Hasher hasher;
  hasher.number(static_cast<std::uint64_t>(status));
  hasher.text(content);
  for (const ImagePart& image : images) {
    hasher.text(image.media_type);
    hasher.text(image.base64);
    hasher.text(image.url);
  }
  slot->digest = hasher.digest();
  slot->result = excerpt(content, quote_bytes);
}

bool CallBatches::has_recent(const std::vector<const CallPart*>& calls) const {
  const std::uint64_t digest = digest_of(calls);
  const std::size_t looked_at = std::min(batches_.size(), period_max_);
  return std::any_of(batches_.rbegin(),
                     batches_.rbegin() + static_cast<std::ptrdiff_t>(looked_at),
                     [&](const Batch& batch) { return batch.calls == digest; });
}

std::optional<CallCycle> CallBatches::cycle(const std::vector<const CallPart*>& calls,
                                            int repeats) const {
  if (repeats < 1 || batches_.empty()) return std::nullopt;
  const std::uint64_t digest = digest_of(calls);
  for (std::size_t period = 1; period <= period_max_; ++period) {
    const std::size_t needed = period * static_cast<std::size_t>(repeats);
    if (needed > batches_.size()) return std::nullopt;
    if (batches_[batches_.size() - period].calls != digest) continue;
    if (goes_round(period, needed)) return describe(period);
  }
  return std::nullopt;
}

// Do the last `last` batches repeat with this period?
bool CallBatches::goes_round(std::size_t period, std::size_t last) const {
  for (std::size_t i = batches_.size() - last; i + period < batches_.size(); ++i) {
    if (!batches_[i].same_as(batches_[i + period])) return false;
  }
  return true;
}

CallCycle CallBatches::describe(std::size_t period) const {
  CallCycle cycle;
  cycle.period = period;
  std::size_t run = 2 * period;
  while (run <= batches_.size() && goes_round(period, run)) run += period;
  cycle.count = static_cast<std::int64_t>((run - period) / period);
  std::size_t quoted = 0;
  for (std::size_t i = batches_.size() - period; i < batches_.size(); ++i) {
    for (const Slot& slot : batches_[i].slots) {
      if (++quoted > quoted_slots_max) return cycle;
      cycle.tools += (cycle.tools.empty() ? "" : ", ") + slot.name;
      cycle.quote += "\n- " + slot.quote + " gave: " + slot.result;
    }
  }
  return cycle;
}

}  // namespace pintle

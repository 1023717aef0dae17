// SPDX-License-Identifier: MIT
#include <utility>

#include "pintle/memory.hpp"

#include "core/counting.hpp"

namespace pintle {

std::string_view to_string(MemoryTrigger trigger) noexcept {
  switch (trigger) {
    case MemoryTrigger::none: return "none";
    case MemoryTrigger::observation: return "observation";
    case MemoryTrigger::reflection: return "reflection";
  }
  return "?";
}

namespace {

void add_tier(std::vector<Message>& tiers,
              std::string_view tag,
              std::string_view bullet,
              const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  std::string text(tag);
  for (const std::string& line : lines) text.append("\n").append(bullet).append(line);
  tiers.push_back(system_message(std::move(text)));
}

class SessionMemory final : public MemoryHierarchy {
 public:
  explicit SessionMemory(MemoryConfig config) : config_(config) {}

  void on_record(const SessionRecord& record) override {
    if (const auto* ended = std::get_if<record::GenerationEnded>(&record)) {
      rolling_ = plus(rolling_, tokens_of(ended->usage.value_or(Usage{})));
    } else if (const auto* working = std::get_if<record::WorkingMemory>(&record)) {
      facts_ = working->facts;
    } else if (const auto* observation = std::get_if<record::Observation>(&record)) {
      observe(*observation);
    } else if (const auto* reflection = std::get_if<record::Reflection>(&record)) {
      reflections_ = reflection->reflections;
      observations_.clear();
      observation_tokens_ = 0;
    } else if (std::holds_alternative<record::EpochStarted>(record)) {
      epoch_ = render();
    }
  }

  [[nodiscard]] std::vector<Message> render() const override {
    std::vector<Message> tiers;
    add_tier(tiers, "[working_memory]", "- ", facts_);
    add_tier(tiers, "[reflection]", "", reflections_);
    if (config_.inject_newer_observations || reflections_.empty()) {
      add_tier(tiers, "[observation]", "- ", observations_);
    }
    return tiers;
  }

  [[nodiscard]] std::vector<Message> render_epoch() const override {
    return epoch_ ? *epoch_ : render();
  }

  Task<Result<MemoryTrigger>> check_triggers() override {
    return Task<Result<MemoryTrigger>>::ready(due());
  }

 private:
  void observe(const record::Observation& observation) {
    observations_.insert(observations_.end(),
                         observation.observations.begin(),
                         observation.observations.end());
    observation_tokens_ = plus(observation_tokens_, observation.token_count);
    rolling_ = 0;
  }

  [[nodiscard]] MemoryTrigger due() const {
    const auto passed = [](std::int64_t tokens, std::int64_t trigger) {
      return trigger > 0 && tokens >= trigger;
    };
    if (passed(rolling_, config_.observation_trigger_tokens)) {
      return MemoryTrigger::observation;
    }
    if (passed(observation_tokens_, config_.reflection_trigger_tokens)) {
      return MemoryTrigger::reflection;
    }
    return MemoryTrigger::none;
  }

  MemoryConfig config_;
  std::vector<std::string> facts_;
  std::vector<std::string> reflections_;
  std::vector<std::string> observations_;  // since the last reflection
  std::int64_t observation_tokens_ = 0;
  std::int64_t rolling_ = 0;
  std::optional<std::vector<Message>> epoch_;  // the tiers at the last EpochStarted
};

}  // namespace

std::shared_ptr<MemoryHierarchy> memory_hierarchy(MemoryConfig config) {
  return std::make_shared<SessionMemory>(config);
}

}  // namespace pintle

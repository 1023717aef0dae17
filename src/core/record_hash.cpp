// SPDX-License-Identifier: MIT
#include "core/record_hash.hpp"

#include <type_traits>
#include <vector>

#include "core/overloaded.hpp"

namespace pintle {

namespace {

class RecordHash {
 public:
  explicit RecordHash(Hasher& hasher) : hasher_(&hasher) {}

  void put(bool value) { hasher_->number(value ? 1 : 0); }
  void put(std::int64_t value) { hasher_->number(static_cast<std::uint64_t>(value)); }
  void put(int value) { put(static_cast<std::int64_t>(value)); }
  void put(std::uint64_t value) { hasher_->number(value); }
  void put(std::uint32_t value) { hasher_->number(value); }
  void put(double value) { put(static_cast<std::int64_t>(value * 1e6)); }
  void put(const std::string& value) { hasher_->text(value); }
  template <class E>
  requires std::is_enum_v<E>
  void put(E value) { hasher_->number(static_cast<std::uint64_t>(value)); }
  template <class Tag>
  void put(Id<Tag> id) {
    hasher_->number(id.value);
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    hasher_->number(values.size());
    for (const T& value : values) put(value);
  }
  template <class... Ts>
  void all(const Ts&... values) {
    (put(values), ...);
  }

  void put(const StopReason& v) { all(v.kind, v.raw); }
  void put(const Usage& v) {
    all(v.input, v.output, v.cache_read, v.cache_write, v.reasoning, v.cost_micro);
  }
  void put(const Cost& v) { all(v.micro, v.status); }
  void put(const ImagePart& v) { all(v.media_type, v.base64, v.url); }
  void put(const ToolOutcome& v) { all(v.status, v.content, v.images, v.detail); }
  void put(const Approval& v) { all(v.approved, v.reason, v.arguments); }
  void put(const Part& part) {
    hasher_->number(part.index());
    std::visit(
        Overloaded{[&](const TextPart& p) { put(p.text); },
                   [&](const ImagePart& p) { put(p); },
                   [&](const ThinkingPart& p) { all(p.text, p.signature, p.redacted); },
                   [&](const CallPart& p) {
                     all(p.call, p.provider_id, p.name, p.arguments, p.malformed);
                     all(p.usable, p.signature);
                   },
                   [&](const ResultPart& p) {
                     all(p.call, p.provider_id, p.name, p.status, p.content, p.images);
                   },
                   [&](const OpaquePart& p) { all(p.provider, p.json); }},
        part);
  }
  void put(const Message& m) {
    all(m.id, m.role, m.parts, m.generation, m.model, m.interrupted);
  }
  void put(const AgenticError& error) { put(to_string(error)); }
  void put(const FinishReason& reason) { put(to_string(reason)); }

  void operator()(const record::SessionCreated& r) {
    all(r.config_digest, r.tools_digest, r.system_digest);
  }
  void operator()(const record::TurnStarted& r) { all(r.turn, r.wall_ms); }
  void operator()(const record::TurnSuspended& r) { put(r.turn); }
  void operator()(const record::InputAccepted& r) {
    all(r.id, r.message, r.mode, r.dedup);
  }
  void operator()(const record::InputDelivered& r) { put(r.id); }
  void operator()(const record::InputReturned& r) { put(r.id); }
  void operator()(const record::GenerationStarted& r) {
    all(r.generation, r.model, r.max_tokens, r.temperature);
    all(r.epoch, r.from, r.upto, r.reserved);
  }
  void operator()(const record::GenerationEnded& r) {
    all(r.generation, r.outcome, r.discarded, r.failed, r.stop, r.usage, r.model, r.cost);
  }
  void operator()(const record::Conversation& r) { put(r.message); }
  void operator()(const record::Retracted& r) { all(r.generation, r.reason); }
  void operator()(const record::ApprovalAsked& r) {
    all(r.call, r.name, r.arguments, r.digest);
  }
  void operator()(const record::ApprovalAnswered& r) { all(r.call, r.digest, r.verdict); }
  void operator()(const record::ToolStarted& r) {
    all(r.call, r.run, r.name, r.effect, r.idempotency_key, r.deadline_ms);
  }
  void operator()(const record::ToolResult& r) { all(r.call, r.name, r.outcome); }
  void operator()(const record::ModelSwitched& r) { all(r.from, r.to, r.cause); }
  void operator()(const record::BreakerChanged& r) {
    all(r.model, r.state, r.failures, r.openings, r.open_until_ms);
  }
  void operator()(const record::EpochStarted& r) { all(r.epoch, r.from, r.cause); }
  void operator()(const record::WorkingMemory& r) { all(r.version, r.facts); }
  void operator()(const record::Observation& r) {
    all(r.version, r.observations, r.token_count, r.sources);
  }
  void operator()(const record::Reflection& r) {
    all(r.version, r.reflections, r.tokens_before, r.tokens_after);
  }
  void operator()(const record::ContextCompacted& r) {
    all(r.first, r.last, r.summary, r.kept_facts);
  }
  void operator()(const record::BudgetReserved& r) { all(r.generation, r.tokens); }
  void operator()(const record::BudgetSettled& r) { all(r.generation, r.tokens); }
  void operator()(const record::ToolsActivated& r) { put(r.names); }
  void operator()(const record::Summary& r) {
    all(r.turn, r.finish, r.error, r.weak, r.message_count, r.queued, r.usage.total);
  }

 private:
  Hasher* hasher_;
};

}  // namespace

void hash_record(Hasher& hasher, const SessionRecord& record) {
  hasher.number(record.index());
  std::visit(RecordHash(hasher), record);
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "core/answer_draft.hpp"

#include <algorithm>
#include <utility>

namespace pintle {

void AnswerDraft::begin(CallId last_call) {
  bytes_.clear();
  blocks_.clear();
  calls_.clear();
  last_call_ = last_call;
  size_ = 0;
}

void AnswerDraft::append(Kind kind, std::string_view bytes) {
  const bool closed = !blocks_.empty() && !blocks_.back().signature.empty();
  if (blocks_.empty() || blocks_.back().kind != kind || closed) {
    blocks_.push_back(Block{kind, bytes_.size(), 0, {}});
  }
  bytes_.append(bytes);
  blocks_.back().length += bytes.size();
  size_ += bytes.size();
}

AnswerDraft::Call* AnswerDraft::find(std::uint32_t index) noexcept {
  const auto found = std::find_if(calls_.begin(), calls_.end(), [&](const Call& call) {
    return call.index == index;
  });
  return found == calls_.end() ? nullptr : &*found;
}

void AnswerDraft::call(std::uint32_t index,
                       std::string_view provider_id,
                       std::string_view name) {
  last_call_.value += 1;
  Call call;
  call.index = index;
  call.id = last_call_;
  call.provider_id = provider_id;
  call.name = name;
  size_ += name.size();
  calls_.push_back(std::move(call));
}

CallId AnswerDraft::arguments(std::uint32_t index, std::string_view bytes) {
  Call* call = find(index);
  if (call == nullptr) return {};
  call->arguments.append(bytes);
  size_ += bytes.size();
  return call->id;
}

void AnswerDraft::opaque(model::OpaqueKind kind,
                         std::uint32_t index,
                         std::string_view bytes) {
  size_ += bytes.size();
  switch (kind) {
    case model::OpaqueKind::thinking_signature:
      append(Kind::thinking, {});  // a new part, where the last one has its signature
      blocks_.back().signature = bytes;
      return;
    case model::OpaqueKind::redacted_thinking:
      blocks_.push_back(Block{Kind::redacted, bytes_.size(), 0, std::string(bytes)});
      return;
    case model::OpaqueKind::call_signature:
      if (Call* call = find(index)) call->signature.append(bytes);
      return;
    case model::OpaqueKind::provider_block:
      blocks_.push_back(Block{Kind::provider, bytes_.size(), 0, std::string(bytes)});
      return;
  }
}

Part AnswerDraft::part_of(const Block& block) const {
  std::string text = bytes_.substr(block.begin, block.length);
  switch (block.kind) {
    case Kind::text: return TextPart{std::move(text)};
    case Kind::thinking: return ThinkingPart{std::move(text), block.signature, false};
    case Kind::redacted: return ThinkingPart{{}, block.signature, true};
    case Kind::provider: return OpaquePart{{}, block.signature};
  }
  return TextPart{};
}

Message AnswerDraft::message(bool drop_calls) const {
  Message message;
  message.role = Role::assistant;
  for (const Block& block : blocks_) message.parts.push_back(part_of(block));
  if (drop_calls) return message;
  for (const Call& call : calls_) {
    RepairedArguments repaired = repair_arguments(call.arguments);
    message.parts.emplace_back(CallPart{call.id,
                                        call.provider_id,
                                        call.name,
                                        std::move(repaired.json),
                                        std::move(repaired.malformed),
                                        repaired.usable,
                                        call.signature});
  }
  return message;
}

}  // namespace pintle

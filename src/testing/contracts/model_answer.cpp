// SPDX-License-Identifier: MIT
#include "testing/contracts/model_answer.hpp"

#include <utility>
#include <variant>

#include "pintle/json_text.hpp"

#include "core/overloaded.hpp"
#include "testing/contracts/spoil.hpp"

namespace pintle::testing {

namespace {

bool is_utf8(std::string_view text) {
  return valid_utf8(text) == text;
}

}  // namespace

std::string bytes_of(const ModelEvent& event) {
  const auto copy = [](std::string_view bytes) { return std::string(bytes); };
  return std::visit(
      Overloaded{[&](const model::Text& text) { return copy(text.bytes); },
                 [&](const model::Thinking& thinking) { return copy(thinking.bytes); },
                 [&](const model::CallStart& start) {
                   return copy(start.id) + copy(start.name);
                 },
                 [&](const model::CallArguments& more) { return copy(more.bytes); },
                 [&](const model::Opaque& opaque) { return copy(opaque.bytes); },
                 [](const model::End&) { return std::string(); },
                 [](const model::Failed&) { return std::string(); }},
      event);
}

void HeardAnswer::hear(const ModelEvent& event) {
  ++events_;
  is_.expect(!holds_spoiled(bytes_of(event)),
             "a stream does not look at its request after it began");
  std::visit([this](const auto& value) { take(value); }, event);
}

void HeardAnswer::append(std::string_view kind, std::string_view bytes) {
  if (blocks_.empty() || blocks_.back().kind != kind) blocks_.push_back({kind, {}});
  blocks_.back().bytes += bytes;
}

void HeardAnswer::take(const model::CallStart& start) {
  is_.expect(!start.name.empty(), "a call that begins has its name");
  is_.expect(is_utf8(start.name) && is_utf8(start.id), "names and ids are UTF-8");
  const bool fresh =
      calls_.try_emplace(start.index, Call{std::string(start.name), {}, {}}).second;
  is_.expect(fresh, "no two calls of an answer begin with the same index");
}

void HeardAnswer::take(const model::CallArguments& more) {
  const auto call = calls_.find(more.index);
  if (is_.expect(call != calls_.end(), "arguments belong to a call that began")) {
    call->second.arguments += more.bytes;
  }
}

void HeardAnswer::take(const model::Opaque& opaque) {
  switch (opaque.kind) {
    case model::OpaqueKind::thinking_signature: append("thinking", {}); break;
    case model::OpaqueKind::redacted_thinking:
      blocks_.push_back({"redacted", std::string(opaque.bytes)});
      return;
    case model::OpaqueKind::call_signature: {
      const auto call = calls_.find(opaque.index);
      if (!is_.expect(call != calls_.end(),
                      "a call's signature belongs to a call that began"))
        return;
      call->second.signature += opaque.bytes;
      return;
    }
    case model::OpaqueKind::provider_block:
      is_.expect(is_json(opaque.bytes), "a provider's block is JSON");
      blocks_.push_back({"provider's block", std::string(opaque.bytes)});
      return;
  }
  is_.expect(!opaque.bytes.empty(), "a thinking's signature is not empty");
  blocks_.push_back({"signature", std::string(opaque.bytes)});
}

void HeardAnswer::take(const model::End& end) {
  finish("ended: " + std::string(to_string(end.stop.kind)), end.usage);
}

void HeardAnswer::take(const model::Failed& failed) {
  is_.expect(!failed.error.message.empty(), "a failure says what went wrong");
  is_.expect(failed.error.retry_after_ms.value_or(0) >= 0,
             "a time to wait is not negative");
  finish("failed: " + std::string(to_string(failed.error.kind)), failed.usage);
}

void HeardAnswer::finish(std::string ending, const std::optional<Usage>& usage) {
  ending_ = std::move(ending);
  if (usage) check_usage(*usage);
  for (const Block& block : blocks_) {
    const bool shown = block.kind == "text" || block.kind == "thinking";
    is_.expect(!shown || is_utf8(block.bytes), "deltas, put together, are UTF-8");
  }
  for (const auto& [index, call] : calls_) {
    is_.expect(is_utf8(call.arguments), "arguments, put together, are UTF-8");
  }
}

void HeardAnswer::check_usage(const Usage& usage) {
  for (const auto& count : {usage.input,
                            usage.output,
                            usage.cache_read,
                            usage.cache_write,
                            usage.reasoning,
                            usage.cost_micro}) {
    is_.expect(count.value_or(0) >= 0, "what was used is not negative");
  }
  const bool both = usage.reasoning && usage.output;
  is_.expect(!both || *usage.reasoning <= *usage.output,
             "reasoning is a part of the output");
}

std::string HeardAnswer::said() const {
  std::string all;
  for (const Block& block : blocks_) {
    all += std::string(block.kind) + ": " + block.bytes + "\n";
  }
  for (const auto& [index, call] : calls_) {
    all += "call: " + call.name + " " + call.arguments + " " + call.signature + "\n";
  }
  return all + ending_;
}

}  // namespace pintle::testing

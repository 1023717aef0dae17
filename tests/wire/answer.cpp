// SPDX-License-Identifier: MIT
#include "wire/answer.hpp"

#include <algorithm>
#include <memory>
#include <sstream>
#include <variant>

#include "core/overloaded.hpp"

namespace pintle::testing {

namespace {

AnswerCall& call_at(Answer& answer, std::uint32_t index) {
  if (answer.calls.size() <= index) answer.calls.resize(index + 1);
  return answer.calls[index];
}

void add_block(Answer& answer, const char* kind, std::string_view bytes) {
  answer.empty_deltas += bytes.empty() ? 1 : 0;
  if (answer.blocks.empty() || answer.blocks.back() != kind) {
    answer.blocks.emplace_back(kind);
  }
}

void add_opaque(Answer& answer, const model::Opaque& event) {
  switch (event.kind) {
    case model::OpaqueKind::thinking_signature:
      answer.signatures.emplace_back(event.bytes);
      return;
    case model::OpaqueKind::redacted_thinking:
      answer.redacted.emplace_back(event.bytes);
      return;
    case model::OpaqueKind::provider_block:
      answer.provider_blocks.emplace_back(event.bytes);
      return;
    case model::OpaqueKind::call_signature: return;
  }
}

void add(Answer& answer, const ModelEvent& event) {
  std::visit(Overloaded{[&](const model::Text& e) {
                          add_block(answer, "text", e.bytes);
                          answer.text += e.bytes;
                        },
                        [&](const model::Thinking& e) {
                          add_block(answer, "reasoning", e.bytes);
                          answer.thinking += e.bytes;
                        },
                        [&](const model::CallStart& e) {
                          call_at(answer, e.index).id = e.id;
                          call_at(answer, e.index).name = e.name;
                        },
                        [&](const model::CallArguments& e) {
                          call_at(answer, e.index).arguments += e.bytes;
                        },
                        [&](const model::Opaque& e) { add_opaque(answer, e); },
                        [&](const model::End& e) {
                          ++answer.endings;
                          answer.stop = e.stop;
                          answer.usage = e.usage;
                        },
                        [&](const model::Failed& e) {
                          ++answer.endings;
                          answer.error = e.error;
                          answer.usage = e.usage;
                        }},
             event);
}

}  // namespace

std::vector<AnswerCall> Answer::executable_calls() const {
  if (error || !stop) return {};
  const bool cut = stop->kind == StopKind::max_tokens ||
                   stop->kind == StopKind::content_filter ||
                   stop->kind == StopKind::refusal;
  return cut ? std::vector<AnswerCall>() : calls;
}

void drain(wire::StreamDecoder& decoder, Answer& answer) {
  while (const auto event = decoder.next()) add(answer, *event);
  answer.raw_usage = decoder.raw_usage();
}

Answer decode(wire::StreamDecoder& decoder,
              std::string_view bytes,
              const std::vector<std::size_t>& cuts) {
  Answer answer;
  std::size_t begin = 0;
  const auto feed_to = [&](std::size_t end) {
    if (end <= begin || end > bytes.size()) return;
    const auto copy = std::make_unique<char[]>(end - begin);
    bytes.copy(copy.get(), end - begin, begin);
    decoder.feed({copy.get(), end - begin});
    begin = end;
    drain(decoder, answer);
  };
  for (const std::size_t cut : cuts) feed_to(cut);
  feed_to(bytes.size());
  decoder.finish();
  drain(decoder, answer);
  return answer;
}

std::vector<std::size_t> cuts_each(std::size_t bytes, std::size_t size) {
  std::vector<std::size_t> cuts;
  for (std::size_t at = size; size != 0 && at < bytes; at += size) cuts.push_back(at);
  return cuts;
}

std::string describe(const Answer& answer) {
  std::ostringstream out;
  const auto number = [&](const char* name, const std::optional<std::int64_t>& value) {
    out << ' ' << name << '=' << (value ? std::to_string(*value) : "?");
  };
  out << "text: " << answer.text << "\nthinking: " << answer.thinking;
  for (const AnswerCall& call : answer.calls) {
    out << "\ncall: " << call.id << ' ' << call.name << ' ' << call.arguments;
  }
  if (answer.stop)
    out << "\nstop: " << to_string(answer.stop->kind) << " raw " << answer.stop->raw;
  if (answer.error) out << "\nerror: " << to_string(AgenticError(*answer.error));
  if (answer.usage) {
    out << "\nusage:";
    number("input", answer.usage->input);
    number("output", answer.usage->output);
    number("cache_read", answer.usage->cache_read);
    number("cache_write", answer.usage->cache_write);
    number("reasoning", answer.usage->reasoning);
  }
  return out.str();
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
#include "pintle/message.hpp"

#include <utility>

#include "core/overloaded.hpp"

namespace pintle {

std::string_view to_string(Role role) noexcept {
  switch (role) {
    case Role::system: return "system";
    case Role::user: return "user";
    case Role::assistant: return "assistant";
    case Role::tool: return "tool";
  }
  return "?";
}

std::string_view to_string(StopKind kind) noexcept {
  switch (kind) {
    case StopKind::end_turn: return "end_turn";
    case StopKind::tool_use: return "tool_use";
    case StopKind::max_tokens: return "max_tokens";
    case StopKind::stop_sequence: return "stop_sequence";
    case StopKind::content_filter: return "content_filter";
    case StopKind::refusal: return "refusal";
    case StopKind::pause: return "pause";
    case StopKind::context_overflow: return "context_overflow";
    case StopKind::other: return "other";
  }
  return "?";
}

std::string_view to_string(ResultStatus status) noexcept {
  switch (status) {
    case ResultStatus::pending: return "pending";
    case ResultStatus::ok: return "ok";
    case ResultStatus::error: return "error";
    case ResultStatus::denied: return "denied";
    case ResultStatus::cancelled: return "cancelled";
    case ResultStatus::interrupted: return "interrupted";
    case ResultStatus::in_doubt: return "in_doubt";
    case ResultStatus::skipped: return "skipped";
  }
  return "?";
}

namespace {

Message text_message(Role role, std::string text) {
  Message message;
  message.role = role;
  message.parts.emplace_back(TextPart{std::move(text)});
  return message;
}

constexpr std::size_t image_tokens = 1'000;

std::size_t text_bytes(const Part& part) noexcept {
  return std::visit(
      Overloaded{[](const TextPart& p) { return p.text.size(); },
                 [](const ImagePart& p) { return p.base64.size() + p.url.size(); },
                 [](const ThinkingPart& p) { return p.text.size() + p.signature.size(); },
                 [](const CallPart& p) {
                   return p.name.size() + p.arguments.size() + p.malformed.size();
                 },
                 [](const ResultPart& p) {
                   std::size_t size = p.content.size();
                   for (const ImagePart& image : p.images) size += image.base64.size();
                   return size;
                 },
                 [](const OpaquePart& p) { return p.json.size(); }},
      part);
}

std::size_t tokens_of(const Part& part) noexcept {
  if (std::holds_alternative<ImagePart>(part)) return image_tokens;
  const auto* result = std::get_if<ResultPart>(&part);
  if (result == nullptr) return (text_bytes(part) + 3) / 4;
  return (result->content.size() + 3) / 4 + image_tokens * result->images.size();
}

}  // namespace

Message user_message(std::string text) {
  return text_message(Role::user, std::move(text));
}
Message system_message(std::string text) {
  return text_message(Role::system, std::move(text));
}

std::string text_of(const Message& message) {
  std::string text;
  for (const Part& part : message.parts) {
    if (const auto* piece = std::get_if<TextPart>(&part)) text += piece->text;
  }
  return text;
}

bool has_content(const Message& message) noexcept {
  for (const Part& part : message.parts) {
    const auto* text = std::get_if<TextPart>(&part);
    if (text != nullptr && text->text.find_first_not_of(" \t\r\n") != std::string::npos) {
      return true;
    }
    if (text == nullptr && !std::holds_alternative<ThinkingPart>(part)) return true;
  }
  return false;
}

std::vector<const CallPart*> calls_of(const Message& message) {
  std::vector<const CallPart*> calls;
  for (const Part& part : message.parts) {
    if (const auto* call = std::get_if<CallPart>(&part)) calls.push_back(call);
  }
  return calls;
}

std::int64_t estimate_tokens(const Message& message) noexcept {
  std::size_t tokens = 4;
  for (const Part& part : message.parts) tokens += tokens_of(part);
  return static_cast<std::int64_t>(tokens);
}

std::size_t size_bytes(const Message& message) noexcept {
  std::size_t size = 0;
  for (const Part& part : message.parts) size += text_bytes(part);
  return size;
}

}  // namespace pintle

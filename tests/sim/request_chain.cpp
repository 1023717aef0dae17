// SPDX-License-Identifier: MIT
#include "sim/request_chain.hpp"

#include <utility>

namespace pintle::sim {

namespace {

using testing::Transcript;
using testing::TranscriptItem;
using testing::WireDialect;

std::size_t notes_of(const Transcript& request) {
  std::size_t notes = 0;
  for (auto it = request.items.rbegin(); it != request.items.rend(); ++it) {
    const bool text = it->kind == TranscriptItem::Kind::text && !it->assistant;
    if (!text || is_users(*it)) break;
    ++notes;
  }
  return notes;
}

// What stands between the brackets of "messages".
std::string_view messages_of(std::string_view body) {
  constexpr std::string_view key = "\"messages\":[";
  const std::size_t at = body.find(key);
  if (at == std::string_view::npos) return {};
  body.remove_prefix(at + key.size());
  int depth = 1;
  bool quoted = false;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const char c = body[i];
    if (quoted) {
      if (c == '\\') ++i;
      quoted = c != '"';
      continue;
    }
    if (c == '"') quoted = true;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth == 0) return body.substr(0, i);
  }
  return {};
}

// The messages' bytes, without the notes. Quotes inside of strings are escaped, so that
// what is looked for stands outside of them.
std::string stable_bytes(WireDialect dialect,
                         const Transcript& request,
                         std::string_view body) {
  const bool anthropic = dialect == WireDialect::anthropic;
  const std::string_view note =
      anthropic ? R"({"type":"text","text":")" : R"({"role":"user","content":")";
  std::string_view messages = messages_of(body);
  // The last message of the one dialect may take more blocks.
  if (anthropic && messages.ends_with("]}")) messages.remove_suffix(2);
  for (std::size_t notes = notes_of(request); notes > 0; --notes) {
    messages = messages.substr(0, messages.rfind(note));
  }
  while (messages.ends_with(',')) messages.remove_suffix(1);
  return std::string(messages);
}

}  // namespace

bool is_users(const TranscriptItem& item) {
  return item.kind == TranscriptItem::Kind::text && !item.assistant &&
         std::string_view(item.text).starts_with(user_mark);
}

std::string RequestChain::add(WireDialect dialect,
                              const Transcript& request,
                              std::string_view body,
                              std::uint64_t generation,
                              std::uint64_t epoch) {
  std::string fault;
  Link link{generation,
            epoch,
            request.system,
            request.tools,
            stable_bytes(dialect, request, body)};
  if (!links_.empty() && links_.back().epoch == epoch) {
    const Link& before = links_.back();
    if (before.system != link.system) fault = "the system prompt changed";
    if (before.tools != link.tools) fault = "the tools changed";
    if (!messages_of(body).starts_with(before.prefix)) fault = "the messages changed";
  } else {
    links_.clear();
  }
  links_.push_back(std::move(link));
  return fault.empty() ? fault : "within an epoch " + fault;
}

void RequestChain::forget_from(std::uint64_t generation) {
  while (!links_.empty() && links_.back().generation >= generation) links_.pop_back();
}

}  // namespace pintle::sim

// SPDX-License-Identifier: MIT
#include "wire/chat_calls.hpp"

namespace pintle::wire {

namespace {

bool is_blank(std::string_view text) noexcept {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// A name comes in pieces or again and again: an equal piece is the name once more.
void add_name(std::string& name, std::string_view piece) {
  if (name != piece) name += piece;
}

// Is `piece` the beginning of another call, though it points at `call`?
bool begins_another(const ChatCall& call, const CallPiece& piece) {
  if (piece.name.empty()) return false;
  if (!piece.id.empty() && !call.id.empty() && piece.id != call.id) return true;
  const bool same_id = !piece.id.empty() && piece.id == call.id;
  return !same_id && call.end.reached() && !is_blank(piece.arguments);
}

}  // namespace

void JsonEnd::feed(std::string_view text) {
  for (const char c : text) {
    if (reached_) return;
    if (in_string_) {
      if (c == '"' && !escaped_) in_string_ = false;
      escaped_ = c == '\\' && !escaped_;
      continue;
    }
    in_string_ = c == '"';
    if (c == '{' || c == '[') ++depth_;
    if (c == '}' || c == ']') reached_ = --depth_ <= 0;
  }
}

bool ChatCall::can_start(const CallPiece& last) const {
  if (started || name.empty()) return false;
  // A piece of arguments without a name: the name's pieces are behind us.
  const bool past_name = last.name.empty() && !last.arguments.empty();
  return past_name || end.reached();
}

ChatCall* ChatCalls::find(const CallPiece& piece) {
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
    const bool same = piece.index ? call->wire_index == piece.index
                                  : !piece.id.empty() && call->id == piece.id;
    if (same) return &*call;
  }
  // Without an index the latest call goes on, unless a new id and a name say otherwise.
  return piece.index || calls_.empty() ? nullptr : &calls_.back();
}

ChatCall& ChatCalls::open(const CallPiece& piece) {
  ChatCall& call = calls_.emplace_back();
  call.index = static_cast<std::uint32_t>(calls_.size() - 1);
  call.wire_index = piece.index;
  return call;
}

ChatCall* ChatCalls::add(const CallPiece& piece) {
  ChatCall* call = find(piece);
  if (call == nullptr || begins_another(*call, piece)) {
    const bool anonymous =
        piece.id.empty() && piece.name.empty() && is_blank(piece.arguments);
    if (anonymous) return nullptr;
    call = &open(piece);
  }
  if (call->id.empty()) call->id = piece.id;
  if (!call->started && !piece.name.empty()) add_name(call->name, piece.name);
  if (!call->started) call->held += piece.arguments;
  call->end.feed(piece.arguments);
  return call;
}

}  // namespace pintle::wire

// SPDX-License-Identifier: MIT
// ChatCalls: puts the tool calls of one chat answer together from the pieces that servers
// send: with or without index, id and name, repeated, split, or out of order. It decides
// which call a piece belongs to and when a call's name is complete. No JSON, no I/O.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace pintle::wire {

/// Sees where a JSON object or array ends, while its text comes in pieces.
class JsonEnd {
 public:
  void feed(std::string_view text);
  [[nodiscard]] bool reached() const noexcept { return reached_; }

 private:
  std::int64_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool reached_ = false;
};

/// One piece, as a server sends it. Empty text counts as absent.
struct CallPiece {
  std::optional<std::int64_t> index{};
  std::string_view id{};
  std::string_view name{};
  std::string_view arguments{};
};

struct ChatCall {
  std::uint32_t index = 0;  ///< Ours: the order of the calls.
  std::optional<std::int64_t> wire_index{};
  std::string id{};
  std::string name{};
  std::string held{};    ///< Arguments that came before the call was started.
  bool started = false;  ///< The name was complete, and the call was announced.
  JsonEnd end{};
  /// The name is known and no further piece of it is to be expected.
  [[nodiscard]] bool can_start(const CallPiece& last) const;
};

class ChatCalls {
 public:
  /// Adds a piece to its call, which is returned; null: it belongs to none. The piece's
  /// arguments are in `held` unless the call was started before.
  ChatCall* add(const CallPiece& piece);
  /// All calls in order. References stay valid.
  [[nodiscard]] std::deque<ChatCall>& all() noexcept { return calls_; }
  [[nodiscard]] bool empty() const noexcept { return calls_.empty(); }

 private:
  [[nodiscard]] ChatCall* find(const CallPiece& piece);
  ChatCall& open(const CallPiece& piece);

  std::deque<ChatCall> calls_;
};

}  // namespace pintle::wire

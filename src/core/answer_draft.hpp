// SPDX-License-Identifier: MIT
// AnswerDraft: an answer in the making, from deltas. Its buffers are reused from one
// answer to the next, so that a text delta allocates nothing after warm-up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/ids.hpp"
#include "pintle/message.hpp"
#include "pintle/model.hpp"

namespace pintle {

class AnswerDraft {
 public:
  /// Begins a new answer. Its calls get the ids after `last_call`.
  void begin(CallId last_call);
  void text(std::string_view bytes) { append(Kind::text, bytes); }
  void thinking(std::string_view bytes) { append(Kind::thinking, bytes); }
  void call(std::uint32_t index, std::string_view provider_id, std::string_view name);
  /// The call that the bytes belong to; 0 when there is none of this index.
  CallId arguments(std::uint32_t index, std::string_view bytes);
  void opaque(model::OpaqueKind kind, std::uint32_t index, std::string_view bytes);

  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] bool has_calls() const noexcept { return !calls_.empty(); }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_; }
  /// The message: text and thinking in order, then the calls (left out if `drop_calls`).
  [[nodiscard]] Message message(bool drop_calls) const;

 private:
  enum class Kind : std::uint8_t { text, thinking, redacted, provider };
  struct Block {
    Kind kind = Kind::text;
    std::size_t begin = 0;
    std::size_t length = 0;
    std::string signature;
  };
  struct Call {
    std::uint32_t index = 0;
    CallId id;
    std::string provider_id;
    std::string name;
    std::string arguments;
    std::string signature;
  };
  void append(Kind kind, std::string_view bytes);
  Call* find(std::uint32_t index) noexcept;
  [[nodiscard]] Part part_of(const Block& block) const;

  std::string bytes_;
  std::vector<Block> blocks_;
  std::vector<Call> calls_;
  CallId last_call_;
  std::size_t size_ = 0;
};

}  // namespace pintle

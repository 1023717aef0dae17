// SPDX-License-Identifier: MIT
// AnthropicDecoder: reads Messages answers, streamed or whole. The end of the body is the
// end of the answer: some gateways put several messages into one. Threads: as Decoder.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "wire/decoder.hpp"

namespace pintle::wire {

class AnthropicDecoder final : public Decoder {
 public:
  using Decoder::Decoder;

 private:
  enum class BlockKind : std::uint8_t {
    text,
    thinking,
    redacted,
    call,
    nameless,  // a call without a name, left out
    provider
  };
  struct Block {
    std::int64_t wire_index = 0;
    BlockKind kind = BlockKind::text;
    bool open = true;
    std::uint32_t call = 0;   // of a call: our index
    std::string signature{};  // of a thinking block
    std::string start{};      // of a call: its input; of a provider's block: all of it
    std::string collected{};  // input or content of a provider's block, in pieces
    bool has_pieces = false;  // input or content came in pieces
    bool is_content = false;  // `collected` is "content", not "input"
  };

  void on_object(JsonObject& object) override;
  void on_done_mark() override {}  // a gateway's habit; the body goes on to its end
  void on_body_end() override;
  [[nodiscard]] PromptCount prompt_count() const noexcept override {
    return PromptCount::without_caches;
  }

  void read_error(JsonObject& object, bool certain);
  void read_message(JsonObject message);
  void read_message_delta(JsonObject& object);
  void read_block_event(std::string_view type, JsonObject& object);
  void read_stop(JsonValue reason);
  void read_usage(JsonValue usage);
  void open_block(std::int64_t index, JsonObject object);
  void open_call(Block& block, JsonObject& object);
  void read_delta(Block& block, JsonObject delta);
  void add_input(Block& block, std::string_view piece);
  void close_block(Block& block);
  void close_provider_block(Block& block);
  void close_all();
  std::string_view keep(std::string text);
  [[nodiscard]] Block* find_open(std::int64_t index);
  [[nodiscard]] StopKind stop_kind() const;

  std::vector<Block> blocks_;  // closed ones are used again
  std::string message_id_;
  std::string stop_;
  std::deque<std::string> kept_;  // texts that emitted views point into
  std::uint32_t calls_ = 0;
  bool has_message_ = false;
  bool nameless_ = false;  // there was such a call
};

}  // namespace pintle::wire

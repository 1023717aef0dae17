// SPDX-License-Identifier: MIT
// ChatDecoder: reads the answers of OpenAI-compatible chat servers, streamed or whole.
// Of several choices only the first counts. Threads: as Decoder.
#pragma once

#include <string>

#include "wire/chat_calls.hpp"
#include "wire/decoder.hpp"

namespace pintle::wire {

class ChatDecoder final : public Decoder {
 public:
  using Decoder::Decoder;

 private:
  void on_object(JsonObject& object) override;
  void on_done_mark() override;
  void on_body_end() override;
  [[nodiscard]] PromptCount prompt_count() const noexcept override {
    return PromptCount::with_caches;
  }

  void read_choices(JsonValue choices);
  void read_choice(JsonObject choice);
  void read_message(JsonValue message);
  void read_content(JsonValue content);
  void read_content_part(JsonValue part);
  void read_thinking_parts(JsonValue parts);
  void read_tool_calls(JsonValue calls);
  void read_tool_call(JsonValue call);
  void read_usage(JsonValue usage);
  void add_call(const CallPiece& piece);
  void start(ChatCall& call);
  bool start_remaining();
  [[nodiscard]] StopKind stop_kind() const;
  void conclude();

  ChatCalls calls_;
  std::string stop_;         // the provider's word; the last one counts
  bool stopped_ = false;     // it came
  bool has_choice_ = false;  // any part of an answer came
  bool refused_ = false;     // a refusal text came
};

}  // namespace pintle::wire

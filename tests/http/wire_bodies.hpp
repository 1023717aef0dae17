// SPDX-License-Identifier: MIT
// Bodies as the two providers send them.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/json_text.hpp"
#include "pintle/testing/http_server.hpp"

namespace pintle::http_test {

inline std::string chat_chunk(std::string_view text) {
  return R"(data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,)"
         R"("delta":{"content":)" +
         json_quote(text) + "},\"finish_reason\":null}]}\n\n";
}

inline std::string chat_end() {
  return R"(data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,)"
         R"("delta":{},"finish_reason":"stop"}]})"
         "\n\n"
         R"(data: {"id":"c1","object":"chat.completion.chunk","choices":[],"usage":)"
         R"({"prompt_tokens":7,"completion_tokens":2,"total_tokens":9}})"
         "\n\ndata: [DONE]\n\n";
}

inline std::string messages_stream(std::string_view text) {
  return R"(event: message_start
data: {"type":"message_start","message":{"id":"m1","type":"message","role":"assistant","model":"claude-x","content":[],"stop_reason":null,"usage":{"input_tokens":7,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":)" +
         json_quote(text) + R"(}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}

event: message_stop
data: {"type":"message_stop"}

)";
}

/// `body` in pieces of `size` bytes, as an event stream.
inline testing::HttpReply event_stream(std::string_view body, std::size_t size) {
  testing::HttpReply reply;
  reply.header("content-type", "text/event-stream; charset=utf-8");
  for (; !body.empty(); body.remove_prefix(std::min(size, body.size()))) {
    reply.piece(std::string(body.substr(0, size)));
  }
  return reply;
}

/// `body` as an event stream, with the head and the end of its only chunk, sent at once.
inline testing::HttpReply in_one_write(std::string_view body) {
  char size[20] = {};
  std::snprintf(size, sizeof size, "%zx", body.size());
  return testing::HttpReply()
      .framing(testing::HttpReply::Framing::none)
      .piece(
          "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
          "transfer-encoding: chunked\r\n\r\n" +
          std::string(size) + "\r\n" + std::string(body) + "\r\n0\r\n\r\n");
}

}  // namespace pintle::http_test

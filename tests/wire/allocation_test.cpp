// SPDX-License-Identifier: MIT
// A text delta, from bytes to event, allocates nothing once the buffers have grown.
#include <string>

#include <gtest/gtest.h>

#include "allocation_count.hpp"
#include "wire/codec.hpp"

namespace pintle::wire {
namespace {

// Feeds `delta` again and again; returns what was allocated after the first rounds.
std::int64_t allocated_by(StreamDecoder& decoder, const std::string& delta) {
  constexpr int warm_up = 50;
  std::int64_t before = 0;
  std::size_t texts = 0;
  for (int round = 0; round < 1'000; ++round) {
    if (round == warm_up) before = allocation_count();
    decoder.feed(delta);
    while (const auto event = decoder.next()) {
      texts += std::holds_alternative<model::Text>(*event) ? 1 : 0;
    }
  }
  EXPECT_EQ(texts, 1'000U);
  return allocation_count() - before;
}

TEST(Allocations, NoneForATextDeltaOfAChat) {
  const auto decoder = openai_chat_codec()->decoder(Limits());
  EXPECT_EQ(
      allocated_by(*decoder,
                   "data: {\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"choices\":"
                   "[{\"index\":0,\"delta\":{\"content\":\" a token\\n\"},"
                   "\"finish_reason\":null}],\"usage\":null}\n\n"),
      0U);
}

TEST(Allocations, NoneForATextDeltaOfAMessage) {
  const auto decoder = anthropic_messages_codec()->decoder(Limits());
  decoder->feed(
      "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\","
      "\"content\":[]}}\n\nevent: content_block_start\ndata: {\"type\":"
      "\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":"
      "\"\"}}\n\n");
  EXPECT_FALSE(decoder->next());
  EXPECT_EQ(
      allocated_by(*decoder,
                   "event: content_block_delta\ndata: {\"type\":\"content_block_delta\","
                   "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\" a "
                   "token\"}}\n\n"),
      0U);
}

}  // namespace
}  // namespace pintle::wire

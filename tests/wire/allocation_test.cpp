// SPDX-License-Identifier: MIT
// A text delta, from bytes to event, allocates nothing once the buffers have grown.
#include <cstdlib>
#include <new>
#include <string>

#include <gtest/gtest.h>

#include "wire/codec.hpp"

namespace {

std::size_t allocations = 0;

}  // namespace

// All forms, so that each pairs with ours under the sanitizers too.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) {
  return operator new(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return operator new(size, std::nothrow);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace pintle::wire {
namespace {

// Feeds `delta` again and again; returns what was allocated after the first rounds.
std::size_t allocated_by(StreamDecoder& decoder, const std::string& delta) {
  constexpr int warm_up = 50;
  std::size_t before = 0;
  std::size_t texts = 0;
  for (int round = 0; round < 1'000; ++round) {
    if (round == warm_up) before = allocations;
    decoder.feed(delta);
    while (const auto event = decoder.next()) {
      texts += std::holds_alternative<model::Text>(*event) ? 1 : 0;
    }
  }
  EXPECT_EQ(texts, 1'000U);
  return allocations - before;
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

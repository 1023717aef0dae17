// SPDX-License-Identifier: MIT
// What a text delta costs on its way from the model to the reader: no heap allocation.
#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "pintle/session.hpp"
#include "pintle/testing/scripted_model.hpp"

namespace {

std::atomic<long> allocations{0};

}  // namespace

void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace pintle {

TEST(DeltaPath, AllocatesNothingPerTextDeltaAfterWarmUp) {
  const std::vector<std::string> deltas(200,
                                        "a few words that do not fit a small string ");
  auto model = testing::scripted_model().streams(deltas).streams(deltas);
  auto agent = AgentSession::builder(single_model(model)).build().value();
  ASSERT_TRUE(agent.run_turn("warm up").ok());
  auto stream = agent.run_turn_stream("again").value();
  long before = 0;
  long during = -1;
  int texts = 0;
  for (const TurnEvent& event : stream.events()) {
    if (!event.text()) continue;
    ++texts;
    if (texts == 50) before = allocations.load();
    if (texts == 150) during = allocations.load() - before;
  }
  EXPECT_EQ(texts, 200);
  EXPECT_EQ(during, 0) << "allocations in 100 deltas";
}

}  // namespace pintle

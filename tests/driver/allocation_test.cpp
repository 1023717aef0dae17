// SPDX-License-Identifier: MIT
// What a text delta costs on its way from the model to the reader: no heap allocation.

#include <gtest/gtest.h>

#include "pintle/session.hpp"
#include "pintle/testing/scripted_model.hpp"

#include "allocation_count.hpp"

namespace pintle {

TEST(DeltaPath, AllocatesNothingPerTextDeltaAfterWarmUp) {
  const std::vector<std::string> deltas(200,
                                        "a few words that do not fit a small string ");
  auto model = testing::scripted_model().streams(deltas).streams(deltas);
  auto agent = AgentSession::builder(single_model(model)).build().value();
  ASSERT_TRUE(agent.run_turn("warm up").ok());
  auto stream = agent.run_turn_stream("again").value();
  std::int64_t before = 0;
  std::int64_t during = -1;
  int texts = 0;
  for (const TurnEvent& event : stream.events()) {
    if (!event.text()) continue;
    ++texts;
    if (texts == 50) before = allocation_count();
    if (texts == 150) during = allocation_count() - before;
  }
  EXPECT_EQ(texts, 200);
  EXPECT_EQ(during, 0) << "allocations in 100 deltas";
}

}  // namespace pintle

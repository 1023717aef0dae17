// SPDX-License-Identifier: MIT
// What a text delta costs on its way from the model to the reader: no heap allocation.

#include <gtest/gtest.h>

#include "pintle/session.hpp"
#include "pintle/testing/scripted_model.hpp"
#include "pintle/typed_tool.hpp"

#include "allocation_count.hpp"

namespace pintle {
namespace {

// Allocations while the deltas 50 to 150 of a second answer arrive.
std::int64_t allocated_by(const std::vector<std::string>& deltas,
                          std::vector<std::shared_ptr<Tool>> tools) {
  auto model = testing::scripted_model().streams(deltas).streams(deltas);
  auto agent = AgentSession::builder(single_model(model))
                   .with_tools(std::move(tools))
                   .build()
                   .value();
  EXPECT_TRUE(agent.run_turn("warm up").ok());
  auto stream = agent.run_turn_stream("again").value();
  std::int64_t before = 0;
  std::int64_t during = -1;
  std::size_t texts = 0;
  for (const TurnEvent& event : stream.events()) {
    if (!event.text()) continue;
    ++texts;
    if (texts == 50) before = allocation_count();
    if (texts == 150) during = allocation_count() - before;
  }
  EXPECT_EQ(texts, deltas.size());
  return during;
}

TEST(DeltaPath, AllocatesNothingPerTextDeltaAfterWarmUp) {
  const std::vector<std::string> deltas(200,
                                        "a few words that do not fit a small string ");
  EXPECT_EQ(allocated_by(deltas, {}), 0);
}

TEST(DeltaPath, AllocatesNothingPerTextDeltaWhenToolsAreDeclared) {
  const auto nothing = tool("nothing", "Does nothing", [] { return std::string(); });
  for (const std::size_t size : {1U, 40U, 400U}) {
    const std::vector<std::string> deltas(200, std::string(size, 'w'));
    EXPECT_EQ(allocated_by(deltas, {nothing}), 0) << "in deltas of " << size << " bytes";
  }
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "pintle/memory.hpp"

#include <gtest/gtest.h>

namespace pintle {
namespace {

MemoryTrigger due(MemoryHierarchy& memory) {
  return memory.check_triggers().poll(Waker())->value();
}

record::GenerationEnded spent(std::int64_t tokens) {
  record::GenerationEnded end;
  end.usage = Usage{};
  end.usage->input = tokens;
  return end;
}

TEST(MemoryHierarchy, RendersTheTiersInOrder) {
  const auto memory = memory_hierarchy();
  memory->on_record(record::Reflection{1, {"long ago", "and then"}, 0, 0});
  memory->on_record(record::Observation{1, {"just now"}, 5, {}});
  memory->on_record(record::WorkingMemory{1, {"one", "two"}});
  const auto tiers = memory->render();
  ASSERT_EQ(tiers.size(), 3U);
  EXPECT_EQ(tiers[0], system_message("[working_memory]\n- one\n- two"));
  EXPECT_EQ(tiers[1], system_message("[reflection]\nlong ago\nand then"));
  EXPECT_EQ(tiers[2], system_message("[observation]\n- just now"));
}

TEST(MemoryHierarchy, CanHideObservationsBehindAReflection) {
  const auto memory = memory_hierarchy(MemoryConfig{30'000, 40'000, false});
  memory->on_record(record::Observation{1, {"early"}, 5, {}});
  EXPECT_EQ(memory->render().size(), 1U);
  memory->on_record(record::Reflection{1, {"r"}, 5, 1});
  memory->on_record(record::Observation{2, {"late"}, 5, {}});
  EXPECT_EQ(memory->render().size(), 1U);
}

TEST(MemoryHierarchy, IsDueAtItsTriggers) {
  const auto memory = memory_hierarchy();
  memory->on_record(spent(29'999));
  EXPECT_EQ(due(*memory), MemoryTrigger::none);
  memory->on_record(spent(1));
  EXPECT_EQ(due(*memory), MemoryTrigger::observation);
  memory->on_record(record::Observation{1, {"o"}, 39'999, {}});
  EXPECT_EQ(due(*memory), MemoryTrigger::none);
  memory->on_record(record::Observation{2, {"p"}, 1, {}});
  EXPECT_EQ(due(*memory), MemoryTrigger::reflection);
  memory->on_record(spent(30'000));
  EXPECT_EQ(due(*memory), MemoryTrigger::observation) << "observation comes first";
}

}  // namespace
}  // namespace pintle

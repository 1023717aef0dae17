// SPDX-License-Identifier: MIT
// A session that other threads steer while its own thread iterates. Worth most under
// TSan.
#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

#include "pintle/session.hpp"
#include "pintle/testing/scripted_model.hpp"

namespace pintle {

TEST(Threads, EveryMessageThatAnotherThreadGotAnIdForIsDeliveredOnce) {
  const std::vector<std::string> deltas(2'000, "word ");
  auto model = testing::scripted_model().streams(deltas).for_ever();
  auto agent = AgentSession::builder(single_model(model))
                   .with_loop_detector(no_loop_detector())
                   .build()
                   .value();
  std::vector<MessageId> sent;
  std::thread other([&sent, handle = agent.handle()] {
    for (int i = 0; i < 20; ++i) {
      const SteerMode mode = i % 2 == 0 ? SteerMode::when_idle : SteerMode::next_boundary;
      const Result<MessageId> id = handle.steer("message " + std::to_string(i), mode);
      if (id) sent.push_back(*id);
    }
  });
  std::vector<MessageId> delivered;
  const auto run = [&](const char* prompt) {
    for (const TurnEvent& event : agent.run_turn_stream(prompt).value().events()) {
      const auto* input = std::get_if<Input>(&event);
      if (input != nullptr && input->what == Input::What::delivered) {
        delivered.push_back(input->id);
      }
    }
  };
  run("first");
  other.join();
  run("second");  // what came behind the first turn's end
  ASSERT_EQ(sent.size(), 20U);
  for (const MessageId id : sent) {
    EXPECT_EQ(std::count(delivered.begin(), delivered.end(), id), 1) << id.value;
  }
  EXPECT_EQ(delivered.size(), 22U);
}

TEST(Threads, AnAbortOfAnotherThreadEndsAnAnswerThatNeverEnds) {
  auto model = testing::scripted_model().hangs("for ever ");
  auto agent = AgentSession::builder(single_model(model)).build().value();
  std::thread other;
  FinishReason finish;
  for (const TurnEvent& event : agent.run_turn_stream("go").value().events()) {
    if (event.text()) {
      other = std::thread([handle = agent.handle()] { handle.abort(); });
    }
    if (const auto* done = std::get_if<Done>(&event)) finish = done->finish;
  }
  other.join();
  EXPECT_EQ(finish, FinishReason(finish::Cancelled{}));
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
// Streams that stop giving content, in virtual time.
#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/http/providers.hpp"
#include "pintle/testing/http_server.hpp"
#include "pintle/testing/virtual_time.hpp"

#include "http/fake_transport.hpp"
#include "http/harness.hpp"
#include "http/wire_bodies.hpp"

namespace pintle::http_test {
namespace {

using ::testing::HasSubstr;

struct Stalled {
  Answered answer;
  std::int64_t took_ms = 0;
  int cancelled = 0;
};

/// Reads an answer that arrives as written; first content within 3 s, then 2 s.
Stalled read_answer(std::vector<Arrival> arrivals, int status = 200) {
  testing::VirtualTime time;
  Drive drive(time.seams());
  const auto transport =
      std::make_shared<FakeTransport>(drive.executor, std::move(arrivals));
  transport->status = status;
  ProviderOptions options;
  options.model = "m";
  options.base_url = "http://model.test";
  options.transport = transport;
  options.limits.first_content_ms = 3'000;
  options.limits.between_content_ms = 2'000;
  const auto model = openai_chat_model(options);
  const Greeting greeting(drive.executor);
  Stalled got;
  {
    const auto stream = model->stream(greeting.request());
    got.answer = answer_of(drive, *stream);
  }
  got.took_ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(time.clock->now().mono)
          .count();
  got.cancelled = transport->cancelled;
  return got;
}

std::vector<Arrival> keep_alives(std::int64_t from_ms, std::int64_t to_ms) {
  std::vector<Arrival> list;
  for (std::int64_t at = from_ms; at <= to_ms; at += 500) {
    list.push_back({at, ": keepalive\n\n"});
  }
  return list;
}

TEST(Stall, SilenceBeforeTheFirstContentTimesOut) {
  const Stalled got = read_answer({});
  EXPECT_EQ(got.answer.error.value().kind, GenerationKind::timeout);
  EXPECT_THAT(got.answer.error->message, HasSubstr("3000 ms (model.test)"));
  EXPECT_EQ(got.took_ms, 3'000);
  EXPECT_EQ(got.cancelled, 1);
}

TEST(Stall, KeepAlivesDoNotCountBeforeTheFirstContent) {
  const Stalled got = read_answer(keep_alives(100, 10'000));
  EXPECT_EQ(got.answer.error.value().kind, GenerationKind::timeout);
  EXPECT_EQ(got.took_ms, 3'000);
}

TEST(Stall, SilenceBetweenContentTimesOutAndKeepsThePart) {
  const Stalled got = read_answer({{500, chat_chunk("a")}, {2'000, chat_chunk("b")}});
  EXPECT_EQ(got.answer.text, "ab");
  EXPECT_EQ(got.answer.error.value().kind, GenerationKind::timeout);
  EXPECT_EQ(got.took_ms, 4'000);
  EXPECT_EQ(got.cancelled, 1);
}

TEST(Stall, KeepAlivesDoNotCountBetweenContent) {
  std::vector<Arrival> arrivals{{500, chat_chunk("a")}};
  for (Arrival& arrival : keep_alives(1'000, 9'500)) arrivals.push_back(arrival);
  const Stalled got = read_answer(std::move(arrivals));
  EXPECT_EQ(got.answer.text, "a");
  EXPECT_EQ(got.answer.error.value().kind, GenerationKind::timeout);
  EXPECT_EQ(got.took_ms, 2'500);
}

TEST(Stall, ASlowAnswerIsNoStall) {
  std::vector<Arrival> arrivals;
  for (int i = 1; i <= 100; ++i) arrivals.push_back({i * 1'900, chat_chunk("x")});
  arrivals.push_back({190'500, chat_end()});
  arrivals.push_back({190'500, "", true});
  const Stalled got = read_answer(std::move(arrivals));
  ASSERT_TRUE(got.answer.end);
  EXPECT_EQ(got.answer.text, std::string(100, 'x'));
  EXPECT_EQ(got.answer.end->usage.value().output, 2);
}

TEST(Stall, AnAnswerThatOnlyLacksItsEndMarkIsWhole) {
  const std::string ending = chat_end();
  const std::string finish = ending.substr(0, ending.find("\n\n") + 2);
  const Stalled got = read_answer({{100, chat_chunk("all")}, {200, finish}});
  ASSERT_TRUE(got.answer.end);
  EXPECT_EQ(got.answer.text, "all");
  EXPECT_EQ(got.answer.end->stop.kind, StopKind::end_turn);
  EXPECT_EQ(got.took_ms, 2'200);
}

/// The ending of a chat in its three events: the finish, the usage, the mark.
std::vector<std::string> ending_events() {
  std::vector<std::string> events;
  const std::string all = chat_end();
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = all.find("\n\n", at) + 2;
    events.push_back(all.substr(at, end - at));
    at = end;
  }
  return events;
}

TEST(Stall, UsageThatFollowsAFinishedAnswerIsWaitedFor) {
  const std::vector<std::string> ending = ending_events();
  ASSERT_EQ(ending.size(), 3U);
  const Stalled got = read_answer({{500, chat_chunk("all")},
                                   {2'400, ending[0]},
                                   {4'300, ending[1]},
                                   {4'390, ending[2]}});
  ASSERT_TRUE(got.answer.end);
  EXPECT_EQ(got.answer.end->usage.value().output, 2);
  EXPECT_EQ(got.took_ms, 4'390);
}

TEST(Stall, KeepAlivesDoNotHoldAFinishedAnswerOpen) {
  std::vector<Arrival> arrivals{{100, chat_chunk("all")}, {200, ending_events()[0]}};
  for (Arrival& arrival : keep_alives(700, 9'700)) arrivals.push_back(arrival);
  const Stalled got = read_answer(std::move(arrivals));
  ASSERT_TRUE(got.answer.end);
  EXPECT_FALSE(got.answer.end->usage);
  EXPECT_EQ(got.took_ms, 2'200);
}

TEST(Stall, ThinkingAndCallsCountAsContent) {
  const auto delta = [](std::string_view members) {
    return R"(data: {"choices":[{"index":0,"delta":{)" + std::string(members) +
           "}}]}\n\n";
  };
  std::vector<Arrival> arrivals;
  std::int64_t at_ms = 0;
  const auto arrives = [&](std::string bytes) {
    arrivals.push_back({at_ms += 1'900, std::move(bytes)});
  };
  for (int i = 0; i < 5; ++i) arrives(delta(R"("reasoning_content":"hm ")"));
  arrives(delta(R"("tool_calls":[{"index":0,"id":"a","function":{"name":"f"}}])"));
  for (int i = 0; i < 5; ++i) {
    arrives(delta(R"("tool_calls":[{"index":0,"function":{"arguments":"1"}}])"));
  }
  arrives(chat_end());
  const Stalled got = read_answer(std::move(arrivals));
  ASSERT_TRUE(got.answer.end) << to_string(got.answer.error.value());
  EXPECT_EQ(got.answer.thinking, "hm hm hm hm hm ");
  EXPECT_EQ(got.answer.calls.at(0).second, "11111");
}

TEST(Stall, AnEmptyDeltaIsAKeepAlive) {
  std::vector<Arrival> arrivals{{500, chat_chunk("a")}};
  for (std::int64_t at = 1'000; at < 9'000; at += 500) {
    arrivals.push_back({at, chat_chunk("")});
  }
  const Stalled got = read_answer(std::move(arrivals));
  EXPECT_EQ(got.answer.error.value().kind, GenerationKind::timeout);
  EXPECT_EQ(got.took_ms, 2'500);
}

TEST(Stall, TimeInWhichNobodyDroveTheExecutorDoesNotCount) {
  testing::VirtualTime time;
  testing::HttpServer server;
  server.answer(event_stream(chat_chunk("first"), 1'000)
                    .gate("go")
                    .piece(chat_chunk(" second") + chat_end()));
  // A clock that the test moves, and real sockets.
  Drive drive({time.clock, epoll_reactor(system_clock()), nullptr, nullptr});
  ProviderOptions options;
  options.model = "m";
  options.base_url = server.url();
  const auto model = openai_chat_model(options);
  const Greeting greeting(drive.executor);
  const auto stream = model->stream(greeting.request());
  const auto next = [&] {  // only the flag ends a wait
    std::optional<ModelEvent> event = stream->poll(drive.waker);
    for (; !event; event = stream->poll(drive.waker)) {
      drive.executor.run_until(*drive.flag, std::nullopt);
    }
    return *event;
  };
  Answered got;
  while (got.text.empty()) take(got, next());
  EXPECT_FALSE(stream->poll(drive.waker));
  time.clock->advance(std::chrono::hours(1));
  EXPECT_FALSE(stream->poll(drive.waker)) << "what came meanwhile was not read yet";
  server.open_gate("go");
  while (!got.over()) take(got, next());
  EXPECT_TRUE(got.end);
  EXPECT_EQ(got.text, "first second");
}

TEST(Stall, AnErrorBodyThatStallsIsJudgedByItsStatus) {
  const Stalled got = read_answer({{100, "{\"error\":{\"message\":\"bad"}}, 503);
  EXPECT_EQ(got.answer.error.value().kind, GenerationKind::server);
  EXPECT_EQ(got.answer.error->status, 503);
  EXPECT_EQ(got.took_ms, 3'000);
}

TEST(Stall, ATimeoutOfAStreamThatIsGoneWakesNobody) {
  testing::VirtualTime time;
  Drive drive(time.seams());
  ProviderOptions options;
  options.model = "m";
  options.base_url = "http://model.test";
  options.transport =
      std::make_shared<FakeTransport>(drive.executor, std::vector<Arrival>{});
  const auto model = openai_chat_model(options);
  const Greeting greeting(drive.executor);
  auto stream = model->stream(greeting.request());
  EXPECT_FALSE(stream->poll(drive.waker));
  stream.reset();
  drive.executor.run();
  EXPECT_EQ(time.clock->now().mono, MonoTime{0});
  EXPECT_EQ(drive.executor.jobs(), 0U);
}

}  // namespace
}  // namespace pintle::http_test

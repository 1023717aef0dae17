// SPDX-License-Identifier: MIT
// The ways to drive a turn, and readers that take their time.
#include <variant>

#include <gmock/gmock.h>

#include "scenarios/world.hpp"

namespace pintle::scenarios {
namespace {

ScriptedModel two_rounds() {
  return scripted_model()
      .calls_all({{"add", R"({"n":1})"}}, "One moment.")
      .streams({"Th", "ree", "."});
}
std::vector<std::shared_ptr<Tool>> adder() {
  return {scripted_tool("add").schema("{}").after(1s).returns("3")};
}

// What a stream showed: adjacent deltas merged, progress dropped.
struct Shown {
  GenerationId generation;
  DeltaKind kind = DeltaKind::text;
  std::optional<CallId> call;
  std::string bytes;
  friend bool operator==(const Shown&, const Shown&) = default;
  [[nodiscard]] bool continues(const Shown& other) const {
    return generation == other.generation && kind == other.kind && call == other.call;
  }
};
using Item = std::variant<SessionRecord, Shown>;
using Items = std::vector<Item>;

void collect(Items& items, const Status& status) {
  const auto* ready = std::get_if<Ready>(&status);
  if (ready == nullptr) return;
  if (const auto* record = std::get_if<SessionRecord>(&ready->item)) {
    items.emplace_back(*record);
  }
  const auto* delta = std::get_if<Delta>(&ready->item);
  if (delta == nullptr) return;
  Shown next{delta->generation, delta->kind, delta->call, std::string(delta->bytes)};
  auto* last = items.empty() ? nullptr : std::get_if<Shown>(&items.back());
  if (last != nullptr && last->continues(next)) {
    last->bytes += next.bytes;
  } else {
    items.emplace_back(std::move(next));
  }
}

Items by_range(TurnStream& stream) {
  Items items;
  for (const Status& status : stream) collect(items, status);
  return items;
}

Items by_hand(TurnStream& stream, Executor& executor) {
  Items items;
  const auto flag = executor.make_flag();
  stream.loop().set_waker(Waker(flag));
  while (const std::optional<Status> status = stream.loop().next_status()) {
    collect(items, *status);
    if (std::holds_alternative<Pending>(*status)) executor.run_until(*flag, std::nullopt);
    if (const auto* wait = std::get_if<Delayed>(&*status)) {
      executor.run_until(*flag, wait->until);
    }
  }
  return items;
}

// A job of one's own, around the loop.
class LoopJob final : public Job {
 public:
  LoopJob(TurnStream& stream, Items& items) : stream_(stream), items_(items) {}
  Step step(const Waker& waker) override {
    stream_.loop().set_waker(waker);
    const std::optional<Status> status = stream_.loop().next_status();
    if (!status) return step::Finished{};
    collect(items_, *status);
    if (std::holds_alternative<Pending>(*status)) return step::Parked{};
    if (const auto* wait = std::get_if<Delayed>(&*status)) {
      return step::ParkedUntil{wait->until};
    }
    return step::Again{};
  }

 private:
  TurnStream& stream_;
  Items& items_;
};

Items by_executor(TurnStream& stream, Executor& executor) {
  Items items;
  executor.spawn(std::make_unique<LoopJob>(stream, items)).detach();
  executor.run();
  return items;
}

TEST_F(Scenarios, ARangeAHandDrivenLoopAndAnExecutorShowTheSameItems) {
  std::vector<Items> seen;
  for (int way = 0; way < 3; ++way) {
    testing::VirtualTime own_time;
    Executor own_executor(own_time.seams());
    auto made = AgentSession::builder(single_model(two_rounds()));
    made.with_executor(own_executor).with_step_observer(observer).with_tools(adder());
    made.with_session_id(SessionId{"driven"});
    auto agent = built(made);
    auto stream = agent.run_turn_stream("go");
    ASSERT_TRUE(stream);
    seen.push_back(way == 0   ? by_range(*stream)
                   : way == 1 ? by_hand(*stream, own_executor)
                              : by_executor(*stream, own_executor));
  }
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_EQ(seen[0], seen[2]);
  ASSERT_FALSE(seen[0].empty());
  const auto* last = std::get_if<SessionRecord>(&seen[0].back());
  ASSERT_NE(last, nullptr);
  EXPECT_TRUE(std::holds_alternative<record::Summary>(*last));
  const auto said = [](const std::string& text) {
    return ::testing::Contains(::testing::VariantWith<Shown>(
        ::testing::Field(&Shown::bytes, ::testing::Eq(text))));
  };
  EXPECT_THAT(seen[0], said("One moment."));
  EXPECT_THAT(seen[0], said("Three."));
}

void collect(Lines& lines, std::string& text, const TurnEvent& event) {
  if (event.text()) text += *event.text();
  const bool skip = event.text() || std::holds_alternative<Progress>(event) ||
                    std::holds_alternative<ToolCallDelta>(event);
  if (!skip) lines.push_back(to_string(event));
}

TEST_F(Scenarios, ARangeAJobAndATaskGiveTheSameEvents) {
  Lines range_lines, job_lines, task_lines;
  std::string range_text, job_text, task_text;
  auto first = session(two_rounds(), adder());
  play(first, "go", [&](const TurnEvent& e) { collect(range_lines, range_text, e); });
  auto second = session(two_rounds(), adder());
  auto job = second.run_turn_task(
      "go", [&](const TurnEvent& e) { collect(job_lines, job_text, e); });
  ASSERT_TRUE(job);
  executor.spawn(std::move(*job)).detach();
  executor.run();
  auto third = session(two_rounds(), adder());
  auto stream = third.run_turn_stream("go");
  ASSERT_TRUE(stream);
  const auto read = [&]() -> Task<Unit> {
    for (;;) {
      const std::optional<TurnEvent> event = co_await stream->next();
      if (!event) co_return Unit{};
      collect(task_lines, task_text, *event);
    }
  };
  executor.spawn(read()).detach();
  executor.run();
  EXPECT_EQ(range_text, "One moment.Three.");
  EXPECT_EQ(job_text, range_text);
  EXPECT_EQ(task_text, range_text);
  EXPECT_EQ(range_lines.back(), "done completed");
  EXPECT_EQ(job_lines, range_lines);
  EXPECT_EQ(task_lines, range_lines);
}

// Always has one more piece; counts what was taken from it.
class Torrent final : public Model {
 public:
  static constexpr int pieces = 10'000;
  [[nodiscard]] const ModelInfo& info() const noexcept override { return info_; }
  std::unique_ptr<ModelStream> stream(const ModelRequest&) override {
    return std::make_unique<Stream>(taken);
  }
  int taken = 0;

 private:
  class Stream final : public ModelStream {
   public:
    explicit Stream(int& taken) : taken_(taken) {}
    std::optional<ModelEvent> poll(const Waker&) override {
      if (taken_ == pieces) return model::End{{StopKind::end_turn, "end"}, std::nullopt};
      ++taken_;
      return model::Text{"piece "};
    }

   private:
    int& taken_;
  };
  ModelInfo info_{"torrent"};
};

TEST_F(Scenarios, S59_ASlowReaderIsNotReadAheadOf) {
  auto model = std::make_shared<Torrent>();
  auto made = builder({model});
  auto agent = built(made);
  auto stream = agent.run_turn_stream("go");
  ASSERT_TRUE(stream);
  int read = 0;
  const auto reader = [&]() -> Task<Unit> {
    for (;;) {
      const std::optional<TurnEvent> event = co_await stream->next();
      if (!event) co_return Unit{};
      if (!event->text()) continue;
      ++read;
      EXPECT_LE(model->taken, read) << "a piece was taken that nobody had asked for";
      co_await executor.sleep_until(now() + 1s);
    }
  };
  executor.spawn(reader()).detach();
  executor.run();
  EXPECT_EQ(read, Torrent::pieces);
  EXPECT_EQ(now(), MonoTime(std::chrono::seconds(Torrent::pieces)));
}

// Takes its time to say whether tokens may be spent.
class SlowAccess final : public AllowAllAccess {
 public:
  explicit SlowAccess(Executor& executor) : executor_(executor) {}
  Task<Result<bool>> can_spend(std::string, std::int64_t) override {
    co_await executor_.sleep_until(executor_.now().mono + 2s);
    co_return true;
  }

 private:
  Executor& executor_;
};

TEST_F(Scenarios, AReservationThatIsNeverSpentEndsWithItsTurn) {
  auto made = builder({scripted_model().says("never asked")});
  Budget budget;
  budget.tokens = 100'000;
  made.with_budget(budget).with_access(std::make_shared<SlowAccess>(executor));
  auto agent = built(made);
  at(1s, [&] { agent.abort(); });
  EXPECT_EQ(play(agent, "go").back(), "done cancelled");
  EXPECT_EQ(agent.usage().remaining, 100'000);
}

}  // namespace
}  // namespace pintle::scenarios

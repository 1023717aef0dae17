// SPDX-License-Identifier: MIT
// What the loop costs, without any provider: time, and allocations on the heap, per text
// delta after warm-up, per tool step, and per turn of two generations of ten deltas and
// one inline tool. The store is in memory and acknowledges at once.
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>

#include "pintle/pintle.hpp"

#include "allocation_count.hpp"

namespace {

/// What each answer of a turn is made of.
struct Answers {
  std::int64_t deltas = 10;
  int calls = 1;  ///< So many answers with a call come before the last one.
};

class BenchStream final : public pintle::ModelStream {
 public:
  BenchStream(std::int64_t deltas, bool calls, std::uint32_t number)
      : deltas_(deltas),
        calls_(calls),
        arguments_("{\"n\":" + std::to_string(number) + "}") {}

  std::optional<pintle::ModelEvent> poll(const pintle::Waker&) override {
    if (deltas_ > 0) {
      --deltas_;
      return pintle::model::Text{"some words, "};
    }
    if (!calls_) {
      pintle::model::End end{{pintle::StopKind::end_turn, "end_turn"}, usage()};
      return end;
    }
    switch (call_step_++) {
      case 0: return pintle::model::CallStart{0, "call", "add"};
      case 1: return pintle::model::CallArguments{0, arguments_};
      case 2: break;
    }
    pintle::model::End end{{pintle::StopKind::tool_use, "tool_use"}, usage()};
    return end;
  }

 private:
  static pintle::Usage usage() {
    pintle::Usage used;
    used.input = 100;
    used.output = 20;
    return used;
  }
  std::int64_t deltas_;
  bool calls_;
  int call_step_ = 0;
  std::string arguments_;
};

/// Answers with a call, so many times a turn, then without.
class BenchModel final : public pintle::Model {
 public:
  explicit BenchModel(Answers answers) : answers_(answers) { info_.name = "bench"; }
  [[nodiscard]] const pintle::ModelInfo& info() const noexcept override { return info_; }
  std::unique_ptr<pintle::ModelStream> stream(const pintle::ModelRequest&) override {
    const bool calls = asked_ < answers_.calls;
    asked_ = calls ? asked_ + 1 : 0;
    return std::make_unique<BenchStream>(answers_.deltas, calls, ++number_);
  }

 private:
  Answers answers_;
  pintle::ModelInfo info_;
  int asked_ = 0;
  std::uint32_t number_ = 0;  // so that no two calls are equal: that would be a loop
};

pintle::Result<pintle::AgentSession> make_agent(Answers answers) {
  int sum = 0;
  auto add = pintle::tool_from_schema(
      "add",
      "Adds one",
      R"({"type":"object","properties":{"n":{"type":"integer"}}})",
      [sum](pintle::JsonText) mutable { return ++sum; },
      {.effect = pintle::ToolEffect::read_only});
  pintle::AgentConfig config;
  config.max_inner_iterations = std::numeric_limits<int>::max();
  return pintle::AgentSession::builder(
             pintle::single_model(std::make_shared<BenchModel>(answers)))
      .with_tools({add})
      .with_config(config)
      .with_store(pintle::memory_store())
      .build();
}

/// Runs one turn. False: it did not complete.
bool run_turn(pintle::AgentSession& agent) {
  auto turn = agent.run_turn_stream("go on");
  if (!turn) return false;
  bool completed = false;
  for (const pintle::TurnEvent& event : turn->events()) {
    benchmark::DoNotOptimize(&event);
    const auto* done = std::get_if<pintle::Done>(&event);
    completed = done != nullptr &&
                std::holds_alternative<pintle::finish::Completed>(done->finish);
  }
  return completed;
}

/// Counts what the measured part allocates, a piece.
class Allocations {
 public:
  void add_since(std::int64_t before) { sum_ += pintle::allocation_count() - before; }
  void report(benchmark::State& state, std::int64_t pieces) const {
    if (pieces == 0) return;
    state.counters["allocations"] =
        static_cast<double>(sum_) / static_cast<double>(pieces);
    state.SetItemsProcessed(pieces);
  }

 private:
  std::int64_t sum_ = 0;
};

/// An answer that is being streamed, past its warm-up.
class LongAnswer {
 public:
  static constexpr std::int64_t deltas = 100'000;
  static constexpr std::int64_t warm_up = 1'000;

  LongAnswer()
      : agent_(make_agent({deltas, 0}).value()),
        stream_(agent_.run_turn_stream("go on").value()),
        events_(stream_.events()),
        at_(events_.begin()) {
    while (seen_ < warm_up) next();
  }
  /// Takes one event. False: a new answer is due.
  bool next() {
    if (at_->text()) ++seen_;
    ++at_;
    benchmark::DoNotOptimize(&*at_);
    return seen_ < deltas - warm_up;
  }

 private:
  pintle::AgentSession agent_;
  pintle::TurnStream stream_;
  decltype(std::declval<pintle::TurnStream&>().events()) events_;
  decltype(events_.begin()) at_;
  std::int64_t seen_ = 0;
};

/// One text delta in the middle of a long answer, as the events give it.
void text_delta(benchmark::State& state) {
  auto answer = std::make_unique<LongAnswer>();
  Allocations counted_here;
  std::int64_t pieces = 0;
  for (auto _ : state) {
    const std::int64_t before = pintle::allocation_count();
    const bool more = answer->next();
    counted_here.add_since(before);
    ++pieces;
    if (more) continue;
    state.PauseTiming();
    answer = std::make_unique<LongAnswer>();
    state.ResumeTiming();
  }
  counted_here.report(state, pieces);
}
BENCHMARK(text_delta);

/// A step of one generation of one delta and one inline tool call, in turns of 20 steps.
void tool_step(benchmark::State& state) {
  constexpr int steps = 20;
  Allocations counted_here;
  std::int64_t pieces = 0;
  for (auto _ : state) {
    state.PauseTiming();
    auto agent = make_agent({1, steps});
    state.ResumeTiming();
    const std::int64_t before = pintle::allocation_count();
    if (!agent || !run_turn(*agent)) state.SkipWithError("the turn did not complete");
    counted_here.add_since(before);
    pieces += steps;
  }
  counted_here.report(state, pieces);
}
BENCHMARK(tool_step);

/// A turn of two generations of ten deltas and one inline tool, the first of its session.
void turn(benchmark::State& state) {
  Allocations counted_here;
  std::int64_t pieces = 0;
  for (auto _ : state) {
    state.PauseTiming();
    auto agent = make_agent({10, 1});
    state.ResumeTiming();
    const std::int64_t before = pintle::allocation_count();
    if (!agent || !run_turn(*agent)) state.SkipWithError("the turn did not complete");
    counted_here.add_since(before);
    ++pieces;
  }
  counted_here.report(state, pieces);
}
BENCHMARK(turn);

}  // namespace

// SPDX-License-Identifier: MIT
// A world of chance around a bare LoopMachine: it answers asks with anything that a
// plug-in might say, in any order, steers, aborts and fails, and checks the invariants
// after every step. One seed, one run.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "pintle/machine.hpp"
#include "pintle/testing/virtual_time.hpp"

#include "loop/chance_budget.hpp"
#include "loop/contract.hpp"

namespace pintle {

/// Which allowed next states were seen; shared by all runs.
struct Coverage {
  std::uint32_t next[state_count][input_count] = {};
};

class ChanceWorld {
 public:
  ChanceWorld(std::uint64_t seed, Coverage& coverage);
  /// Runs a few turns. Empty, or what was broken.
  std::string run();

 private:
  void feed(const LoopInput& input);
  void perform(const LoopEffect& effect);
  void take(const SessionRecord& record);
  bool step();
  bool answer_ask();
  void caller();
  void answer_approval();
  void late_answers();
  void crash();
  void stream_something();
  void judge(AskId ask, const effect::JudgeAnswer& effect);
  void classify(AskId ask);
  void plan(const effect::PlanTools& ask);
  void authorize(const effect::AuthorizeTools& ask);
  void finish_a_tool();
  void acknowledge();
  std::map<TimerId, MonoTime>::iterator earliest_timer();
  bool timer_is_overdue();
  void fire_timer();
  void start_turn();
  void at_end_of_stream();
  void at_end_of_run();
  void broken(const std::string& what);

  std::uint64_t pick(std::uint64_t n) { return random_.next() % n; }
  bool chance(std::uint64_t percent) { return pick(100) < percent; }

  testing::SeededRandom random_;
  Coverage& coverage_;
  LoopConfig config_;
  LoopMachine machine_;
  BudgetWatch budget_;
  Now now_;
  std::vector<LoopEffect> effects_;
  std::string fault_;
  std::uint64_t seed_;

  // What is open
  std::vector<LoopEffect> asks_;
  std::vector<effect::StartTool> tools_;
  std::map<TimerId, MonoTime> timers_;
  std::vector<Ticket> tickets_;
  GenerationId streaming_;
  std::uint32_t calls_ = 0;
  std::vector<CallId> approvals_;

  // What was seen
  std::vector<SessionRecord> log_;
  std::set<std::uint64_t> shown_;      // generations with visible deltas, not yet settled
  std::set<std::uint64_t> accepted_;   // message ids
  std::set<std::uint64_t> delivered_;  // message ids
  std::set<std::uint64_t> started_;    // at_most_once calls
  std::uint64_t next_message_ = 1;
  std::int64_t unknown_ = 0;
  int finishes_ = 0;
  int summaries_ = 0;
  bool aborted_ = false;
  bool stream_open_ = false;
  bool store_failed_ = false;
};

}  // namespace pintle

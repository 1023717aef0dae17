// SPDX-License-Identifier: MIT
// A world of chance around a bare LoopMachine: it answers asks with anything that a
// plug-in might say, in any order, steers, aborts and fails, and checks the invariants
// after every step. One seed, one run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pintle/machine.hpp"
#include "pintle/testing/virtual_time.hpp"

#include "loop/auditor.hpp"
#include "loop/chance_budget.hpp"
#include "loop/contract.hpp"

namespace pintle {

/// Which allowed next states were seen; shared by all runs.
struct Coverage {
  std::uint32_t next[state_count][input_count] = {};
};

class ChanceWorld {
 public:
  /// `trace` gets a line for each step; may be null.
  ChanceWorld(std::uint64_t seed,
              Coverage& coverage,
              std::vector<std::string>* trace = nullptr);
  /// Runs a few turns. Empty, or what was broken.
  std::string run();

 private:
  void feed(const LoopInput& input);
  void perform(const LoopEffect& effect);
  bool step();
  bool answer_ask();
  void caller();
  void answer_approval();
  void late_answers();
  void feed_late(const LoopInput& input);
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
  std::vector<std::string>* trace_;
  Coverage& coverage_;
  LoopConfig config_;
  LoopMachine machine_;
  BudgetWatch budget_;
  Auditor auditor_;
  /// Set: the provider is down, and this is what the policy always says.
  std::optional<ActionKind> outage_;
  Now now_;
  std::vector<LoopEffect> effects_;
  std::string fault_;
  std::uint64_t seed_;

  // What is open
  std::vector<LoopEffect> asks_;
  std::vector<effect::StartTool> tools_;
  std::map<TimerId, MonoTime> timers_;
  struct Append {
    Ticket ticket;
    std::size_t log_size = 0;  // with its records
  };
  std::vector<Append> appends_;  // not acknowledged
  GenerationId streaming_;
  std::uint32_t calls_ = 0;
  std::vector<CallId> approvals_;

  // What was seen
  std::vector<SessionRecord> log_;
  std::size_t durable_ = 0;  // records that were acknowledged
  std::uint64_t next_message_ = 1;
  bool stream_open_ = false;
  bool store_failed_ = false;
};

}  // namespace pintle

// SPDX-License-Identifier: MIT
// A machine and the world around it as one value that can be copied: what the driver
// would hold, what the store has, and monitors that check the invariants without asking
// the machine. `enabled` lists what may happen next, `step` lets it happen.
//
// Time is abstract. Timers fire in any order, as if every deadline could be any length:
// that covers each order that real lengths would give. The wall clock stands still but
// for `cool_down`, which takes it half a cool-down of the breaker on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pintle/machine.hpp"
#include "pintle/testing/explore.hpp"

#include "loop/contract.hpp"
#include "testing/explore/tampering.hpp"

namespace pintle::testing {

enum class Act : std::uint8_t {
  late_answers,  // answers to what is over: nothing may change
  prompt,
  go_on,
  end_session,
  say,  // which: SteerMode
  abort,
  approve,  // which: of the open approvals, in the order of the calls
  deny,
  edit,
  answer,  // which: of the answers to the open ask
  text,
  opaque,
  call,  // which: tool
  arguments,
  end,         // which: StopKind
  fail,        // which: GenerationKind
  tool_ok,     // which: of the running tools
  tool_error,  // likewise
  timer,       // which: of the timers, by what they are for
  stored,      // which: of the open appends; all before it with it
  store_fails,
  crash,  // which: how many open appends survive
  cool_down
};

struct Choice {
  Act act = Act::prompt;
  std::uint8_t which = 0;
  friend bool operator==(const Choice&, const Choice&) = default;
};

/// What a whole exploration shares.
struct Setting {
  ExploreOptions options;
  LoopConfig config;
  Tampering tampering;
  std::uint32_t seen[state_count][input_count] = {};  // next states, a bit each
  // Of the last step:
  std::vector<LoopEffect> effects;
  std::vector<std::uint8_t> signature;  // the kinds of its effects and their records
};
[[nodiscard]] Setting make_setting(const ExploreOptions& options,
                                   const Tampering& tampering);
inline constexpr std::int64_t cooldown_ms = 1'000;

/// An append that the store has not acknowledged.
struct OpenAppend {
  Ticket ticket;
  std::shared_ptr<const std::vector<SessionRecord>> records;
};

enum class Asked : std::uint8_t {
  model,
  context,
  spend,
  answer,   // JudgeAnswer about an answer
  results,  // JudgeAnswer about results
  error,
  plan,
  access,
  memory
};

/// The newest ask, and what its answers are made from.
struct OpenAsk {
  Asked what = Asked::model;
  AskId id;
  bool other_model = false;                    // of `answer`
  std::string model;                           // of `model`
  std::vector<std::pair<CallId, char>> calls;  // of `plan`: with the tool's letter
  std::size_t count = 0;                       // of `access`
};

/// What the log says of messages and turns.
struct Books {
  std::vector<MessageId> waiting;  // accepted, neither delivered nor returned
  bool turn_open = false;
  bool heard = false;  // the open turn has had a message
  StopReason stop;     // of the turn's last answer
  /// What the record breaks, or nothing.
  [[nodiscard]] const char* enter(const SessionRecord& record);
};

struct RunningTool {
  CallId call;
  std::uint32_t run = 0;
};

/// The newest answer, as it was fed.
struct Streamed {
  GenerationId generation;  // 0: none streams
  bool any = false;
  bool text = false;
  std::string calls;       // a letter a call: the tool's name
  bool arguments = false;  // of the last call
};

struct CheckedWorld {
  explicit CheckedWorld(Setting& setting);
  CheckedWorld(CheckedWorld&&) noexcept = default;
  CheckedWorld& operator=(CheckedWorld&&) noexcept = default;
  [[nodiscard]] CheckedWorld clone() const;

  void enabled(std::vector<Choice>& out) const;
  [[nodiscard]] bool caller_only(Choice choice) const;
  [[nodiscard]] std::string describe(Choice choice) const;
  /// Afterwards, `fault` says what was broken, if anything.
  void step(Choice choice);

  Setting* setting;
  LoopMachine machine;
  std::shared_ptr<const LoopMachine> durable;  // the fold of what was acknowledged
  std::vector<OpenAppend> open;
  Now now;
  std::uint64_t next_message = 1;

  // What the driver holds
  std::optional<OpenAsk> ask;
  AskId newest_ask;
  Streamed streamed;
  std::vector<RunningTool> tools;  // by call
  std::vector<TimerId> timers;     // by id
  bool stream_open = false;

  // Monitors
  Books books;
  Books durable_books;      // of what was acknowledged
  std::vector<CallId> ran;  // at_most_once calls that were started; without those
                            // whose result is durable: nothing can plan them again
  GenerationId shown;       // has shown something, and was not settled
  bool aborted = false;
  bool timed_out = false;
  std::string fault;

 private:
  CheckedWorld(const CheckedWorld& other, LoopMachine copied);

  // choices.cpp
  void enabled_callers(std::vector<Choice>& out) const;
  void enabled_answers(std::vector<Choice>& out) const;
  void enabled_stream(std::vector<Choice>& out) const;
  [[nodiscard]] std::size_t answers() const;

  // answers.cpp
  void answer(std::uint8_t which);
  void judge(std::uint8_t which);
  void classify(std::uint8_t which);
  void plan(std::uint8_t which);
  void authorize(std::uint8_t which);
  void late_answers();

  // world.cpp
  void feed(const LoopInput& input);
  void stream(Choice choice);
  void finish_tool(Choice choice);
  void fire(std::uint8_t which);
  void acknowledge(std::uint8_t which);
  void crash(std::size_t survivors);

  // perform.cpp: effects as a driver would act on them, and the monitors
  void perform(const LoopEffect& effect);
  void on_append(const effect::Append& append);
  void on_record(const SessionRecord& record);
  void on_start(const effect::StartGeneration& start);
  void on_start(const effect::StartTool& start);
  void on_stop(const effect::StopTool& stop);
  void on_ask(OpenAsk next);
  void on_emit(const effect::Emit& emit);
  void on_finish(const effect::Finish& finish);
  void on_summary(const record::Summary& summary);
  void check_rest();
  void broken(std::string what);
};

}  // namespace pintle::testing

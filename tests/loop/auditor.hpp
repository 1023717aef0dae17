// SPDX-License-Identifier: MIT
// Watches one machine from outside: sees its inputs, effects and records, and checks the
// invariants of the design by rules of its own. It uses nothing that it checks.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pintle/machine.hpp"

namespace pintle {

class Auditor {
 public:
  explicit Auditor(const LoopConfig& config);

  void on_input(const LoopInput& input);
  void on_effects(const std::vector<LoopEffect>& effects);
  /// The process ended; another one reads these records, a prefix of the log.
  void on_crash(const std::vector<SessionRecord>& kept);
  /// No turn is open. `queued`: what the machine says that waits.
  void at_rest(const History& history, std::size_t queued);
  /// The content that the result of a call must have, when it has one of its own.
  static std::string result_text(CallId call) {
    return "result " + std::to_string(call.value);
  }

  [[nodiscard]] bool aborted() const { return aborted_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  struct Message {
    MessageId id;
    bool priority = false;
    Ticket ticket;
  };
  struct Call {
    ToolEffect effect = ToolEffect::at_most_once;
    std::uint32_t stage = 0;
    Ticket started;  // of its start record
    std::uint32_t run = 0;
    bool allowed = false;
    bool edited = false;  // a person changed it; it is to be authorized anew
    bool running = false;
    bool closed = false;
  };
  // What follows from the records alone.
  struct Log {
    std::vector<Message> waiting;
    std::map<std::uint64_t, Ticket> accepted;
    std::set<std::uint64_t> delivered;
    std::optional<GenerationId> generation;
    std::set<std::uint64_t> shown;
    Ticket ending;  // of the newest Summary or TurnSuspended
    bool turn_open = false;
    bool calls_last = false;  // the newest answer made calls
    int failures = 0;         // of generations, since the last answer
  };

  void broken(const std::string& what);
  void take(const SessionRecord& record, Ticket ticket);
  void take_ended(const record::GenerationEnded& ended);
  void take_summary(const record::Summary& summary, Ticket ticket);
  void deliver(MessageId id);
  void check_barrier(const SessionRecord& record, Barrier barrier);
  void check_emit(const StreamItem& item);
  void check_start(const effect::StartGeneration& start);
  void check_start(const effect::StartTool& start);
  void check_finish(const effect::Finish& finish);
  void plan(const input::ToolsPlanned& planned);
  void authorize(const input::ToolsAuthorized& answer);
  void report_usage(GenerationId generation, const std::optional<Usage>& usage);
  [[nodiscard]] bool is_durable(Ticket ticket) const { return ticket <= acknowledged_; }

  const LoopConfig config_;
  std::string fault_;
  Log log_;
  Ticket acknowledged_;
  GenerationId streaming_;
  std::map<std::uint64_t, std::optional<Usage>> reported_;  // by generation
  std::map<std::uint64_t, Call> calls_;
  AskId ask_;                         // the open authorization
  std::vector<CallId> asked_;         // its calls, in order
  std::set<std::uint64_t> ran_once_;  // at_most_once calls that were started, ever
  std::set<std::uint64_t> resulted_;  // calls with a result in the log
  bool stream_open_ = false;
  bool aborted_ = false;
  bool store_failed_ = false;
};

}  // namespace pintle

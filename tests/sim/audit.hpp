// SPDX-License-Identifier: MIT
// Audit: what must hold of one session, checked from the outside: from what the store was
// given and confirmed, what the provider was sent and charged, what tools were started,
// and what a reader saw. It folds records by rules of its own and uses no part of the
// loop. Where the invariants of the design are checked:
//
// - 1, pairing: by the provider, which refuses what a real one would
// - 2, one ending: at_terminal, on_event
// - 3, never block: SimSession; no time passes in a step
// - 4, retraction: confirm_texts; what a reader has is what the history has
// - 5, no input lost: on_input, check_inputs, on_rest; no abort lost: see 10
// - 6, durable first: on_tool_start, on_input, at_terminal
// - 8, effects: on_tool_start; no at_most_once call starts twice
// - 9, budgets: check_spend; check_usage, against the provider's bill
// - 10, prompt cancel: on_request, on_tool_start, at_terminal
// - 11, one run: sim_test; the trace of a seed is the same each time
// - 12, bounded: on_request; and every run ends within its passes
// - 13, unknown stays so: check_usage
// - 14, stable prefix: RequestChain
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/config.hpp"
#include "pintle/event.hpp"
#include "pintle/record.hpp"
#include "pintle/testing/simulated_provider.hpp"
#include "pintle/time.hpp"

#include "sim/report.hpp"
#include "sim/request_chain.hpp"

namespace pintle::sim {

/// One attempt at an answer, as records and provider tell of it.
struct Attempt {
  record::GenerationStarted started;
  bool ended = false;
  bool retracted = false;
  std::optional<std::string> accepted;  // its text in the history
  std::shared_ptr<const testing::BilledRequest> bill;
};

/// The fold of a log.
struct LogView {
  std::map<std::uint64_t, std::string> accepted;  // message id -> text
  std::vector<std::uint64_t> delivered;
  std::set<std::uint64_t> returned;
  std::map<std::uint64_t, Attempt> attempts;
  std::uint64_t open_attempt = 0;
  std::vector<std::uint64_t> open_calls;
  std::map<std::uint64_t, std::string> epoch_causes;
  std::uint64_t turn = 0;  // the open one
  TokenSnapshot totals;
};

class Audit {
 public:
  Audit(int session, Report& report) : session_(session), report_(report) {}

  // The store
  void on_append(std::span<const SessionRecord> records);
  void on_stored(std::span<const SessionRecord> records);
  void on_store_failed();
  /// A new writer reads these records; what was appended and is not among them is lost.
  void on_reopen(std::span<const SessionRecord> records);

  // The provider
  void on_request(const std::shared_ptr<const testing::BilledRequest>& bill,
                  const testing::Transcript& request,
                  std::string_view body);

  // The tools
  void on_tool_start(CallId call, ToolEffect effect, const std::string& key);
  void on_tool_gone() { --running_; }

  // The reader and the user
  void on_stream();
  void on_event(const TurnEvent& event, MonoTime now);
  void on_stream_left() { stream_open_ = false; }
  void on_sent(MessageId id, const std::string& text);
  void on_abort(MonoTime now, std::int64_t bound_ms);
  void on_clock_stall(MonoTime by) { stalled_ += by; }
  /// The session is at rest, and its last turn was completed.
  void on_rest();

  void broken(const std::string& what);
  void set_budget(Budget budget) { budget_ = budget; }
  [[nodiscard]] const LogView& view() const noexcept { return view_; }
  [[nodiscard]] bool stream_open() const noexcept { return stream_open_; }

 private:
  void fold(const SessionRecord& record);
  void fold_end(const record::GenerationEnded& ended);
  void fold_message(const record::Conversation& record);
  void check_usage(const Attempt& attempt, const record::GenerationEnded& ended);
  void check_spend(const testing::BilledRequest& bill);
  void check_inputs(const testing::Transcript& request, const Attempt& attempt);
  void on_input(const Input& input);
  void at_terminal(const FinishReason& finish, const TokenSnapshot* usage, MonoTime now);
  void confirm_texts();

  int session_;
  Report& report_;
  Budget budget_;
  LogView view_;
  bool folding_old_ = false;  // what another life wrote
  RequestChain chain_;

  // What the store has confirmed to the writer
  std::set<std::uint64_t> stored_inputs_;
  std::set<std::uint64_t> stored_starts_;
  std::uint64_t stored_summaries_ = 0;
  std::uint64_t stored_suspensions_ = 0;
  bool store_failed_ = false;

  // What the reader has
  std::map<std::uint64_t, std::string> texts_;  // of generations that are not settled
  std::vector<std::uint64_t> unconfirmed_;      // kept since the last terminal event
  std::set<std::uint64_t> retracted_;
  std::set<std::uint64_t> events_accepted_;
  std::set<std::uint64_t> events_delivered_;
  std::map<std::uint64_t, std::string> sent_;
  bool stream_open_ = false;
  std::optional<MonoTime> abort_by_;
  bool aborted_ = false;
  MonoTime stalled_{};
  std::map<std::string, int> starts_;  // at_most_once, by key
  int running_ = 0;                    // tools
};

}  // namespace pintle::sim

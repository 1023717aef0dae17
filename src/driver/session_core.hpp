// SPDX-License-Identifier: MIT
// SessionCore: what an AgentSession, its handles and its streams share.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "pintle/executor.hpp"
#include "pintle/loop.hpp"
#include "pintle/result.hpp"

namespace pintle {

struct SessionCore {
  SessionCore(Plugins plugins,
              std::unique_ptr<Executor> own_executor,
              SessionId session_id)
      : own(std::move(own_executor)),
        id(std::move(session_id)),
        loop(std::move(plugins)) {}

  /// Checks a message, gives it an id (or that of the one with its key), queues it.
  Result<MessageId> send(Message message, SteerMode mode, std::string dedup);
  /// The input that begins a turn with this prompt.
  Result<LoopInput> start_of(Message prompt);
  /// May this message be taken? Any thread, as `send`.
  [[nodiscard]] Result<Unit> check(const Message& message) const;
  MessageId fresh_id() { return MessageId{next_message.fetch_add(1)}; }
  /// Steps the loop until its stream has ended.
  void drive_to_end();
  /// Aborts the open turn, as far as that goes without waiting.
  void abandon();
  /// As a user does. Any thread.
  void abort();

  std::unique_ptr<Executor> own;  // destroyed last
  SessionId id;
  AgentLoop loop;
  SteerMode default_mode = SteerMode::interrupt_generation;
  std::atomic<std::uint64_t> next_message{1};
  std::atomic<bool> ended{false};
  /// By users, so far.
  std::atomic<std::uint64_t> aborts{0};
  /// A TurnStream is being read.
  bool streaming = false;
  /// The dedup keys that were seen, under `mutex`.
  std::vector<std::pair<std::string, MessageId>> keys;
  std::mutex mutex;
};

}  // namespace pintle

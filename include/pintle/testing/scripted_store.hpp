// SPDX-License-Identifier: MIT
// ScriptedStore: a store in memory whose acknowledgements the test holds back, lets go or
// turns into failures; and that forgets, as a crash does, what was not acknowledged.
// Threads: one at a time.
//
//   auto store = std::make_shared<ScriptedStore>();
//   store->hold();                       // appends wait from here on
//   ... step the loop: nothing that needs the append may show ...
//   store->release();                    // or store->fail(StoreFault::full);
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/store.hpp"

namespace pintle::testing {

class PINTLE_API ScriptedStore final : public SessionStore {
 public:
  /// One append, as it was made.
  struct Append {
    SessionId session;
    Ticket ticket;
    Barrier barrier = Barrier::none;
    std::vector<SessionRecord> records;
  };

  ScriptedStore();
  ~ScriptedStore() override;

  Task<Result<std::unique_ptr<SessionLog>>> open(SessionId session,
                                                 OpenMode mode) override;

  /// Appends wait from now on; without it they are acknowledged at once.
  void hold();
  /// Acknowledges the `count` oldest of the appends that wait; later ones go on waiting.
  void release(std::size_t count);
  /// Acknowledges all that wait, and holds no more.
  void release();
  /// The oldest append that waits (or the next one, if none does) and all later ones of
  /// its log fail. Another log of the session can be opened after that log is gone.
  void fail(StoreFault fault);
  /// The next `open` fails with this error.
  void fail_open(AgenticError error);

  /// How many appends wait.
  [[nodiscard]] std::size_t held() const;
  /// Every append so far, in order, of all sessions.
  [[nodiscard]] const std::vector<Append>& appends() const;
  /// What a new writer of this session would read: the acknowledged records.
  [[nodiscard]] std::vector<SessionRecord> records(const SessionId& session) const;
  /// Makes the session's durable records these, as if an earlier process had written
  /// them.
  void set_records(const SessionId& session, std::vector<SessionRecord> records);

 private:
  class Log;
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace pintle::testing

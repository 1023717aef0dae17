// SPDX-License-Identifier: MIT
// SessionStore: where records become durable. Appending never waits; what became of it is
// polled. Threads: its executor's.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/ids.hpp"
#include "pintle/record.hpp"
#include "pintle/result.hpp"
#include "pintle/task.hpp"
#include "pintle/waker.hpp"

namespace pintle {

enum class Barrier : std::uint8_t {
  none,    ///< Write-behind, in order.
  durable  ///< Acknowledge as soon as it survives a crash.
};

namespace store {
struct Stored {  ///< All records up to and with this ticket's are durable.
  Ticket ticket;
};
struct Failed {  ///< This ticket and all later ones failed.
  Ticket ticket;
  StoreError error;
};
}  // namespace store
using StoreEvent = std::variant<store::Stored, store::Failed>;

/// One session's log, held by its one writer; it knows its epoch and head, so that
/// callers cannot get fencing wrong. Destroying it lets the next writer in. Lifetime: it
/// may outlive its store.
class PINTLE_API SessionLog {
 public:
  SessionLog() = default;
  SessionLog(const SessionLog&) = delete;
  SessionLog& operator=(const SessionLog&) = delete;
  virtual ~SessionLog() = default;
  /// Queues records in order. Requires: `ticket` is set and greater than all before.
  virtual void append(std::span<const SessionRecord> records,
                      Barrier barrier,
                      Ticket ticket) = 0;
  /// What became of appends, in ticket order; one Stored may answer for several. Empty:
  /// `waker` fires when there is more. After Failed nothing more comes: re-open.
  virtual std::optional<StoreEvent> poll(const Waker& waker) = 0;
  /// Up to `limit` records after position `after`; fewer only at the end. Not for what is
  /// not durable yet.
  virtual Task<Result<std::vector<SessionRecord>>> read(Seq after, std::size_t limit) = 0;
};

enum class OpenMode : std::uint8_t { create, existing, create_or_existing };

class PINTLE_API SessionStore {
 public:
  SessionStore() = default;
  SessionStore(const SessionStore&) = delete;
  SessionStore& operator=(const SessionStore&) = delete;
  virtual ~SessionStore() = default;
  /// Opens a session for writing. Errors: Session{not_found}; Session{invalid}: it
  /// exists, or the name is empty; Store{fenced}: another writer has it. Each names the
  /// session.
  virtual Task<Result<std::unique_ptr<SessionLog>>> open(SessionId session,
                                                         OpenMode mode) = 0;
};

/// Keeps records in memory, for as long as the store lives; acknowledges at once.
[[nodiscard]] PINTLE_API std::shared_ptr<SessionStore> memory_store();

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "pintle/store.hpp"

#include "core/require.hpp"

namespace pintle {

namespace {

struct Session {
  std::vector<SessionRecord> records;
  bool has_writer = false;
};

class MemoryLog final : public SessionLog {
 public:
  explicit MemoryLog(std::shared_ptr<Session> session) : session_(std::move(session)) {
    session_->has_writer = true;
  }
  ~MemoryLog() override { session_->has_writer = false; }

  void append(std::span<const SessionRecord> records,
              Barrier /*barrier*/,
              Ticket ticket) override {
    require(ticket > last_, "SessionLog::append with a ticket that is not greater");
    session_->records.insert(session_->records.end(), records.begin(), records.end());
    last_ = ticket;
    waker_.wake();
  }

  std::optional<StoreEvent> poll(const Waker& waker) override {
    if (told_ == last_) {
      if (!waker_.same_as(waker)) waker_ = waker;
      return std::nullopt;
    }
    told_ = last_;  // one answer for all that was appended since the last one
    return store::Stored{last_};
  }

  Task<Result<std::vector<SessionRecord>>> read(Seq after, std::size_t limit) override {
    const std::vector<SessionRecord>& all = session_->records;
    const std::size_t first = static_cast<std::size_t>(std::min<Seq>(after, all.size()));
    const std::size_t count = std::min(limit, all.size() - first);
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    return Task<Result<std::vector<SessionRecord>>>::ready(
        std::vector<SessionRecord>(begin, begin + static_cast<std::ptrdiff_t>(count)));
  }

 private:
  std::shared_ptr<Session> session_;
  Ticket last_;
  Ticket told_;
  Waker waker_;
};

class MemoryStore final : public SessionStore {
 public:
  using Opened = Result<std::unique_ptr<SessionLog>>;

  Task<Opened> open(SessionId session, OpenMode mode) override {
    return Task<Opened>::ready(open_now(session, mode));
  }

 private:
  Opened open_now(const SessionId& name, OpenMode mode) {
    if (name.empty()) {
      return Err{SessionError{SessionFault::invalid, "the session id is empty"}};
    }
    const auto place = sessions_.find(name);
    const bool exists = place != sessions_.end();
    if (!exists && mode == OpenMode::existing) {
      return Err{SessionError{SessionFault::not_found, "no session '" + name + "'"}};
    }
    if (exists && mode == OpenMode::create) {
      return Err{
          SessionError{SessionFault::invalid, "session '" + name + "' exists already"}};
    }
    if (exists && place->second->has_writer) {
      return Err{StoreError{StoreFault::fenced,
                            "session '" + name + "' is open for writing elsewhere"}};
    }
    std::shared_ptr<Session>& session = sessions_[name];
    if (!session) session = std::make_shared<Session>();
    std::unique_ptr<SessionLog> log = std::make_unique<MemoryLog>(session);
    return log;
  }

  std::unordered_map<std::string, std::shared_ptr<Session>> sessions_;
};

}  // namespace

std::shared_ptr<SessionStore> memory_store() {
  return std::make_shared<MemoryStore>();
}

}  // namespace pintle

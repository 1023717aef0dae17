// SPDX-License-Identifier: MIT
#include "pintle/testing/scripted_store.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <utility>

namespace pintle::testing {

namespace {

using Records = std::vector<SessionRecord>;

/// What one log's writer is told.
struct Answers {
  std::deque<StoreEvent> events;
  Waker waker;
  bool failed = false;

  void tell(StoreEvent event) {
    events.push_back(std::move(event));
    waker.wake();
  }
};

struct Session {
  Records durable;
  std::weak_ptr<Answers> writer;
};

struct Waiting {
  std::shared_ptr<Answers> writer;
  std::size_t append = 0;  // index into State::appends
};

}  // namespace

struct ScriptedStore::State {
  std::map<SessionId, Session> sessions;
  std::vector<Append> appends;
  std::deque<Waiting> waiting;
  bool holding = false;
  std::optional<StoreFault> next_fault;
  std::optional<AgenticError> open_error;

  void acknowledge(const Waiting& entry) {
    const Append& append = appends[entry.append];
    Records& durable = sessions[append.session].durable;
    durable.insert(durable.end(), append.records.begin(), append.records.end());
    entry.writer->tell(store::Stored{append.ticket});
  }

  void fail(const Waiting& entry, StoreFault fault) {
    entry.writer->failed = true;
    entry.writer->tell(
        store::Failed{appends[entry.append].ticket,
                      StoreError{fault, "scripted: " + std::string(to_string(fault))}});
    drop(entry.writer);
  }

  // What a writer appended and was not told about is lost with it.
  void drop(const std::shared_ptr<Answers>& writer) {
    waiting.erase(
        std::remove_if(waiting.begin(),
                       waiting.end(),
                       [&](const Waiting& each) { return each.writer == writer; }),
        waiting.end());
  }

  void take(Append append, const std::shared_ptr<Answers>& writer) {
    const Waiting entry{writer, appends.size()};
    appends.push_back(std::move(append));
    if (writer->failed) return;
    if (next_fault) {
      fail(entry, *std::exchange(next_fault, std::nullopt));
    } else if (holding) {
      waiting.push_back(entry);
    } else {
      acknowledge(entry);
    }
  }
};

class ScriptedStore::Log final : public SessionLog {
 public:
  Log(std::shared_ptr<State> state, SessionId session, std::shared_ptr<Answers> answers)
      : state_(std::move(state)),
        session_(std::move(session)),
        answers_(std::move(answers)) {}
  ~Log() override { state_->drop(answers_); }

  void append(std::span<const SessionRecord> records,
              Barrier barrier,
              Ticket ticket) override {
    Append append{session_, ticket, barrier, Records(records.begin(), records.end())};
    state_->take(std::move(append), answers_);
  }

  std::optional<StoreEvent> poll(const Waker& waker) override {
    if (answers_->events.empty()) {
      answers_->waker = waker;
      return std::nullopt;
    }
    StoreEvent event = std::move(answers_->events.front());
    answers_->events.pop_front();
    return event;
  }

  Task<Result<Records>> read(Seq after, std::size_t limit) override {
    const Records& all = state_->sessions[session_].durable;
    const auto first = static_cast<std::size_t>(std::min<Seq>(after, all.size()));
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t count = std::min(limit, all.size() - first);
    return Task<Result<Records>>::ready(
        Records(begin, begin + static_cast<std::ptrdiff_t>(count)));
  }

 private:
  std::shared_ptr<State> state_;
  SessionId session_;
  std::shared_ptr<Answers> answers_;
};

ScriptedStore::ScriptedStore() : state_(std::make_shared<State>()) {}
ScriptedStore::~ScriptedStore() = default;

Task<Result<std::unique_ptr<SessionLog>>> ScriptedStore::open(SessionId session,
                                                              OpenMode mode) {
  using Opened = Result<std::unique_ptr<SessionLog>>;
  const auto refuse = [](AgenticError error) {
    return Task<Opened>::ready(Err{std::move(error)});
  };
  if (state_->open_error) {
    return refuse(*std::exchange(state_->open_error, std::nullopt));
  }
  if (session.empty()) {
    return refuse(SessionError{SessionFault::invalid, "the session id is empty"});
  }
  const bool exists = state_->sessions.count(session) > 0;
  if (!exists && mode == OpenMode::existing) {
    return refuse(SessionError{SessionFault::not_found, "no session '" + session + "'"});
  }
  if (exists && mode == OpenMode::create) {
    return refuse(SessionError{SessionFault::invalid, "'" + session + "' exists"});
  }
  Session& entry = state_->sessions[session];
  if (!entry.writer.expired()) {
    return refuse(StoreError{StoreFault::fenced, "'" + session + "' is open elsewhere"});
  }
  auto answers = std::make_shared<Answers>();
  entry.writer = answers;
  std::unique_ptr<SessionLog> log =
      std::make_unique<Log>(state_, std::move(session), std::move(answers));
  return Task<Opened>::ready(std::move(log));
}

void ScriptedStore::hold() {
  state_->holding = true;
}

void ScriptedStore::release(std::size_t count) {
  for (std::size_t i = 0; i < count && !state_->waiting.empty(); ++i) {
    const Waiting entry = std::move(state_->waiting.front());
    state_->waiting.pop_front();
    state_->acknowledge(entry);
  }
}

void ScriptedStore::release() {
  state_->holding = false;
  release(state_->waiting.size());
}

void ScriptedStore::fail(StoreFault fault) {
  if (state_->waiting.empty()) {
    state_->next_fault = fault;
    return;
  }
  const Waiting entry = state_->waiting.front();
  state_->fail(entry, fault);
}

void ScriptedStore::fail_open(AgenticError error) {
  state_->open_error = std::move(error);
}

std::size_t ScriptedStore::held() const {
  return state_->waiting.size();
}

const std::vector<ScriptedStore::Append>& ScriptedStore::appends() const {
  return state_->appends;
}

Records ScriptedStore::records(const SessionId& session) const {
  const auto place = state_->sessions.find(session);
  return place == state_->sessions.end() ? Records{} : place->second.durable;
}

void ScriptedStore::set_records(const SessionId& session, Records records) {
  state_->sessions[session].durable = std::move(records);
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
#include "pintle/testing/contracts/store.hpp"

#include <algorithm>

#include "testing/contracts/support.hpp"

namespace pintle::testing {

namespace {

using Log = std::unique_ptr<SessionLog>;
using Opened = Result<Log>;
using Records = std::vector<SessionRecord>;

class Suite {
 public:
  Suite(Findings& is, SessionStore& store, const Idle& idle)
      : is_(is), store_(store), idle_(idle) {}

  Opened open(const char* session, OpenMode mode) {
    std::optional<Opened> opened = finish(store_.open(session, mode), idle_);
    if (!is_.expect(opened.has_value(), "open is answered")) {
      return Err{UnexpectedError{"no answer"}};
    }
    if (!opened->ok()) return std::move(*opened);
    is_.expect(opened->value() != nullptr, "an opened log is there");
    return std::move(*opened);
  }

  bool append(SessionLog& log, const Records& records, std::uint64_t ticket) {
    log.append(records, Barrier::durable, Ticket{ticket});
    return is_.expect(stored(log, Ticket{ticket}) == Ticket{ticket},
                      "an append is acknowledged with its ticket");
  }

  Records read(SessionLog& log, Seq after, std::size_t limit) {
    auto records = finish(log.read(after, limit), idle_);
    if (!is_.expect(records && records->ok(), "read is answered")) return {};
    return std::move(records->value());
  }

  void round_trip() {
    Opened log = open("one", OpenMode::create);
    if (!is_.expect(log.ok(), "a session can be created")) return;
    const Records sample = sample_log();
    for (std::size_t i = 0; i < sample.size(); ++i) {
      if (!append(**log, {sample[i]}, i + 1)) return;
    }
    expect_same(read(**log, 0, sample.size() + 10), sample);
    Records paged;
    while (paged.size() < sample.size()) {
      const Records page = read(**log, paged.size(), 7);
      if (!is_.expect(!page.empty(), "pages go on until the end")) return;
      is_.expect(page.size() <= 7, "a page is not longer than asked");
      paged.insert(paged.end(), page.begin(), page.end());
    }
    expect_same(paged, sample);
    is_.expect(read(**log, sample.size(), 7).empty(), "after the end nothing is read");
    is_.expect(read(**log, sample.size() + 99, 7).empty(), "nor far behind it");
  }

  void order() {
    Opened log = open("one", OpenMode::create);
    if (!is_.expect(log.ok(), "a session can be created")) return;
    const Records sample = sample_log();
    (*log)->append({&sample[0], 2}, Barrier::none, Ticket{3});
    (*log)->append({&sample[2], 1}, Barrier::none, Ticket{4});
    (*log)->append({&sample[3], 1}, Barrier::durable, Ticket{9});
    is_.expect(stored(**log, Ticket{9}) == Ticket{9},
               "a durable append acknowledges all before it, in ticket order");
    is_.expect(!(*log)->poll(Waker()), "what was told is not told twice");
    expect_same(read(**log, 0, 10), {sample.begin(), sample.begin() + 4});
  }

  void reopens() {
    {
      Opened log = open("one", OpenMode::create);
      if (!is_.expect(log.ok(), "a session can be created")) return;
      append(**log, sample_log(), 1);
      Opened second = open("one", OpenMode::existing);
      is_.expect(!second.ok() && is_fenced(second.error(), "one"),
                 "a second writer is fenced, by an error that names the session");
    }
    Opened log = open("one", OpenMode::existing);
    if (!is_.expect(log.ok(), "after its writer is gone a session can be opened")) return;
    expect_same(read(**log, 0, 1'000), sample_log());
    append(**log, {record::TurnStarted{TurnId{3}, 1}}, 1);
    is_.expect(read(**log, sample_log().size(), 10).size() == 1,
               "a new writer goes on at the end");
  }

  void modes() {
    const Opened missing = open("nobody", OpenMode::existing);
    is_.expect(!missing.ok() && is_fault(missing.error(), SessionFault::not_found),
               "what does not exist is not_found");
    { is_.expect(open("one", OpenMode::create_or_existing).ok(), "it is created"); }
    const Opened again = open("one", OpenMode::create);
    is_.expect(!again.ok() && is_fault(again.error(), SessionFault::invalid),
               "creating what exists is invalid");
    const Opened nameless = open("", OpenMode::create_or_existing);
    is_.expect(!nameless.ok() && is_fault(nameless.error(), SessionFault::invalid),
               "an empty name is invalid");
    Opened one = open("one", OpenMode::create_or_existing);
    Opened two = open("two", OpenMode::create);
    if (!is_.expect(one.ok() && two.ok(), "two sessions are open at once")) return;
    append(**one, {record::TurnStarted{TurnId{1}, 1}}, 1);
    is_.expect(read(**two, 0, 10).empty(), "sessions do not mix");
  }

 private:
  // The last acknowledgement on the way to `wanted`.
  Ticket stored(SessionLog& log, Ticket wanted) {
    constexpr int polls = 100'000;
    Ticket last;
    for (int i = 0; i < polls && last < wanted; ++i) {
      const auto event = log.poll(Waker());
      if (!event) {
        if (idle_) idle_();
        continue;
      }
      const auto* good = std::get_if<store::Stored>(&*event);
      if (!is_.expect(good != nullptr, "an append succeeds")) return last;
      is_.expect(good->ticket > last, "acknowledgements come in ticket order");
      last = good->ticket;
    }
    return last;
  }

  void expect_same(const Records& got, const Records& wanted) {
    is_.expect(got.size() == wanted.size(),
               "as many records are read as were written, " + std::to_string(got.size()) +
                   " of " + std::to_string(wanted.size()));
    for (std::size_t i = 0; i < std::min(got.size(), wanted.size()); ++i) {
      is_.expect(got[i] == wanted[i],
                 "record " + std::to_string(i + 1) + " (" +
                     std::string(name_of(wanted[i])) + ") is read as it was written");
    }
  }

  static bool is_fenced(const AgenticError& error, std::string_view session) {
    const auto* fault = std::get_if<StoreError>(&error);
    return fault != nullptr && fault->fault == StoreFault::fenced &&
           fault->message.find(session) != std::string::npos;
  }
  static bool is_fault(const AgenticError& error, SessionFault fault) {
    const auto* session = std::get_if<SessionError>(&error);
    return session != nullptr && session->fault == fault;
  }

  Findings& is_;
  SessionStore& store_;
  const Idle& idle_;
};

}  // namespace

Faults check_store(UniqueFunction<std::shared_ptr<SessionStore>()> make,
                   UniqueFunction<void()> idle) {
  Findings is;
  const auto run = [&](const char* name, void (Suite::*part)()) {
    is.run(name, [&](Findings& f) {
      const std::shared_ptr<SessionStore> store = make();
      Suite suite(f, *store, idle);
      (suite.*part)();
    });
  };
  run("round trip", &Suite::round_trip);
  run("order", &Suite::order);
  run("reopening", &Suite::reopens);
  run("modes", &Suite::modes);
  return is.take();
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// TurnStream, Turn, Answer: a turn as it happens, and as it was.
// Threads: the session's executor's.
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "pintle/event.hpp"
#include "pintle/executor.hpp"
#include "pintle/export.hpp"
#include "pintle/loop.hpp"
#include "pintle/task.hpp"

namespace pintle {

struct SessionCore;

/// An input range over anything with `const T* advance()`. It keeps its source alive.
template <class Source, class T>
class PullRange {
 public:
  class iterator {
   public:
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::input_iterator_tag;
    explicit iterator(Source source) : source_(std::move(source)) { ++*this; }
    const T& operator*() const { return *current_; }
    const T* operator->() const { return current_; }
    iterator& operator++() {
      current_ = source_.advance();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& it, std::default_sentinel_t) {
      return it.current_ == nullptr;
    }

   private:
    Source source_;
    const T* current_ = nullptr;
  };
  explicit PullRange(Source source) : source_(std::move(source)) {}
  [[nodiscard]] iterator begin() const { return iterator(source_); }
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }

 private:
  Source source_;
};

/// One stream of a turn. Iterating drives the session's executor until the next item is
/// there, so other jobs of it go on meanwhile. Destroying a stream that has not ended
/// aborts its turn (breaking out of the range does that): its request is dropped and its
/// tools are stopped at once. What is left to do then, a tool's grace or the end's
/// commit, is done by the session's next stream before its own turn begins, or by `end`.
class PINTLE_API TurnStream {
 public:
  TurnStream(std::shared_ptr<SessionCore> core, LoopInput start);
  TurnStream(TurnStream&&) noexcept;
  TurnStream& operator=(TurnStream&&) noexcept;
  ~TurnStream();

  class Inside;
  class PINTLE_API Statuses {
   public:
    explicit Statuses(std::shared_ptr<Inside> inside) : inside_(std::move(inside)) {}
    const Status* advance();

   private:
    std::shared_ptr<Inside> inside_;
  };
  class PINTLE_API Events {
   public:
    explicit Events(std::shared_ptr<Inside> inside) : inside_(std::move(inside)) {}
    const TurnEvent* advance();

   private:
    std::shared_ptr<Inside> inside_;
  };

  /// Items as the loop gives them: `Ready` and `Progress`, until the stream ends.
  PullRange<Statuses, Status>::iterator begin();
  std::default_sentinel_t end() { return {}; }
  /// The events. Single pass: goes on where the last one stopped; one range at a time.
  [[nodiscard]] PullRange<Events, TurnEvent> events();

  /// For tasks: `co_await stream.next()` gives the next event, or empty at the end.
  detail::PollAwaiter<std::optional<TurnEvent>, TurnStream&> next();
  /// What `next` polls: an event, an empty one at the end; or nothing yet.
  std::optional<std::optional<TurnEvent>> poll(const Waker& waker);

  /// For driving by hand with `next_status()`. Blocks while a turn that was left ends.
  AgentLoop& loop();

 private:
  std::shared_ptr<Inside> inside_;
};

/// A whole turn, collected.
class PINTLE_API Turn {
 public:
  /// What a reader saw and was not retracted, in order.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] const std::vector<ToolCall>& tool_calls() const noexcept {
    return calls_;
  }
  [[nodiscard]] const std::vector<ToolResult>& tool_results() const noexcept {
    return results_;
  }
  [[nodiscard]] const FinishReason& finish() const noexcept { return finish_; }
  /// Why it failed; null when it did not.
  [[nodiscard]] const AgenticError* failure() const noexcept {
    return failure_ ? &*failure_ : nullptr;
  }
  /// The answer says nothing, and no better one came.
  [[nodiscard]] bool weak() const noexcept { return weak_; }
  /// Of the session so far.
  [[nodiscard]] const TokenSnapshot& usage() const noexcept { return usage_; }
  [[nodiscard]] const std::vector<ApprovalRequest>& approvals() const noexcept {
    return approvals_;
  }
  /// The records that the stream showed, in order.
  [[nodiscard]] const std::vector<SessionRecord>& records() const noexcept {
    return records_;
  }
  /// Takes the next event, as collectors do.
  void add(const TurnEvent& event);
  void add(const SessionRecord& record) { records_.push_back(record); }

 private:
  struct Piece {
    GenerationId generation;
    std::size_t at = 0;  // where its text begins
  };
  std::string text_;
  std::vector<Piece> pieces_;
  std::vector<ToolCall> calls_;
  std::vector<ToolResult> results_;
  std::vector<ApprovalRequest> approvals_;
  std::vector<SessionRecord> records_;
  std::optional<AgenticError> failure_;
  FinishReason finish_;
  TokenSnapshot usage_;
  bool weak_ = false;
};

/// An answer's text, complete or, with `failure`, partial.
struct Answer {
  std::string text;
  FinishReason finish;
  std::optional<AgenticError> failure;
  [[nodiscard]] bool complete() const noexcept { return !failure.has_value(); }
};

}  // namespace pintle

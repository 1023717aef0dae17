// SPDX-License-Identifier: MIT
// Task<T>: a value to come, polled by one owner. A lazy coroutine, or a ready value
// without any allocation of its own. Destroying it cancels what it started.
//
//   Task<ToolOutcome> run(JsonText arguments, ToolContext& context) {
//     const bool slept = co_await context.sleep_until(when);
//     co_return text_outcome(slept ? "done" : "stopped");
//   }
//
// Name an awaited value before you use it: g++ 12 destroys what stands in a braced
// initialiser around `co_await` twice.
//
// Threads: polled on its executor's thread only.
#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

#include "pintle/waker.hpp"

namespace pintle {

namespace detail {

/// What a suspended coroutine waits for.
class Awaited {
 public:
  /// True: done, the coroutine can go on. False: the waker is registered and will fire.
  virtual bool poll(const Waker& waker) = 0;

 protected:
  ~Awaited() = default;
};

struct PromiseBase {
  const Waker* waker = nullptr;  // valid while the coroutine is being polled
  Awaited* awaited = nullptr;    // set while it is suspended on something
  std::exception_ptr failure;
  std::suspend_always initial_suspend() noexcept { return {}; }
  std::suspend_always final_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { failure = std::current_exception(); }
};

/// Polls `Source` (a value, or a reference) with the waker of the coroutine that waits.
/// What the source throws is thrown in that coroutine.
template <class T, class Source>
class PollAwaiter final : public Awaited {
 public:
  explicit PollAwaiter(Source&& source) : source_(std::forward<Source>(source)) {}
  bool await_ready() const noexcept { return false; }
  template <class Promise>
  bool await_suspend(std::coroutine_handle<Promise> waiting) {
    PromiseBase& promise = waiting.promise();
    if (poll(*promise.waker)) return false;
    promise.awaited = this;
    return true;
  }
  T await_resume() {
    if (failure_) std::rethrow_exception(failure_);
    return std::move(*value_);
  }
  bool poll(const Waker& waker) override {
    try {
      value_ = source_.poll(waker);
    } catch (...) {
      failure_ = std::current_exception();
      return true;
    }
    return value_.has_value();
  }

 private:
  Source source_;
  std::optional<T> value_;
  std::exception_ptr failure_;
};

}  // namespace detail

template <class T>
class [[nodiscard]] Task {
 public:
  struct promise_type : detail::PromiseBase {
    std::optional<T> value;
    Task get_return_object() {
      return Task(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    void return_value(T result) { value.emplace(std::move(result)); }
  };

  /// A task that is done already.
  static Task ready(T value) {
    Task task{std::coroutine_handle<promise_type>{}};
    task.ready_.emplace(std::move(value));
    return task;
  }

  /// The value once, when it is there; empty: `waker` is registered and will fire.
  /// Rethrows what the coroutine threw. Requires: it has not given its value yet.
  std::optional<T> poll(const Waker& waker) {
    if (ready_) return std::exchange(ready_, std::nullopt);
    promise_type& promise = handle_.promise();
    promise.waker = &waker;
    if (promise.awaited != nullptr) {
      if (!promise.awaited->poll(waker)) return std::nullopt;
      promise.awaited = nullptr;
    }
    handle_.resume();
    if (!handle_.done()) return std::nullopt;
    if (promise.failure) std::rethrow_exception(promise.failure);
    return std::move(promise.value);
  }

  /// Awaiting a task polls it with the waiting coroutine's waker.
  auto operator co_await() && noexcept {
    return detail::PollAwaiter<T, Task>(std::move(*this));
  }

  Task(Task&& other) noexcept
      : handle_(std::exchange(other.handle_, {})), ready_(std::move(other.ready_)) {
    other.ready_.reset();
  }
  Task& operator=(Task&& other) noexcept {
    if (this != &other) {
      if (handle_) handle_.destroy();
      handle_ = std::exchange(other.handle_, {});
      ready_ = std::exchange(other.ready_, std::nullopt);
    }
    return *this;
  }
  ~Task() {
    if (handle_) handle_.destroy();
  }

 private:
  explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}

  std::coroutine_handle<promise_type> handle_;
  std::optional<T> ready_;
};

/// Makes anything with `std::optional<T> poll(const Waker&)` awaitable:
/// `const bool ok = co_await from_poll<bool>(source)`. Lifetime: `source` outlives the
/// waiting.
template <class T, class Source>
[[nodiscard]] detail::PollAwaiter<T, Source&> from_poll(Source& source) {
  return detail::PollAwaiter<T, Source&>(source);
}

}  // namespace pintle

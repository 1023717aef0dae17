// SPDX-License-Identifier: MIT
// Result<T>: a value or an AgenticError. C++20 has no std::expected.
//
//   auto agent = builder.build();
//   if (!agent) return fail(agent.error());
//   agent->run_turn("Hi");
#pragma once

#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "pintle/error.hpp"
#include "pintle/export.hpp"

namespace pintle {

namespace detail {
/// Prints the error on stderr and aborts: `value()` was called on a failure.
[[noreturn]] PINTLE_API void abort_on_error(const AgenticError& error) noexcept;
}  // namespace detail

/// Makes a failed Result: `return Err{SessionError{...}};`
struct Err {
  AgenticError error;
  template <class E>
  requires std::is_constructible_v<AgenticError, E&&>
  explicit Err(E&& e) : error(std::forward<E>(e)) {}
};

/// A value of T, or why there is none. Use `Result<Unit>` where there is no value.
template <class T>
class [[nodiscard]] Result {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a value is a result
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  // NOLINTNEXTLINE(google-explicit-constructor): so is a failure
  Result(Err failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}

  [[nodiscard]] bool ok() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }

  /// The value. On a failure it prints the error and aborts, so that a small program
  /// fails legibly; ask `ok()` first where failure is expected.
  T& value() & { return *checked(); }
  const T& value() const& { return *const_cast<Result*>(this)->checked(); }
  T value() && { return std::move(*checked()); }
  T* operator->() { return checked(); }
  const T* operator->() const { return const_cast<Result*>(this)->checked(); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }

  /// The error. Requires: `!ok()`.
  [[nodiscard]] const AgenticError& error() const { return *std::get_if<1>(&state_); }

  [[nodiscard]] T value_or(T fallback) && {
    return ok() ? std::move(*std::get_if<0>(&state_)) : std::move(fallback);
  }

 private:
  T* checked() {
    if (!ok()) detail::abort_on_error(error());
    return std::get_if<0>(&state_);
  }
  std::variant<T, AgenticError> state_;
};

/// The value of an operation that has none.
struct Unit {
  friend bool operator==(const Unit&, const Unit&) = default;
};

}  // namespace pintle

// SPDX-License-Identifier: MIT
// The boundary to plug-ins: what they throw becomes an UnexpectedError.
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "pintle/result.hpp"
#include "pintle/task.hpp"

namespace pintle {

/// What the exception in flight says. Requires: called from a catch block.
inline std::string current_exception_text() {
  try {
    throw;
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return "an exception that is no std::exception";
  }
}

/// Calls `call`; on an exception, `fallback(what it said)`.
template <class Call, class Fallback>
auto guarded(Call&& call, Fallback&& fallback) -> decltype(call()) {
  try {
    return call();
  } catch (...) {
    return fallback(current_exception_text());
  }
}

/// The task that `start` gives, with exceptions turned into errors.
template <class T, class Start>
Task<Result<T>> guarded_task(Start start) {
  std::string thrown;
  try {
    Task<Result<T>> task = start();
    Result<T> result = co_await std::move(task);
    co_return result;
  } catch (...) {
    thrown = current_exception_text();
  }
  co_return Result<T>(Err{UnexpectedError{"a plug-in threw: " + thrown}});
}

}  // namespace pintle

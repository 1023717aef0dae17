// SPDX-License-Identifier: MIT
// How a C++ function becomes the body of a tool: which parameters it takes, how its
// arguments are read, what is made of its result. For typed_tool.hpp; not to be used
// alone.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "pintle/function.hpp"
#include "pintle/json_convert.hpp"
#include "pintle/tool.hpp"

namespace pintle::detail {

using ToolBody = UniqueFunction<Task<ToolOutcome>(JsonText, ToolContext&)>;

template <class... Args>
struct Parameters {};

template <class F>
struct Signature : Signature<decltype(&F::operator())> {};
template <class R, class... Args>
struct Signature<R (*)(Args...)> {
  using Returned = R;
  using Taken = Parameters<std::remove_cvref_t<Args>...>;
};
template <class R, class... Args>
struct Signature<R (*)(Args...) noexcept> : Signature<R (*)(Args...)> {};
template <class C, class R, class... Args>
struct Signature<R (C::*)(Args...)> : Signature<R (*)(Args...)> {};
template <class C, class R, class... Args>
struct Signature<R (C::*)(Args...) const> : Signature<R (*)(Args...)> {};
template <class C, class R, class... Args>
struct Signature<R (C::*)(Args...) noexcept> : Signature<R (*)(Args...)> {};
template <class C, class R, class... Args>
struct Signature<R (C::*)(Args...) const noexcept> : Signature<R (*)(Args...)> {};

/// Stands for the arguments of a function that takes none.
struct NoInput {};

/// How a function with these parameters is called.
template <class Taken>
struct Shape;
template <>
struct Shape<Parameters<>> {
  using Input = NoInput;
  template <class F>
  static decltype(auto) call(F& function, NoInput&, ToolContext&) {
    return function();
  }
};
template <>
struct Shape<Parameters<ToolContext>> {
  using Input = NoInput;
  template <class F>
  static decltype(auto) call(F& function, NoInput&, ToolContext& context) {
    return function(context);
  }
};
template <class In>
struct Shape<Parameters<In>> {
  using Input = In;
  template <class F>
  static decltype(auto) call(F& function, In& input, ToolContext&) {
    return function(std::move(input));
  }
};
template <class In>
struct Shape<Parameters<In, ToolContext>> {
  using Input = In;
  template <class F>
  static decltype(auto) call(F& function, In& input, ToolContext& context) {
    return function(std::move(input), context);
  }
};
template <class F>
using ShapeOf = Shape<typename Signature<F>::Taken>;
template <class F>
using InputOf = typename ShapeOf<F>::Input;
template <class F>
using ReturnedBy = typename Signature<F>::Returned;

template <class T>
inline constexpr bool is_result = false;
template <class T>
inline constexpr bool is_result<Result<T>> = true;
template <class T>
inline constexpr bool is_task = false;
template <class T>
inline constexpr bool is_task<Task<T>> = true;

template <class R>
ToolOutcome to_outcome(R value) {
  if constexpr (std::is_same_v<R, ToolOutcome>) {
    return value;
  } else if constexpr (is_result<R>) {
    if (!value.ok()) return error_outcome(to_string(value.error()));
    return to_outcome(*std::move(value));
  } else if constexpr (std::is_same_v<R, Unit>) {
    return text_outcome("done");
  } else if constexpr (std::is_same_v<R, std::string>) {
    return text_outcome(std::move(value));
  } else if constexpr (std::is_convertible_v<R, std::string_view>) {
    return text_outcome(std::string(std::string_view(value)));
  } else {
    return text_outcome(to_json(value));
  }
}

template <class F>
ToolOutcome run_function(F& function, InputOf<F>& input, ToolContext& context) {
  if constexpr (std::is_void_v<ReturnedBy<F>>) {
    ShapeOf<F>::call(function, input, context);
    return text_outcome("done");
  } else {
    return to_outcome<std::remove_cvref_t<ReturnedBy<F>>>(
        ShapeOf<F>::call(function, input, context));
  }
}

/// A function's task with all that it refers to. Not a coroutine template: g++ warns of
/// their frames when a type of the caller's file is in them.
class OutcomeSource {
 public:
  OutcomeSource() = default;
  OutcomeSource(const OutcomeSource&) = delete;
  OutcomeSource& operator=(const OutcomeSource&) = delete;
  virtual ~OutcomeSource() = default;
  virtual std::optional<ToolOutcome> poll(const Waker& waker) = 0;
};
[[nodiscard]] PINTLE_API Task<ToolOutcome> outcome_task(
    std::unique_ptr<OutcomeSource> source);

template <class F>
class FunctionTask final : public OutcomeSource {
 public:
  FunctionTask(std::shared_ptr<F> function, InputOf<F> input, ToolContext& context)
      : function_(std::move(function)),
        input_(std::move(input)),
        task_(ShapeOf<F>::call(*function_, input_, context)) {}
  std::optional<ToolOutcome> poll(const Waker& waker) override {
    auto value = task_.poll(waker);
    if (!value) return std::nullopt;
    return to_outcome(*std::move(value));
  }

 private:
  std::shared_ptr<F> function_;
  InputOf<F> input_;
  ReturnedBy<F> task_;  // may refer to the others
};

/// Reads the arguments into the input. What does not fit, in words; empty: it fits.
template <class In>
std::string read_input(JsonText& arguments, In& input) {
  if constexpr (std::is_same_v<In, JsonText>) {
    input = std::move(arguments);
  } else if constexpr (!std::is_same_v<In, NoInput>) {
    JsonReader reader(arguments);
    if (reader.fault().empty()) read_json(reader, input);
    return reader.fault();
  }
  return {};
}

/// What a tool made of a function does in one run. The function is shared with the work
/// on the pool, which may outlive the run.
template <class F>
struct FunctionBody {
  std::shared_ptr<F> function;
  bool blocking = false;

  Task<ToolOutcome> operator()(JsonText arguments, ToolContext& context) const {
    InputOf<F> input{};
    const std::string fault = read_input(arguments, input);
    if (!fault.empty()) return Task<ToolOutcome>::ready(error_outcome(fault));
    if constexpr (is_task<ReturnedBy<F>>) {
      return outcome_task(
          std::make_unique<FunctionTask<F>>(function, std::move(input), context));
    } else if (!blocking) {
      return Task<ToolOutcome>::ready(run_function(*function, input, context));
    } else {
      return context.blocking(
          [shared = function, input = std::move(input), &context]() mutable {
            return run_function(*shared, input, context);
          });
    }
  }
};

template <class F>
ToolBody tool_body(F function, bool blocking) {
  return FunctionBody<F>{std::make_shared<F>(std::move(function)), blocking};
}

}  // namespace pintle::detail

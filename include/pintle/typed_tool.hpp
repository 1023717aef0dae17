// SPDX-License-Identifier: MIT
// Tools from C++ functions. The parameter is a described struct (describe.hpp), from
// which the schema is made and into which the arguments are read:
//
//   auto weather = pintle::tool("weather", "Current weather of a city",
//                               [](const Weather& w) { return look_up(w.city); },
//                               {.effect = pintle::ToolEffect::read_only});
//
// The function takes nothing, a struct, a ToolContext&, or a struct and a ToolContext&.
// It returns text, a number, a bool, a described struct or enum, a vector of these (as
// JSON), nothing ("done"), a ToolOutcome, a Result of any of these, or a Task of them
// when it has to wait. An exception ends the call with an error result. Threads: called
// on the executor's thread; with `blocking`, on the worker pool, and then several calls
// may run at once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "pintle/function.hpp"
#include "pintle/json_convert.hpp"
#include "pintle/json_schema.hpp"
#include "pintle/tool.hpp"

namespace pintle {

/// The rest of a ToolSpec; see there. Name what differs: `{.blocking = true}`.
struct ToolOptions {
  ToolEffect effect = ToolEffect::at_most_once;
  bool blocking = false;  ///< Run it on the worker pool. A function that gives a Task is
                          ///< run on the executor all the same.
  std::optional<std::int64_t> deadline_ms{};
  std::string category{};
  bool cancellable = false;
  bool repeatable = false;
  Doubt doubt = Doubt::report;
  std::optional<std::size_t> result_bytes{};
};

namespace detail {

using ToolBody = UniqueFunction<Task<ToolOutcome>(JsonText, ToolContext&)>;

[[nodiscard]] PINTLE_API std::shared_ptr<Tool> function_tool(ToolSpec spec,
                                                             ToolBody body);
[[nodiscard]] PINTLE_API ToolSpec tool_spec(std::string name,
                                            std::string description,
                                            ToolOptions options);

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

// Its frame keeps the function and its input for as long as the function's task runs.
template <class F>
Task<ToolOutcome> run_task(std::shared_ptr<F> function,
                           InputOf<F> input,
                           ToolContext* context) {
  auto task = ShapeOf<F>::call(*function, input, *context);
  auto value = co_await std::move(task);
  co_return to_outcome(std::move(value));
}

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
      return run_task<F>(function, std::move(input), &context);
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

}  // namespace detail

/// A tool whose schema comes from the function's parameter.
template <class F>
[[nodiscard]] std::shared_ptr<Tool> tool(std::string name,
                                         std::string description,
                                         F function,
                                         ToolOptions options = {}) {
  using Input = detail::InputOf<F>;
  constexpr bool takes_nothing = std::is_same_v<Input, detail::NoInput>;
  static_assert(takes_nothing || DescribedStruct<Input>,
                "a tool takes a struct with PINTLE_DESCRIBE, or nothing");
  const bool blocking = options.blocking;
  ToolSpec spec =
      detail::tool_spec(std::move(name), std::move(description), std::move(options));
  if constexpr (!takes_nothing) spec.input_schema = json_schema<Input>();
  return detail::function_tool(std::move(spec),
                               detail::tool_body(std::move(function), blocking));
}

/// A tool with a hand-written schema: the function takes JsonText, or JsonText and a
/// ToolContext&, and returns what a typed tool's may.
template <class F>
[[nodiscard]] std::shared_ptr<Tool> tool_from_schema(std::string name,
                                                     std::string description,
                                                     JsonText schema,
                                                     F function,
                                                     ToolOptions options = {}) {
  static_assert(std::is_same_v<detail::InputOf<F>, JsonText>,
                "the function takes its arguments as JsonText");
  const bool blocking = options.blocking;
  ToolSpec spec =
      detail::tool_spec(std::move(name), std::move(description), std::move(options));
  spec.input_schema = std::move(schema);
  return detail::function_tool(std::move(spec),
                               detail::tool_body(std::move(function), blocking));
}

}  // namespace pintle

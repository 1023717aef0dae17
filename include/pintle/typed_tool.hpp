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

#include "pintle/json_schema.hpp"
#include "pintle/tool.hpp"
#include "pintle/tool_function.hpp"

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

[[nodiscard]] PINTLE_API std::shared_ptr<Tool> function_tool(ToolSpec spec,
                                                             ToolBody body);
[[nodiscard]] PINTLE_API ToolSpec tool_spec(std::string name,
                                            std::string description,
                                            ToolOptions options);

}  // namespace detail

/// A tool whose schema comes from the function's parameter.
template <class F>
[[nodiscard]] std::shared_ptr<Tool> tool(std::string name,
                                         std::string description,
                                         F function,
                                         ToolOptions options = {}) {
  using In = detail::InputOf<F>;
  constexpr bool takes_nothing = std::is_same_v<In, detail::NoInput>;
  static_assert(takes_nothing || DescribedStruct<In>,
                "a tool takes a struct with PINTLE_DESCRIBE, or nothing");
  const bool blocking = options.blocking;
  ToolSpec spec =
      detail::tool_spec(std::move(name), std::move(description), std::move(options));
  if constexpr (!takes_nothing) spec.input_schema = json_schema<In>();
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

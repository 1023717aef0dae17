// SPDX-License-Identifier: MIT
// One tool of several commands, for what belongs together:
//
//   auto memory = pintle::command_tool("memory", "What was learned of the user",
//       {pintle::command("add", "Keeps a fact", [](const Fact& f) { … }),
//        pintle::command("list", "All facts", [] { … })});
//
// The model sees one tool, whose schema has a form (`oneOf`) for each command, told apart
// by a field `command`. A call of a joined name, as `memory_add`, is read as what it
// means.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/typed_tool.hpp"

namespace pintle {

/// One command: a function as `tool` takes it. Its struct must have no field `command`.
struct ToolCommand {
  std::string name;
  std::string description;
  JsonText schema;  ///< Of its arguments; an object.
  std::shared_ptr<detail::ToolBody> body;
};

template <class F>
[[nodiscard]] ToolCommand command(std::string name, std::string description, F function) {
  using In = detail::InputOf<F>;
  constexpr bool takes_nothing = std::is_same_v<In, detail::NoInput>;
  static_assert(takes_nothing || DescribedStruct<In>,
                "a command takes a struct with PINTLE_DESCRIBE, or nothing");
  ToolCommand made{std::move(name), std::move(description), {}, nullptr};
  if constexpr (takes_nothing) {
    made.schema = R"({"type":"object","properties":{},"additionalProperties":false})";
  } else {
    made.schema = json_schema<In>();
  }
  made.body =
      std::make_shared<detail::ToolBody>(detail::tool_body(std::move(function), false));
  return made;
}

/// `options.effect` holds for all commands, so it is that of the boldest; `blocking` has
/// no meaning here: a command that blocks goes through `ToolContext::blocking`.
[[nodiscard]] PINTLE_API std::shared_ptr<Tool> command_tool(
    std::string name,
    std::string description,
    std::vector<ToolCommand> commands,
    ToolOptions options = {});

}  // namespace pintle

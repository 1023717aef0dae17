// SPDX-License-Identifier: MIT
#include "pintle/command_tool.hpp"

#include <algorithm>
#include <utility>

#include "pintle/json_io.hpp"

#include "tools/commands.hpp"

namespace pintle {

namespace {

std::string command_in(const JsonText& arguments) {
  JsonReader reader(arguments);
  std::string name;
  if (reader.fault().empty() && reader.object() && reader.enter(command_field)) {
    reader.string(name);
  }
  return name;
}

class CommandTool final : public Tool {
 public:
  CommandTool(ToolSpec spec, std::vector<ToolCommand> commands)
      : spec_(std::move(spec)), commands_(std::move(commands)) {}

  const ToolSpec& spec() const noexcept override { return spec_; }

  // A command's own reader passes over the field `command`.
  Task<ToolOutcome> run(JsonText arguments, ToolContext& context) override {
    const std::string name = command_in(arguments);
    const auto found =
        std::find_if(commands_.begin(), commands_.end(), [&name](const ToolCommand& one) {
          return one.name == name;
        });
    if (found == commands_.end()) {
      return Task<ToolOutcome>::ready(
          error_outcome("there is no command " + json_quote(name)));
    }
    return (*found->body)(std::move(arguments), context);
  }

 private:
  ToolSpec spec_;
  std::vector<ToolCommand> commands_;
};

}  // namespace

std::shared_ptr<Tool> command_tool(std::string name,
                                   std::string description,
                                   std::vector<ToolCommand> commands,
                                   ToolOptions options) {
  ToolSpec spec =
      detail::tool_spec(std::move(name), std::move(description), std::move(options));
  spec.blocking = false;
  std::string forms;
  for (const ToolCommand& one : commands) {
    if (!forms.empty()) forms += ',';
    forms += command_form(one.schema, one.name, one.description);
  }
  spec.input_schema = R"({"type":"object","oneOf":[)" + forms + "]}";
  return std::make_shared<CommandTool>(std::move(spec), std::move(commands));
}

}  // namespace pintle

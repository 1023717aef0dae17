// SPDX-License-Identifier: MIT
#include "pintle/typed_tool.hpp"

#include <utility>

namespace pintle::detail {

namespace {

class FunctionTool final : public Tool {
 public:
  FunctionTool(ToolSpec spec, ToolBody body)
      : spec_(std::move(spec)), body_(std::move(body)) {}

  const ToolSpec& spec() const noexcept override { return spec_; }
  Task<ToolOutcome> run(JsonText arguments, ToolContext& context) override {
    return body_(std::move(arguments), context);
  }

 private:
  ToolSpec spec_;
  ToolBody body_;
};

}  // namespace

std::shared_ptr<Tool> function_tool(ToolSpec spec, ToolBody body) {
  return std::make_shared<FunctionTool>(std::move(spec), std::move(body));
}

Task<ToolOutcome> outcome_task(std::unique_ptr<OutcomeSource> source) {
  ToolOutcome outcome = co_await from_poll<ToolOutcome>(*source);
  co_return std::move(outcome);
}

ToolSpec tool_spec(std::string name, std::string description, ToolOptions options) {
  ToolSpec spec;
  spec.name = std::move(name);
  spec.description = std::move(description);
  spec.category = std::move(options.category);
  spec.effect = options.effect;
  spec.doubt = options.doubt;
  spec.cancellable = options.cancellable;
  spec.repeatable = options.repeatable;
  spec.blocking = options.blocking;
  spec.deadline_ms = options.deadline_ms;
  spec.result_bytes = options.result_bytes;
  return spec;
}

}  // namespace pintle::detail

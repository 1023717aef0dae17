// SPDX-License-Identifier: MIT
#include "pintle/tool.hpp"

#include <utility>

namespace pintle {

std::string_view to_string(ToolEffect effect) noexcept {
  switch (effect) {
    case ToolEffect::read_only: return "read_only";
    case ToolEffect::idempotent: return "idempotent";
    case ToolEffect::at_most_once: return "at_most_once";
  }
  return "?";
}

ToolOutcome text_outcome(std::string text) {
  ToolOutcome outcome;
  outcome.content = std::move(text);
  return outcome;
}

ToolOutcome error_outcome(std::string text) {
  ToolOutcome outcome;
  outcome.status = ResultStatus::error;
  outcome.content = std::move(text);
  return outcome;
}

}  // namespace pintle

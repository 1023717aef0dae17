// SPDX-License-Identifier: MIT
#include "pintle/event.hpp"

#include <ostream>

#include "core/overloaded.hpp"

namespace pintle {

std::string ToolResult::summary(std::size_t length) const {
  std::string line;
  for (const char c : content) line += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  if (line.size() <= length) return line;
  std::size_t cut = length;
  // Not in the middle of a character: UTF-8 continuation bytes begin with the bits 10.
  while (cut > 0 && (static_cast<unsigned char>(line[cut]) & 0xC0U) == 0x80U) --cut;
  return line.substr(0, cut) + "…";
}

namespace {

std::string generation_text(GenerationId id) {
  return "g" + std::to_string(id.value);
}
std::string call_text(CallId id) {
  return "c" + std::to_string(id.value);
}

std::string_view name_of(Input::What what) {
  switch (what) {
    case Input::What::accepted: return "accepted";
    case Input::What::delivered: return "delivered";
    case Input::What::returned: return "returned";
  }
  return "?";
}

std::string_view name_of(Notice::What what) {
  switch (what) {
    case Notice::What::retry_scheduled: return "retry_scheduled";
    case Notice::What::model_switched: return "model_switched";
    case Notice::What::prefix_broken: return "prefix_broken";
    case Notice::What::args_coerced: return "args_coerced";
  }
  return "?";
}

}  // namespace

std::string to_string(const TurnEvent& event) {
  return match(
      event,
      [](const Text& e) {
        return "text " + generation_text(e.generation) + " " + std::string(e.bytes);
      },
      [](const Thinking& e) {
        return "thinking " + generation_text(e.generation) + " " + std::string(e.bytes);
      },
      [](const ToolCallDelta& e) {
        return "tool_call_delta " + call_text(e.call) + " " + std::string(e.bytes);
      },
      [](const ToolCall& e) {
        return "tool_call " + call_text(e.call) + " " + e.name + " " + e.arguments;
      },
      [](const ToolResult& e) {
        return "tool_result " + call_text(e.call) + " " + e.name + " " +
               std::string(to_string(e.status)) + " " + e.summary(200);
      },
      [](const Retract& e) {
        return "retract " + generation_text(e.generation) + " " +
               std::string(to_string(e.reason));
      },
      [](const Progress& e) { return "progress " + to_string(e.what); },
      [](const Input& e) {
        return "input " + std::to_string(e.id.value) + " " + std::string(name_of(e.what));
      },
      [](const ApprovalRequired& e) {
        return "approval_required " + std::to_string(e.requests.size());
      },
      [](const Notice& e) {
        return "notice " + std::string(name_of(e.what)) + " " + e.message;
      },
      [](const Failed& e) {
        return "failed " + to_string(e.finish) + " " + to_string(e.error);
      },
      [](const Done& e) {
        return "done " + to_string(e.finish) + (e.weak ? " weak" : "");
      });
}

std::ostream& operator<<(std::ostream& out, const TurnEvent& event) {
  return out << to_string(event);
}

}  // namespace pintle

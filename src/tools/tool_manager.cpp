// SPDX-License-Identifier: MIT
#include "pintle/tool_manager.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pintle/schema.hpp"

#include "core/excerpt.hpp"
#include "core/nearest.hpp"
#include "tools/commands.hpp"

namespace pintle {

namespace {

constexpr std::size_t name_bytes_max = 64;
constexpr std::size_t piece_bytes = 120;

bool is_tool_name(std::string_view name) {
  constexpr std::string_view allowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !name.empty() && name.size() <= name_bytes_max &&
         name.find_first_not_of(allowed) == std::string_view::npos;
}

std::string quoted(std::string_view name) {
  return json_quote(excerpt(name, name_bytes_max));
}

Err refuse(std::string_view name, const std::string& why) {
  return Err{SessionError{SessionFault::invalid, "tool " + quoted(name) + ": " + why}};
}

// Of a schema that was refused, without the words that every session error begins with.
std::string reason(const AgenticError& error) {
  const auto* const session = std::get_if<SessionError>(&error);
  return session == nullptr ? to_string(error) : session->message;
}

// Gives each call of a batch its stage.
class Stager {
 public:
  // A call that will not run parts nothing.
  std::uint32_t next(bool runs, ToolEffect effect) {
    if (!runs) return stage_;
    const bool joins = shared_ && effect == ToolEffect::read_only;
    if (started_ && !joins) ++stage_;
    started_ = true;
    shared_ = effect == ToolEffect::read_only;
    return stage_;
  }

 private:
  std::uint32_t stage_ = 0;
  bool started_ = false;
  bool shared_ = false;  // the stage in the making takes more read_only calls
};

class SortedToolManager final : public ToolCallManager {
 public:
  void on_record(const SessionRecord&) override {}  // what is offered never changes

  Result<Unit> add(std::shared_ptr<Tool> tool) override {
    if (!tool) return refuse("", "the pointer is null");
    const ToolSpec& spec = tool->spec();
    if (!is_tool_name(spec.name)) {
      return refuse(spec.name, "a name has 1 to 64 characters of [A-Za-z0-9_-]");
    }
    const auto place = position(spec.name);
    if (place != entries_.end() && place->tool->spec().name == spec.name) {
      return refuse(spec.name, "there is one of this name already");
    }
    Result<Schema> schema = Schema::compile(spec.input_schema);
    if (!schema) return refuse(spec.name, "its input_schema: " + reason(schema.error()));
    if (!schema->allows_object()) {
      return refuse(spec.name, "its input_schema must have the type \"object\"");
    }
    std::vector<std::string> commands = commands_of(spec.input_schema);
    entries_.insert(place,
                    Entry{std::move(tool), std::move(*schema), std::move(commands)});
    return Unit{};
  }

  std::shared_ptr<Tool> get(std::string_view name) const override {
    const Entry* const entry = find(name);
    return entry == nullptr ? nullptr : entry->tool;
  }

  std::vector<const ToolSpec*> offered() const override {
    std::vector<const ToolSpec*> specs;
    specs.reserve(entries_.size());
    for (const Entry& entry : entries_) specs.push_back(&entry.tool->spec());
    return specs;
  }

  ToolPlan plan(std::span<const CallPart* const> calls,
                const Limits& limits) const override {
    ToolPlan plan;
    plan.calls.reserve(calls.size());
    Stager stager;
    for (const CallPart* const call : calls) {
      PlannedCall planned = plan_one(*call, limits);
      if (plan.calls.size() >= limits.calls_per_batch) {
        planned.error = "Not run: only the first " +
                        std::to_string(limits.calls_per_batch) +
                        " calls of one answer are. Call it again in the next answer.";
      }
      planned.stage = stager.next(planned.error.empty(), planned.effect);
      plan.calls.push_back(std::move(planned));
    }
    return plan;
  }

 private:
  struct Entry {
    std::shared_ptr<Tool> tool;
    Schema schema;
    std::vector<std::string> commands;  // of a tool that has several
  };

  /// A tool, and the command that a joined name means.
  struct Meant {
    const Entry* entry = nullptr;
    std::string_view command;
  };

  [[nodiscard]] std::vector<Entry>::const_iterator position(std::string_view name) const {
    return std::lower_bound(entries_.begin(),
                            entries_.end(),
                            name,
                            [](const Entry& entry, std::string_view n) {
                              return entry.tool->spec().name < n;
                            });
  }
  [[nodiscard]] const Entry* find(std::string_view name) const {
    const auto place = position(name);
    return place != entries_.end() && place->tool->spec().name == name ? &*place
                                                                       : nullptr;
  }

  // Models join a tool's name and its command: memory_add, memory.add, memory-add.
  [[nodiscard]] Meant find_meant(std::string_view name) const {
    if (const Entry* const entry = find(name)) return {entry, {}};
    for (const Entry& entry : entries_) {
      const std::string& tool = entry.tool->spec().name;
      const bool joined =
          name.size() > tool.size() + 1 && name.starts_with(tool) &&
          std::string_view("_.-/:").find(name[tool.size()]) != std::string_view::npos;
      if (!joined) continue;
      const std::string_view rest = name.substr(tool.size() + 1);
      const auto command = std::find(entry.commands.begin(), entry.commands.end(), rest);
      if (command != entry.commands.end()) return {&entry, *command};
    }
    return {};
  }

  [[nodiscard]] PlannedCall plan_one(const CallPart& call, const Limits& limits) const {
    PlannedCall planned;
    planned.call = call.call;
    planned.name = call.name;
    planned.arguments = call.arguments;
    planned.deadline_ms = limits.tool_deadline_ms;
    const Meant meant = find_meant(call.name);
    const Entry* const entry = meant.entry;
    if (entry == nullptr) {
      planned.error = unknown(call.name);
      return planned;
    }
    const ToolSpec& spec = entry->tool->spec();
    if (!meant.command.empty() && call.usable) {
      planned.name = spec.name;
      planned.arguments = with_command(call.arguments, meant.command);
      planned.changes.push_back("read the name " + quoted(call.name) + " as command " +
                                quoted(meant.command) + " of " + quoted(spec.name));
    }
    planned.effect = spec.effect;
    planned.cancellable = spec.cancellable;
    planned.deadline_ms = spec.deadline_ms.value_or(limits.tool_deadline_ms);
    if (!call.usable) {
      planned.error = unreadable(call);
    } else {
      fit(planned, entry->schema);
    }
    return planned;
  }

  [[nodiscard]] std::string unknown(std::string_view name) const {
    std::string text = "There is no tool " + quoted(name) + ".";
    if (entries_.empty()) return text + " There are no tools.";
    std::vector<std::string_view> names;
    for (const Entry& entry : entries_) names.emplace_back(entry.tool->spec().name);
    names = nearest_first(name, std::move(names));
    if (probably_meant(name, names.front())) {
      text += " Did you mean " + quoted(names.front()) + "?";
    }
    return text + " The tools are: " + listed(names) + ".";
  }

  static std::string unreadable(const CallPart& call) {
    return "Not run: the arguments of " + quoted(call.name) +
           " are not valid JSON of one object: " + excerpt(call.malformed, piece_bytes) +
           "\nCall it again with its complete arguments as one JSON object.";
  }

  static void fit(PlannedCall& planned, const Schema& schema) {
    Fitted fitted = schema.fit(planned.arguments);
    planned.arguments = std::move(fitted.value);
    std::move(fitted.changes.begin(),
              fitted.changes.end(),
              std::back_inserter(planned.changes));
    if (fitted.faults.empty()) return;
    planned.error = "Not run: the arguments of " + quoted(planned.name) +
                    " do not fit: " + to_string(fitted.faults);
  }

  std::vector<Entry> entries_;  // sorted by name
};

}  // namespace

std::shared_ptr<ToolCallManager> tool_manager() {
  return std::make_shared<SortedToolManager>();
}

}  // namespace pintle

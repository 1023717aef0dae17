// SPDX-License-Identifier: MIT
#include "pintle/tool_manager.hpp"

#include <algorithm>
#include <utility>

#include "core/excerpt.hpp"
#include "tools/arguments_schema.hpp"
#include "core/nearest.hpp"

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
    std::optional<ArgumentsSchema> schema = ArgumentsSchema::parse(spec.input_schema);
    if (!schema) {
      return refuse(spec.name,
                    "its input_schema is not a JSON object of at most " +
                        std::to_string(json_depth_max) +
                        " levels: " + excerpt(spec.input_schema, piece_bytes));
    }
    if (!schema->allows_object()) {
      return refuse(spec.name, "its input_schema must have the type \"object\"");
    }
    entries_.insert(place, Entry{std::move(tool), std::move(*schema)});
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
    ArgumentsSchema schema;
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

  [[nodiscard]] PlannedCall plan_one(const CallPart& call, const Limits& limits) const {
    PlannedCall planned;
    planned.call = call.call;
    planned.name = call.name;
    planned.arguments = call.arguments;
    planned.deadline_ms = limits.tool_deadline_ms;
    const Entry* const entry = find(call.name);
    if (entry == nullptr) {
      planned.error = unknown(call.name);
      return planned;
    }
    const ToolSpec& spec = entry->tool->spec();
    planned.effect = spec.effect;
    planned.cancellable = spec.cancellable;
    planned.deadline_ms = spec.deadline_ms.value_or(limits.tool_deadline_ms);
    planned.error = call.usable ? unfit(call, *entry) : unreadable(call);
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

  static std::string unfit(const CallPart& call, const Entry& entry) {
    const std::string fault = entry.schema.check(call.arguments);
    if (fault.empty()) return {};
    return "Not run: the arguments of " + quoted(call.name) + " do not fit: " + fault;
  }

  std::vector<Entry> entries_;  // sorted by name
};

}  // namespace

std::shared_ptr<ToolCallManager> tool_manager() {
  return std::make_shared<SortedToolManager>();
}

}  // namespace pintle

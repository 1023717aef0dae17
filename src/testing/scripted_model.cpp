// SPDX-License-Identifier: MIT
#include "pintle/testing/scripted_model.hpp"

#include <utility>

namespace pintle::testing {

using Script = std::vector<ScriptedEvent>;
using What = ScriptedEvent::What;

namespace {

GenerationKind kind_of(int status) {
  switch (status) {
    case 401:
    case 403: return GenerationKind::auth;
    case 404: return GenerationKind::not_found;
    case 429: return GenerationKind::rate_limit;
    case 529: return GenerationKind::overloaded;
    case 400: return GenerationKind::invalid_request;
    default: return GenerationKind::server;
  }
}

ScriptedEvent event_of(What what, std::string bytes, std::uint32_t index = 0) {
  ScriptedEvent event;
  event.what = what;
  event.bytes = std::move(bytes);
  event.index = index;
  return event;
}

ScriptedEvent end_of(StopKind stop) {
  ScriptedEvent event = event_of(What::end, {});
  event.stop = {stop, std::string(to_string(stop))};
  return event;
}

class ScriptedStream final : public ModelStream {
 public:
  ScriptedStream(std::shared_ptr<const Script> script,
                 std::optional<Usage> usage,
                 std::shared_ptr<int> cancelled)
      : script_(std::move(script)),
        usage_(std::move(usage)),
        cancelled_(std::move(cancelled)) {}
  ~ScriptedStream() override { *cancelled_ += ended_ ? 0 : 1; }

  std::optional<ModelEvent> poll(const Waker&) override {
    if (next_ >= script_->size()) return std::nullopt;
    const ScriptedEvent& event = (*script_)[next_];
    if (event.what == What::hang) return std::nullopt;
    ++next_;
    switch (event.what) {
      case What::text: return model::Text{event.bytes};
      case What::thinking: return model::Thinking{event.bytes};
      case What::call_start:
        return model::CallStart{event.index, event.bytes, event.name};
      case What::call_arguments: return model::CallArguments{event.index, event.bytes};
      case What::opaque: return model::Opaque{event.opaque, event.index, event.bytes};
      case What::end: ended_ = true; return model::End{event.stop, known(event)};
      case What::failed: ended_ = true; return model::Failed{event.error, known(event)};
      case What::hang: break;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<Usage> known(const ScriptedEvent& event) const {
    return event.usage ? event.usage : usage_;
  }
  std::shared_ptr<const Script> script_;
  std::optional<Usage> usage_;
  std::shared_ptr<int> cancelled_;
  std::size_t next_ = 0;
  bool ended_ = false;
};

}  // namespace

class ScriptedModel::Inside final : public Model {
 public:
  explicit Inside(ModelInfo model_info) : info_(std::move(model_info)) {}
  [[nodiscard]] const ModelInfo& info() const noexcept override { return info_; }

  std::unique_ptr<ModelStream> stream(const ModelRequest& request) override {
    keep(request);
    if (next >= scripts.size() && repeat && !scripts.empty()) next = scripts.size() - 1;
    std::shared_ptr<const Script> script;
    if (next < scripts.size()) {
      script = scripts[next++];
    } else {
      ScriptedEvent failed = event_of(What::failed, {});
      failed.error.kind = GenerationKind::invalid_request;
      failed.error.message =
          "the script of model '" + info_.name + "' has no answer left";
      script = std::make_shared<const Script>(Script{failed});
    }
    return std::make_unique<ScriptedStream>(std::move(script), usage, cancelled);
  }

  void keep(const ModelRequest& request) {
    SeenRequest seen;
    seen.model = request.model;
    seen.system = request.system;
    seen.memory.assign(request.memory.begin(), request.memory.end());
    seen.messages.assign(request.messages.begin(), request.messages.end());
    for (const Message& note : request.notes) seen.notes.push_back(text_of(note));
    for (const ToolSpec* spec : request.tools) seen.tools.push_back(spec->name);
    seen.params = request.params;
    requests.push_back(std::move(seen));
  }

  ModelInfo info_;
  std::vector<std::shared_ptr<const Script>> scripts;
  std::size_t next = 0;
  bool repeat = false;
  std::optional<Usage> usage;
  std::vector<SeenRequest> requests;
  std::shared_ptr<int> cancelled = std::make_shared<int>(0);
};

ScriptedModel::ScriptedModel(ModelInfo info)
    : inside_(std::make_shared<Inside>(std::move(info))) {}

ScriptedModel& ScriptedModel::plays(std::vector<ScriptedEvent> events) {
  inside_->scripts.push_back(std::make_shared<const Script>(std::move(events)));
  return *this;
}

ScriptedModel& ScriptedModel::says(std::string text) {
  return plays({event_of(What::text, std::move(text)), end_of(StopKind::end_turn)});
}

ScriptedModel& ScriptedModel::streams(std::vector<std::string> deltas) {
  Script script;
  for (std::string& delta : deltas)
    script.push_back(event_of(What::text, std::move(delta)));
  script.push_back(end_of(StopKind::end_turn));
  return plays(std::move(script));
}

ScriptedModel& ScriptedModel::calls(std::string tool, JsonText arguments) {
  std::vector<std::pair<std::string, JsonText>> one;
  one.emplace_back(std::move(tool), std::move(arguments));
  return calls_all(std::move(one));
}

ScriptedModel& ScriptedModel::calls_all(
    std::vector<std::pair<std::string, JsonText>> calls, std::string text) {
  Script script;
  if (!text.empty()) script.push_back(event_of(What::text, std::move(text)));
  std::uint32_t index = 0;
  for (auto& [name, arguments] : calls) {
    ScriptedEvent start = event_of(What::call_start, "call_0", index);
    start.name = name;
    script.push_back(std::move(start));
    script.push_back(event_of(What::call_arguments, std::move(arguments), index));
    ++index;
  }
  script.push_back(end_of(StopKind::tool_use));
  return plays(std::move(script));
}

ScriptedModel& ScriptedModel::fails(ScriptedFailure failure) {
  Script script;
  if (!failure.text_before.empty()) {
    script.push_back(event_of(What::text, std::move(failure.text_before)));
  }
  ScriptedEvent failed = event_of(What::failed, {});
  failed.error.kind = failure.kind.value_or(kind_of(failure.status));
  failed.error.status = failure.status;
  failed.error.message = std::move(failure.message);
  failed.error.retry_after_ms = failure.retry_after_ms;
  script.push_back(std::move(failed));
  return plays(std::move(script));
}

ScriptedModel& ScriptedModel::hangs(std::string text) {
  Script script;
  if (!text.empty()) script.push_back(event_of(What::text, std::move(text)));
  script.push_back(event_of(What::hang, {}));
  return plays(std::move(script));
}

ScriptedModel& ScriptedModel::ends_with(StopKind stop, std::string text) {
  Script script;
  if (!text.empty()) script.push_back(event_of(What::text, std::move(text)));
  script.push_back(end_of(stop));
  return plays(std::move(script));
}

ScriptedModel& ScriptedModel::for_ever() {
  inside_->repeat = true;
  return *this;
}
ScriptedModel& ScriptedModel::with_usage(Usage usage) {
  inside_->usage = usage;
  return *this;
}
ScriptedModel& ScriptedModel::with_window(std::int64_t tokens) {
  inside_->info_.context_window = tokens;
  return *this;
}
ScriptedModel& ScriptedModel::with_pricing(Pricing pricing) {
  inside_->info_.pricing = pricing;
  return *this;
}
const std::vector<SeenRequest>& ScriptedModel::requests() const noexcept {
  return inside_->requests;
}
int ScriptedModel::cancelled() const noexcept {
  return *inside_->cancelled;
}
ScriptedModel::operator std::shared_ptr<Model>() const {
  return inside_;
}

ScriptedModel scripted_model(std::string name) {
  ModelInfo info;
  info.name = std::move(name);
  info.provider = "scripted";
  return ScriptedModel(std::move(info));
}

}  // namespace pintle::testing

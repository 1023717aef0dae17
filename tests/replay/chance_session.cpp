// SPDX-License-Identifier: MIT
#include "replay/chance_session.hpp"

#include <array>
#include <chrono>
#include <utility>

#include "pintle/hash.hpp"

namespace pintle {

using testing::ScriptedFailure;
using testing::ScriptedModel;
using testing::ScriptedTool;
using namespace std::chrono_literals;

ChanceSession::ChanceSession(std::uint64_t seed)
    : random_(seed), executor_(time_.shuffled_seams(seed)) {
  time_.reactor->on_deadlock([this] {
    if (playing_ != nullptr)
      playing_->abort();
    else
      fault_ = "every job is parked for ever";
  });
  models_ = {model("a"), model("b")};
  tools_ = {tool("read", ToolEffect::read_only),
            tool("put", ToolEffect::idempotent),
            tool("send", ToolEffect::at_most_once)};
  if (chance(30)) access_->answer_tool("", "send", AccessVerdict::ask);
  if (chance(15)) access_->answer_tool("", "put", AccessVerdict::deny);
  if (chance(10)) access_->deny_model("", "b");
  config_ = config();
}

std::string ChanceSession::words() {
  constexpr std::array<std::string_view, 8> list = {
      "the ", "gauge ", "reads ", "seven.", "wörld ", "and ", "\xF0\x9F\x9A\xA2 ", "\n"};
  std::string text;
  for (std::uint64_t i = 1 + pick(6); i > 0; --i) text += list[pick(list.size())];
  return text + std::to_string(pick(50));
}

JsonText ChanceSession::arguments() {
  switch (pick(5)) {
    case 0: return "{}";
    case 1: return R"({"path":"a.txt"})";
    case 2: return R"({"n":1.5e3,"deep":{"list":[1,2,null]}})";
    case 3: return R"({"broken":)";
    default: return R"({"text":")" + std::to_string(pick(9)) + R"("})";
  }
}

std::vector<testing::ScriptedEvent> ChanceSession::thought() {
  using What = testing::ScriptedEvent::What;
  std::vector<testing::ScriptedEvent> events(4);
  events[0].what = What::thinking;
  events[0].bytes = words();
  events[1].what = What::opaque;
  events[1].bytes = "sig \xF0 nature";
  events[1].opaque = static_cast<model::OpaqueKind>(pick(4));
  events[2].bytes = words();
  events[3].what = What::end;
  events[3].stop.raw = "stop";
  return events;
}

void ChanceSession::add_entry(ScriptedModel& model) {
  constexpr std::array<std::string_view, 4> names = {"read", "put", "send", "no_such"};
  constexpr std::array<int, 6> statuses = {429, 500, 529, 400, 401, 404};
  // Each draw has its own statement or its place in braces: compilers differ in the order
  // in which they evaluate arguments.
  const auto call = [&] {
    std::string name(names[pick(names.size())]);
    return std::pair(std::move(name), arguments());
  };
  switch (pick(11)) {
    case 0:
    case 1: model.says(words()); return;
    case 2: model.streams({words(), words(), words()}); return;
    case 3:
    case 4: model.calls_all({call()}); return;
    case 5: {
      const std::string text = words();
      model.calls_all({call(), call(), call()}, text);
      return;
    }
    case 6: {
      ScriptedFailure failure;
      failure.status = statuses[pick(statuses.size())];
      if (chance(50)) failure.text_before = words();
      if (chance(30)) failure.retry_after_ms = static_cast<std::int64_t>(pick(4'000));
      if (chance(20)) failure.kind = GenerationKind::context_overflow;
      model.fails(std::move(failure));
      return;
    }
    case 7: model.hangs(chance(50) ? words() : ""); return;
    case 8: {
      const StopKind stop = chance(50) ? StopKind::max_tokens : StopKind::pause;
      model.ends_with(stop, words());
      return;
    }
    case 9: model.plays(thought()); return;
    default: model.says(chance(50) ? "" : "I say the same thing each time."); return;
  }
}

ScriptedModel ChanceSession::model(const std::string& name) {
  ScriptedModel made = testing::scripted_model(name);
  for (int i = 0; i < 14; ++i) add_entry(made);
  Usage usage;
  usage.input = static_cast<std::int64_t>(pick(900));
  if (chance(80)) usage.output = static_cast<std::int64_t>(pick(90));
  if (chance(70)) made.with_usage(usage);
  if (chance(50)) made.with_window(static_cast<std::int64_t>(600 + pick(20'000)));
  if (chance(50)) made.with_pricing({3'000, 15'000, 300, 3'750});
  return made;
}

ScriptedTool ChanceSession::tool(const std::string& name, ToolEffect effect) {
  ScriptedTool made = testing::scripted_tool(name);
  made.effect(effect);
  made.spec().deadline_ms = 4'000;
  for (int i = 0; i < 6; ++i) {
    if (chance(40)) made.after(std::chrono::milliseconds(pick(6'000)));
    switch (pick(6)) {
      case 0: made.fails(words()); break;
      case 1: made.throws("broken"); break;
      case 2: made.hangs(); break;
      case 3: made.returns("\xFF\xFE no text \x01"); break;
      default: made.returns(words()); break;
    }
  }
  return made;
}

AgentConfig ChanceSession::config() {
  AgentConfig made;
  made.max_inner_iterations = 4;
  made.max_outer_iterations = 3;
  made.model_params.max_tokens = 400;
  made.limits.parallel_tools = 2;
  made.limits.tool_grace_ms = 700;
  made.limits.denials_in_turn = 3;
  if (chance(50)) made.model_params.temperature = 0.1 * static_cast<double>(pick(11));
  if (chance(30)) made.budget.tokens = 4'000;
  if (chance(20)) made.budget.wall_ms = 9'000;
  if (chance(20)) made.budget.calls = 6;
  return made;
}

Result<AgentSession> ChanceSession::open(bool resumes) {
  AgentSessionBuilder builder = AgentSession::builder(models(models_));
  builder.with_fallback_models({"b"})
      .with_model("a")
      .with_tools(tools_)
      .with_access(access_)
      .with_config(config_)
      .with_store(store_)
      .with_executor(executor_)
      .with_step_observer(recorder_)
      .with_system_prompt("You read gauges.");
  if (resumes) return builder.resume("chance");
  return builder.with_session_id("chance").build();
}

void ChanceSession::interfere(AgentSession& session) {
  if (chance(93)) return;
  const auto mode = static_cast<SteerMode>(pick(4));
  switch (pick(6)) {
    case 0: session.abort(); return;
    case 1: static_cast<void>(session.follow_up(words())); return;
    case 2: {
      if (!chance(20) || store_failed_) return;
      store_failed_ = true;
      store_->fail(StoreFault::full);
      return;
    }
    default: static_cast<void>(session.steer(words(), mode)); return;
  }
}

void ChanceSession::play(AgentSession& session, Result<TurnStream> opened) {
  suspended_ = false;
  if (!opened) return;
  playing_ = &session;
  for (const TurnEvent& event : opened->events()) {
    if (!std::holds_alternative<Progress>(event)) {
      shown_.back().push_back(to_string(event));
    }
    if (const auto* asked = std::get_if<ApprovalRequired>(&event)) {
      waiting_ = asked->requests;
    }
    if (const auto* done = std::get_if<Done>(&event)) {
      suspended_ = std::holds_alternative<finish::Suspended>(done->finish);
    }
    interfere(session);
  }
  playing_ = nullptr;
}

void ChanceSession::answer_approvals(AgentSession& session) {
  for (const ApprovalRequest& request : std::exchange(waiting_, {})) {
    if (chance(20)) continue;
    Approval verdict = chance(60) ? approve() : deny("not now");
    if (verdict.approved && chance(30)) verdict = with_arguments(R"({"to":"b"})");
    static_cast<void>(session.answer(request.call, std::move(verdict)));
  }
}

void ChanceSession::turn(AgentSession& session) {
  play(session, session.run_turn_stream(words()));
  for (int i = 0; i < 3 && suspended_; ++i) {
    answer_approvals(session);
    play(session, session.continue_turn());
  }
}

std::string ChanceSession::run() {
  const std::uint64_t openings = chance(30) ? 2 : 1;
  for (std::uint64_t opening = 0; opening < openings; ++opening) {
    shown_.emplace_back();
    Result<AgentSession> session = open(opening > 0);
    if (!session) return "open: " + to_string(session.error());
    if (opening > 0 && chance(70)) play(*session, session->continue_turn());
    for (std::uint64_t turns = 1 + pick(3); turns > 0; --turns) turn(*session);
    if (chance(20)) static_cast<void>(session->end());
  }
  return fault_;
}

std::vector<Result<testing::Journal>> ChanceSession::journals() const {
  std::vector<Result<testing::Journal>> made;
  for (std::size_t run = 0; run < recorder_->runs(); ++run) {
    made.push_back(recorder_->journal(run));
  }
  return made;
}

std::vector<SessionRecord> ChanceSession::appended() const {
  std::vector<SessionRecord> records;
  for (const auto& append : store_->appends()) {
    records.insert(records.end(), append.records.begin(), append.records.end());
  }
  return records;
}

std::uint64_t digest_of(const std::vector<Result<testing::Journal>>& journals) {
  Hasher hasher;
  for (const Result<testing::Journal>& journal : journals) {
    hasher.number(journal ? journal->digest : 0);
  }
  return hasher.digest();
}

}  // namespace pintle

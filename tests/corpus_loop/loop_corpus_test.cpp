// SPDX-License-Identifier: MIT
// Plays each script of the corpus through a whole session: the model says the script's
// turns, the tools give its results. Judged by what the manifest expects.
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pintle/history.hpp"
#include "pintle/session.hpp"
#include "pintle/testing/scripted_model.hpp"
#include "pintle/testing/scripted_tool.hpp"
#include "pintle/testing/virtual_time.hpp"

namespace pintle {
namespace {

using nlohmann::ordered_json;
using testing::ScriptedModel;
using testing::ScriptedTool;

ordered_json read_data(const std::string& name) {
  std::ifstream file(std::string(PINTLE_TESTS_DIR) + "/corpus_loop/data/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return ordered_json::parse(text.str());
}

struct Played {
  Turn turn;
  std::size_t model_calls = 0;
  std::string fault;
};

ScriptedModel model_of(const ordered_json& script) {
  ScriptedModel model = testing::scripted_model();
  for (const ordered_json& turn : script["turns"]) {
    const std::string text = turn.value("text", "");
    if (!turn.contains("calls")) {
      model.says(text);
      continue;
    }
    std::vector<std::pair<std::string, JsonText>> calls;
    for (const ordered_json& call : turn["calls"]) {
      calls.emplace_back(call["name"].get<std::string>(), call["arguments"].dump());
    }
    model.calls_all(std::move(calls), text);
  }
  return model;
}

// A script that lists its tools has those; else all that it calls.
std::vector<std::shared_ptr<Tool>> tools_of(const ordered_json& script) {
  std::set<std::string> names;
  if (script.contains("tools")) {
    for (const ordered_json& name : script["tools"]) names.insert(name);
  }
  const bool all = names.empty();
  std::map<std::string, ScriptedTool> tools;
  for (const std::string& name : names) {
    tools.emplace(name, testing::scripted_tool(name).schema("{}"));
  }
  for (const ordered_json& turn : script["turns"]) {
    if (!turn.contains("calls")) continue;
    for (std::size_t i = 0; i < turn["calls"].size(); ++i) {
      const std::string name = turn["calls"][i]["name"];
      if (!all && names.count(name) == 0) continue;
      auto [tool, fresh] = tools.emplace(name, testing::scripted_tool(name));
      if (fresh) tool->second.schema("{}");
      tool->second.returns(turn["results"][i].get<std::string>());
    }
  }
  std::vector<std::shared_ptr<Tool>> list;
  for (auto& [name, tool] : tools) list.push_back(tool);
  return list;
}

Played play(const ordered_json& script) {
  testing::VirtualTime time;
  Executor executor(time.seams());
  const ScriptedModel model = model_of(script);
  AgentSession session = AgentSession::builder(single_model(model))
                             .with_tools(tools_of(script))
                             .with_executor(executor)
                             .build()
                             .value();
  Played played;
  played.turn = session.run_turn("Please do the task.").value();
  played.model_calls = model.requests().size();
  played.fault = find_fault(session.history().messages());
  return played;
}

bool is_loop(const FinishReason& finish) {
  return std::holds_alternative<finish::Loop>(finish) ||
         std::holds_alternative<finish::Stuck>(finish);
}

bool errors_fit(const ordered_json& indices, const std::vector<ToolResult>& results) {
  for (const ordered_json& index : indices) {
    const auto at = index.get<std::size_t>();
    if (at >= results.size() || results[at].status != ResultStatus::error) return false;
  }
  return true;
}

// In which turn of the script the verdict came: the last one that was asked for.
bool between(const ordered_json& turns, std::size_t turn) {
  return turn >= turns[0].get<std::size_t>() && turn <= turns[1].get<std::size_t>();
}

bool fits(const std::string& key, const ordered_json& value, const Played& played) {
  const Turn& turn = played.turn;
  if (key == "loop_detected") return is_loop(turn.finish()) == value.get<bool>();
  if (key == "detected_between_turns") return between(value, played.model_calls);
  if (key == "final_text") return turn.text() == value.get<std::string>();
  if (key == "max_model_calls") return played.model_calls <= value.get<std::size_t>();
  if (key == "model_calls") return played.model_calls == value.get<std::size_t>();
  if (key == "finish") return to_string(turn.finish()) == value.get<std::string>();
  if (key == "weak") return turn.weak() == value.get<bool>();
  if (key == "error_results") return errors_fit(value, turn.tool_results());
  if (key == "crash") return !value.get<bool>();  // it came back from `play`
  return false;
}

TEST(LoopCorpus, EveryScriptEndsAsExpected) {
  const ordered_json manifest = read_data("manifest.json");
  std::size_t good = 0;
  for (const ordered_json& entry : manifest["cases"]) {
    const Played played = play(read_data(entry["input"]));
    bool all = played.fault.empty();
    EXPECT_EQ(played.fault, "") << entry["name"];
    for (const auto& [key, value] : entry["expected"].items()) {
      const bool fine = fits(key, value, played);
      EXPECT_TRUE(fine) << entry["name"] << ": " << key << " should be " << value
                        << "; finish " << to_string(played.turn.finish()) << ", "
                        << played.model_calls << " calls, text '" << played.turn.text()
                        << "'";
      all = all && fine;
    }
    good += all ? 1 : 0;
  }
  std::cout << "corpus loop: " << good << "/" << manifest["cases"].size() << '\n';
  EXPECT_EQ(manifest["cases"].size(), 8U);
}

}  // namespace
}  // namespace pintle

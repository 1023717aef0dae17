// SPDX-License-Identifier: MIT
// Runs the corpus' areas about tools: tool-args through the repairs and the plan of a
// session, tool-output through a run of a tool.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/executor.hpp"
#include "pintle/json_text.hpp"
#include "pintle/tool_manager.hpp"
#include "pintle/typed_tool.hpp"

#include "core/record_json.hpp"
#include "corpus/corpus.hpp"
#include "driver/tool_run.hpp"

namespace pintle::testing {
namespace {

// A model's raw arguments as the loop plans them.
PlannedCall planned(const Json& input) {
  const auto manager = tool_manager();
  const auto added = manager->add(tool_from_schema(
      "t", "a tool", input.at("schema").dump(), [](const JsonText&) { return "ran"; }));
  EXPECT_TRUE(added);
  const RepairedArguments repaired =
      repair_arguments(input.at("raw_arguments").get<std::string>());
  CallPart call;
  call.call = CallId{1};
  call.name = "t";
  call.arguments = repaired.json;
  call.malformed = repaired.malformed;
  call.usable = repaired.usable;
  const std::vector<const CallPart*> calls{&call};
  return manager->plan(calls, Limits{}).calls.at(0);
}

bool is_as(const PlannedCall& call, const Json& right) {
  const bool runs = call.error.empty();
  if (right.value("error_result", false)) return !runs;
  const Json arguments = Json::parse(call.arguments, nullptr, false);
  if (right.contains("not_arguments") && arguments == right["not_arguments"])
    return false;
  if (right.contains("arguments")) return runs && arguments == right["arguments"];
  const Json pieces = right.value("arguments_text_contains", Json::array());
  const auto has = [&call](const Json& piece) {
    return call.arguments.find(piece.get<std::string>()) != std::string::npos;
  };
  return runs && !pieces.empty() && std::all_of(pieces.begin(), pieces.end(), has);
}

bool args_case(const CorpusCase& one) {
  const PlannedCall call = planned(Json::parse(one.bytes));
  return std::any_of(one.expected.begin(),
                     one.expected.end(),
                     [&call](const Json& right) { return is_as(call, right); });
}

constexpr std::size_t result_bytes = 10'000;

// What a tool that printed `bytes` gives to the model.
std::string content_of(const std::string& bytes) {
  const auto printer = tool("print", "prints", [bytes] { return bytes; });
  Executor executor{Seams{}};
  effect::StartTool start;
  start.call.name = "print";
  start.call.arguments = "{}";
  ToolRun run(printer, start, executor, nullptr, result_bytes);
  return run.poll(Waker()).value_or(ToolOutcome{}).content;
}

bool is_valid_utf8(const std::string& text) {
  return valid_utf8(text) == text;
}

bool contains(const std::string& text, const Json& piece) {
  return text.find(piece.get<std::string>()) != std::string::npos;
}

bool output_case(const CorpusCase& one) {
  const std::string text =
      content_of(from_base64(Json::parse(one.bytes).at("bytes_b64").get<std::string>()));
  const Json& right = one.expected.at(0);
  const auto found = [&text](const Json& piece) { return contains(text, piece); };
  const Json all = right.value("must_contain", Json::array());
  const Json any = right.value("must_contain_any", Json::array());
  const JsonText line =
      record_to_json(record::ToolResult{CallId{1}, "print", text_outcome(text)});
  const auto lines = std::count(line.begin(), line.end(), '\n');
  const Result<SessionRecord> read = record_from_json(line);
  return is_valid_utf8(text) && text == right.value("text", text) &&
         text.size() <= right.value("max_bytes", text.size()) &&
         std::all_of(all.begin(), all.end(), found) &&
         (any.empty() || std::any_of(any.begin(), any.end(), found)) &&
         Json::accept(json_quote(text)) && lines == 0 && read &&
         std::get<record::ToolResult>(*read).outcome.content == text;
}

void run_area(const char* area, bool (*passes)(const CorpusCase&)) {
  int passed = 0;
  int total = 0;
  for (const CorpusCase& one : load_corpus().cases) {
    if (one.area != area) continue;
    const bool good = passes(one);
    EXPECT_TRUE(good) << one.id << ' ' << one.name;
    ++total;
    passed += good ? 1 : 0;
  }
  if (total == 0) GTEST_SKIP() << "corpus " << area << ": not in the copies here";
  std::printf("corpus %s: %d/%d\n", area, passed, total);
}

TEST(ToolCorpus, ArgumentsAreRepairedCoercedOrAnsweredWithAnError) {
  run_area("tool-args", args_case);
}

TEST(ToolCorpus, OutputIsValidBoundedAndKeptExactly) {
  run_area("tool-output", output_case);
}

}  // namespace
}  // namespace pintle::testing

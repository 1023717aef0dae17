// SPDX-License-Identifier: MIT
// Taste as a test: budgets of files, functions and branches (ratchets: a number may be
// lowered at any time, and raised only with a reason beside it), names that belong to one
// place, and files that nothing builds.
#include <algorithm>
#include <cstdio>
#include <regex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tidy/source_text.hpp"

namespace tidy {
namespace {

using ::testing::IsEmpty;

// A new capability goes into a tool (src/tools), a policy (src/policy), a context
// provider (src/context) or a provider (src/wire, src/http), and the loop asks for it by
// an effect that it has. Whoever raises these writes the reason here.
constexpr int loop_branches_max = 247;
constexpr int loop_function_lines_max = 86;

constexpr int public_header_lines = 250;
constexpr int source_lines = 300;
constexpr int test_lines = 400;
constexpr int function_lines = 70;

/// A file that is allowed more than its kind, and why.
struct Exception {
  std::string path;
  int lines;
  std::string reason;
};

const std::vector<Exception>& longer_files() {
  static const std::vector<Exception> table = {
      {"include/pintle/machine.hpp",
       360,
       "inputs, effects and states are one vocabulary"},
      {"include/pintle/record.hpp", 260, "one struct a kind of record"},
      {"src/loop/contract.cpp", 430, "a table: a row a pair of state and input"},
  };
  return table;
}

const std::vector<Exception>& longer_functions() {
  static const std::vector<Exception> table = {
      {"src/loop/contract.cpp", 90, "a table"},
  };
  return table;
}

const std::vector<std::string> code_endings = {".hpp", ".cpp"};
const std::vector<std::string> code_places = {"include", "src", "tests", "examples"};

std::string at(const std::string& path, int line, const std::string& what) {
  return path + ":" + std::to_string(line) + ": " + what;
}

/// Compares what a file has with its budget, or with its line in the table. A line that
/// is not needed any more is a fault too.
void check_budget(const std::string& path,
                  int has,
                  int budget,
                  const std::vector<Exception>& table,
                  std::vector<std::string>& faults) {
  for (const Exception& row : table) {
    if (row.path != path) continue;
    if (has > row.lines)
      faults.push_back(path + ": has " + std::to_string(has) + ", and even its line in " +
                       "the table allows " + std::to_string(row.lines) + ": split it");
    if (has <= budget) faults.push_back(path + ": its line in the table is not needed");
    return;
  }
  if (has > budget)
    faults.push_back(path + ": has " + std::to_string(has) + ", budget " +
                     std::to_string(budget) + ": find the missing noun and split it");
}

int budget_of(const std::string& path) {
  if (path.starts_with("include/")) return public_header_lines;
  return path.starts_with("tests/") ? test_lines : source_lines;
}

/// Every line of code that matches, outside of the files where it may stand.
struct Ban {
  std::string pattern;
  std::string instead;
  std::vector<std::string> allowed;
};

void check_ban(const SourceFile& file,
               const std::string& code,
               const Ban& ban,
               std::vector<std::string>& faults) {
  for (const std::string& place : ban.allowed)
    if (file.path == place) return;
  const std::regex pattern(ban.pattern);
  int line = 0;
  for (const std::string& text : lines_of(code)) {
    ++line;
    if (std::regex_search(text, pattern))
      faults.push_back(at(file.path, line, ban.instead));
  }
}

TEST(Tidy, FilesAreWithinTheirBudget) {
  std::vector<std::string> faults;
  for (const SourceFile& file : files_in(code_places, code_endings))
    check_budget(
        file.path, count_lines(file.text), budget_of(file.path), longer_files(), faults);
  EXPECT_THAT(faults, IsEmpty());
}

TEST(Tidy, FunctionsAreWithinTheirBudget) {
  std::vector<std::string> faults;
  for (const SourceFile& file : files_in(code_places, code_endings)) {
    const int longest = longest_in(code_of(file.text)).body_lines;
    check_budget(file.path, longest, function_lines, longer_functions(), faults);
  }
  EXPECT_THAT(faults, IsEmpty());
}

TEST(Tidy, TheLoopStaysSmall) {
  int branches = 0;
  int longest = 0;
  for (const SourceFile& file : files_in({"src/loop"}, code_endings)) {
    const std::string code = code_of(file.text);
    branches += branches_in(code);
    longest = std::max(longest, longest_in(code).body_lines);
  }
  const char* advice =
      "src/loop is about states only: a new capability goes into a tool, policy, context "
      "or provider.";
  std::printf("loop: %d branches, longest function %d lines\n", branches, longest);
  EXPECT_LE(branches, loop_branches_max) << advice;
  EXPECT_LE(longest, loop_function_lines_max) << advice;
}

TEST(Tidy, TheWorldIsReachedThroughItsSeamsOnly) {
  const std::vector<Ban> bans = {
      {R"(_clock::now\b|\bclock_gettime\(|\btime\(nullptr)",
       "ask the Clock seam",
       {"src/exec/system_seams.cpp"}},
      {R"(\brandom_device\b|\brand\(\))",
       "ask the Random seam",
       {"src/exec/system_seams.cpp"}},
      {R"(\bgetenv\b)", "take an Environment", {"src/http/environment.cpp"}},
      {R"(\bstd::j?thread\b(?!::)|\bpthread_create\b|\bstd::async\b)",
       "take the application's WorkerPool",
       {"src/exec/thread_pool.cpp", "src/testing/http_server.cpp"}},
      {R"(\bsocket\(|\bgetaddrinfo\()",
       "use the Transport seam",
       {"src/testing/http_server.cpp"}},
      {R"((^|[^f])\bprintf\(|\bstd::(cout|cerr|clog)\b|\bstdout\b|\bputs\()",
       "pintle prints nothing: write to the LogSink",
       {}},
      {R"(\bsleep_for\b|\bsleep_until\(std|\busleep\()", "set a timer", {}},
  };
  std::vector<std::string> faults;
  for (const SourceFile& file : files_in({"include", "src"}, code_endings)) {
    const std::string code = code_of(file.text);
    for (const Ban& ban : bans) check_ban(file, code, ban, faults);
  }
  EXPECT_THAT(faults, IsEmpty());
}

TEST(Tidy, PublicHeadersNameNoThirdParty) {
  const std::regex third_party(
      R"(\b(curl_(easy|multi|global)_\w+|CURL\w*|simdjson|spdlog|fmt|sqlite3?|nlohmann)\b)");
  const std::regex include(R"(^\s*#\s*include\s*[<"](?!pintle/)[^>"]*/)");
  std::vector<std::string> faults;
  for (const SourceFile& file : files_in({"include"}, code_endings)) {
    if (file.path == "include/pintle/json.hpp") continue;
    if (file.path.starts_with("include/pintle/testing/")) continue;
    const bool forwards = file.path == "include/pintle/spdlog.hpp";
    const std::vector<std::string> code = lines_of(code_of(file.text));
    const std::vector<std::string> text = lines_of(file.text);
    for (std::size_t i = 0; i < code.size(); ++i) {
      const bool named = !forwards && std::regex_search(code[i], third_party);
      if (named || std::regex_search(text[i], include))
        faults.push_back(at(file.path, static_cast<int>(i) + 1, text[i]));
    }
  }
  EXPECT_THAT(faults, IsEmpty());
}

TEST(Tidy, PublicClassesSayWhoMayUseThem) {
  const std::regex defines_class(
      R"((^|\n)class (PINTLE_API |\[\[nodiscard\]\] )*\w+[^;{]*\{)");
  const std::regex rule(
      R"(Threads?:|Thread rule|Lifetime:|\b[Vv]alues?\b|\b[Pp]ure\b|\bAny thread\b|belongs to)");
  std::vector<std::string> faults;
  for (const SourceFile& file : files_in({"include"}, {".hpp"})) {
    if (!std::regex_search(code_of(file.text), defines_class)) continue;
    if (!std::regex_search(file.text, rule)) faults.push_back(file.path);
  }
  EXPECT_THAT(faults, IsEmpty()) << "add a line `Threads: …`, or that it is a value";
}

TEST(Tidy, EveryFileSaysItsLicenceFirst) {
  std::vector<std::string> faults;
  for (const SourceFile& file : files_in(code_places, code_endings))
    if (!file.text.starts_with("// SPDX-License-Identifier: MIT\n"))
      faults.push_back(file.path);
  EXPECT_THAT(faults, IsEmpty());
}

TEST(Tidy, NothingIsLeftToFixAndEverySilencedWarningHasAReason) {
  const std::regex leftover(
      "\\b(FIX"
      "ME|XX"
      "X)\\b");
  const std::regex silenced(
      "NO"
      "LINT");
  const std::regex reason(
      "NO"
      R"(LINT(NEXTLINE|BEGIN|END)?(\([a-z0-9.,-]+\))?: \w+)");
  std::vector<std::string> faults;
  for (const SourceFile& file : files_in(code_places, code_endings)) {
    int line = 0;
    for (const std::string& text : lines_of(file.text)) {
      ++line;
      if (std::regex_search(text, leftover)) faults.push_back(at(file.path, line, text));
      if (std::regex_search(text, silenced) && !std::regex_search(text, reason))
        faults.push_back(at(file.path, line, "NOLINT(check): and a reason"));
    }
  }
  EXPECT_THAT(faults, IsEmpty());
}

}  // namespace
}  // namespace tidy

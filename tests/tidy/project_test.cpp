// SPDX-License-Identifier: MIT
// Does the build know every file, and do the documents say what is?
#include <regex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tidy/source_text.hpp"

namespace tidy {
namespace {

using ::testing::IsEmpty;

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

/// Is `name` a word of that folder's CMakeLists.txt?
bool is_listed(const std::string& folder, const std::string& name) {
  const std::string list =
      read(folder.empty() ? "CMakeLists.txt" : folder + "/CMakeLists.txt");
  for (std::size_t at = list.find(name); at != std::string::npos;
       at = list.find(name, at + 1)) {
    const std::string around = " \t\n()/\"";
    const bool begins = at == 0 || around.find(list[at - 1]) != std::string::npos;
    const std::size_t end = at + name.size();
    if (begins && (end == list.size() || around.find(list[end]) != std::string::npos))
      return true;
  }
  return false;
}

/// Is the file listed in its own folder, or with a longer name in one above?
bool is_built(const std::string& path) {
  for (std::string folder = folder_of(path);; folder = folder_of(folder)) {
    if (is_listed(folder, path.substr(folder.empty() ? 0 : folder.size() + 1)))
      return true;
    if (folder.empty()) return false;
  }
}

/// A program's source may be made of its name: `${name}.cpp`.
bool is_named_program(const std::string& path) {
  const std::string folder = folder_of(path);
  const std::string stem =
      path.substr(folder.size() + 1, path.rfind('.') - folder.size() - 1);
  return read(folder + "/CMakeLists.txt").find("${name}.cpp") != std::string::npos &&
         is_listed(folder, stem);
}

TEST(Tidy, EverySourceIsBuilt) {
  std::vector<std::string> faults;
  for (const SourceFile& file : files_in({"src", "tests", "examples"}, {".cpp"}))
    if (!is_built(file.path) && !is_named_program(file.path)) faults.push_back(file.path);
  EXPECT_THAT(faults, IsEmpty()) << "list it in the CMakeLists.txt of its folder";
}

TEST(Tidy, EveryFolderWithAListIsPartOfTheBuild) {
  std::vector<std::string> faults;
  for (const SourceFile& file :
       files_in({"src", "tests", "examples"}, {"CMakeLists.txt"})) {
    const std::string folder = folder_of(file.path);
    if (file.text.find("project(") != std::string::npos)
      continue;  // a project of its own
    const std::string parent = folder_of(folder);
    if (!is_listed(parent, folder.substr(parent.empty() ? 0 : parent.size() + 1)))
      faults.push_back(file.path);
  }
  EXPECT_THAT(faults, IsEmpty());
}

TEST(Tidy, EveryTestIsPartOfATestProgram) {
  std::vector<std::string> faults;
  const std::regex registers("pintle_test\\(|gtest_discover_tests\\(");
  for (const SourceFile& file : files_in({"tests"}, {".cpp"})) {
    if (file.text.find("\nTEST") == std::string::npos) continue;
    bool registered = false;
    for (std::string folder = folder_of(file.path); !registered && !folder.empty();
         folder = folder_of(folder))
      registered = std::regex_search(read(folder + "/CMakeLists.txt"), registers);
    if (!registered || !is_built(file.path)) faults.push_back(file.path);
  }
  EXPECT_THAT(faults, IsEmpty());
}

std::vector<SourceFile> documents() {
  return files_in({"README.md", "docs"}, {".md"});
}

TEST(Tidy, EveryDocumentHasOneTitle) {
  std::vector<std::string> faults;
  for (const SourceFile& file : documents()) {
    int titles = 0;
    bool in_code = false;
    for (const std::string& line : lines_of(file.text)) {
      if (line.starts_with("```")) in_code = !in_code;
      if (!in_code && line.starts_with("# ")) ++titles;
    }
    if (titles != 1) faults.push_back(file.path + ": " + std::to_string(titles));
  }
  EXPECT_THAT(faults, IsEmpty());
}

TEST(Tidy, DocumentsNameNoFolderOfAMachine) {
  const std::regex of_a_machine(R"((^|[\s`"(])/(home|work|root|Users|mnt)/)");
  std::vector<std::string> faults;
  for (const SourceFile& file : documents())
    for (const std::string& line : lines_of(file.text))
      if (std::regex_search(line, of_a_machine))
        faults.push_back(file.path + ": " + line);
  EXPECT_THAT(faults, IsEmpty());
}

/// The first fenced block of C++ in a document.
std::string first_block(const std::string& text) {
  const std::string fence = "```cpp\n";
  const std::size_t begin = text.find(fence);
  if (begin == std::string::npos) return {};
  const std::size_t from = begin + fence.size();
  return text.substr(from, text.find("```", from) - from);
}

TEST(Tidy, TheReadmeBeginsWithTheFirstExample) {
  const std::string example = read("examples/01_hello.cpp");
  EXPECT_EQ(first_block(read("README.md")), example.substr(example.find("#include")));
  EXPECT_LE(count_lines(example), 40);
}

TEST(Tidy, TheReadmeNamesEveryDefaultOfTheProviders) {
  const std::string readme = read("README.md");
  const std::string defaults = read("include/pintle/http/defaults.hpp");
  const std::regex constant("std::string_view \\w+(_url|_model) = \"([^\"]+)\"");
  std::vector<std::string> missing;
  for (std::sregex_iterator it(defaults.begin(), defaults.end(), constant), end;
       it != end;
       ++it)
    if (readme.find((*it)[2]) == std::string::npos) missing.push_back((*it)[2]);
  EXPECT_THAT(missing, IsEmpty());
}

TEST(TidyScanner, BlanksCommentsAndStringsAndKeepsLines) {
  EXPECT_EQ(code_of("a // if\n\"if\" /*\n*/ 1'000 'c' b"),
            "a      \n       \n   1'000     b");
  EXPECT_EQ(code_of("x R\"(\")\" y"), "x        y");
}

TEST(TidyScanner, MeasuresFunctionsByTheirBraces) {
  const std::string code =
      "namespace n {\nstruct S {\n int f() const {\n  if (a) {\n  }\n  return 1;\n }\n"
      " int g() { return 2; }\n};\nauto x = h({1});\n}\n";
  const std::vector<Function> functions = functions_in(code);
  ASSERT_EQ(functions.size(), 2U);
  EXPECT_EQ(functions[0].line, 3);
  EXPECT_EQ(functions[0].body_lines, 3);
  EXPECT_EQ(functions[1].body_lines, 0);
  EXPECT_EQ(longest_in(code).body_lines, 3);
}

TEST(TidyScanner, CountsBranchesAndNotReferences) {
  EXPECT_EQ(
      branches_in("if (a && b || c) x = d ? e : f; void g(T&& t); case 1: while (h)"), 6);
}

}  // namespace
}  // namespace tidy

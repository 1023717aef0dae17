// SPDX-License-Identifier: MIT
// The folder agent's tools: what they read, what they refuse, where they stop.
#include "agent/file_tools.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "pintle/testing/fake_tool_context.hpp"

namespace agent_example {
namespace {

namespace fs = std::filesystem;

class FileTools : public ::testing::Test {
 protected:
  FileTools() {
    fs::remove_all(top_);
    fs::create_directories(root_ / "notes");
    write(top_ / "secret.txt", "outside");
    write(root_ / "README.md", "A shed\nwith Tools\n");
    write(root_ / "notes" / "a.txt", "tools again");
    write(root_ / ".hidden", "tools");
    fs::create_symlink(top_ / "secret.txt", root_ / "link.txt");
  }
  ~FileTools() override { fs::remove_all(top_); }

  static void write(const fs::path& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
  }

  pintle::ToolOutcome call(std::string_view name, std::string arguments) {
    for (const auto& tool : file_tools(root_)) {
      if (tool->spec().name != name) continue;
      pintle::testing::FakeToolContext context;
      return context.run(*tool, std::move(arguments)).value();
    }
    return pintle::error_outcome("no such tool");
  }

  const fs::path top_ = fs::path(::testing::TempDir()) / "pintle_file_tools";
  const fs::path root_ = top_ / "root";
};

TEST_F(FileTools, OnlyReadAndNeedAPool) {
  for (const auto& tool : file_tools(root_)) {
    EXPECT_EQ(tool->spec().effect, pintle::ToolEffect::read_only);
    EXPECT_TRUE(tool->spec().blocking);
  }
}

TEST_F(FileTools, ListSortedWithSizesAndWithoutHiddenOnes) {
  EXPECT_EQ(call("list_files", "{}").content,
            "README.md (18 bytes)\nlink.txt (7 bytes)\nnotes/\n");
  EXPECT_EQ(call("list_files", R"({"path":"notes"})").content, "a.txt (11 bytes)\n");
}

TEST_F(FileTools, ReadFilesBelowTheRoot) {
  EXPECT_EQ(call("read_file", R"({"path":"notes/a.txt"})").content, "tools again");
}

TEST_F(FileTools, RefuseWhatLiesOutsideByPathOrByLink) {
  const std::string absolute = (top_ / "secret.txt").string();
  for (const std::string& path : {std::string("../secret.txt"),
                                  std::string("link.txt"),
                                  std::string("notes/../../secret.txt"),
                                  absolute}) {
    const auto outcome = call("read_file", R"({"path":")" + path + "\"}");
    EXPECT_EQ(outcome.status, pintle::ResultStatus::error) << path;
    EXPECT_EQ(outcome.content, "outside of the folder: " + path);
  }
  EXPECT_EQ(call("list_files", R"({"path":".."})").status, pintle::ResultStatus::error);
}

TEST_F(FileTools, SayWhatIsNotThere) {
  EXPECT_EQ(call("read_file", R"({"path":"none"})").content,
            "no such file or folder: none");
  EXPECT_EQ(call("read_file", R"({"path":"notes"})").content, "not a file: notes");
}

TEST_F(FileTools, RefuseBinaryFilesAndCutLongOnes) {
  write(root_ / "binary", std::string_view("a\0b", 3));
  EXPECT_EQ(call("read_file", R"({"path":"binary"})").content, "not a text file: binary");
  write(root_ / "long", std::string(100'000, 'x'));
  const auto outcome = call("read_file", R"({"path":"long"})");
  EXPECT_LT(outcome.content.size(), 17'000U);
  EXPECT_TRUE(outcome.content.ends_with("(cut: the file is longer)"));
}

TEST_F(FileTools, SearchEverywhereBelowTheRootAndThroughNoLink) {
  const std::string found = call("search", R"({"text":"TOOLS"})").content;
  EXPECT_NE(found.find("README.md:2: with Tools"), std::string::npos) << found;
  EXPECT_NE(found.find("notes/a.txt:1: tools again"), std::string::npos) << found;
  EXPECT_EQ(found.find(".hidden"), std::string::npos) << found;
  EXPECT_EQ(call("search", R"({"text":"outside"})").content, "no match in 2 files");
  EXPECT_EQ(call("search", R"({"text":""})").content, "nothing to look for");
}

TEST_F(FileTools, StopASearchAtItsBound) {
  std::string many;
  for (int i = 0; i < 1'000; ++i) many += "tools\n";
  write(root_ / "many.txt", many);
  const std::string found = call("search", R"({"text":"tools"})").content;
  EXPECT_TRUE(found.ends_with("(cut: there may be more)\n"));
  EXPECT_LT(found.size(), 10'000U);
}

}  // namespace
}  // namespace agent_example

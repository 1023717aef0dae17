// SPDX-License-Identifier: MIT
#include "file_tools.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "pintle/typed_tool.hpp"

namespace agent_example {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t entries_max = 200;        // of one listing
constexpr std::size_t read_bytes_max = 16'384;  // of one file
constexpr std::size_t matches_max = 40;         // of one search
constexpr std::size_t files_searched_max = 5'000;
constexpr std::uintmax_t searched_size_max = 1'048'576;  // larger files are left out
constexpr std::size_t line_bytes_max = 200;

struct ListArguments {
  std::optional<std::string> path;
};
PINTLE_DESCRIBE(ListArguments,
                (path, "Folder, relative to the root; the root by default"))

struct ReadArguments {
  std::string path;
};
PINTLE_DESCRIBE(ReadArguments, (path, "File, relative to the root"))

struct SearchArguments {
  std::string text;
};
PINTLE_DESCRIBE(SearchArguments, (text, "Plain text to look for; case does not matter"))

/// A path below the root with links resolved, or why not.
struct Located {
  fs::path path;
  std::string fault;
};

bool is_inside(const fs::path& root, const fs::path& path) {
  const auto [end, _] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  return end == root.end();
}

Located locate(const fs::path& root, const std::string& given) {
  std::error_code error;
  const fs::path path = fs::canonical(root / given, error);
  if (error) return {{}, "no such file or folder: " + given};
  if (!is_inside(root, path)) return {{}, "outside of the folder: " + given};
  return {path, {}};
}

/// What no question is about.
bool is_skipped(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with(".") || name == "build" || name == "node_modules";
}

std::string entry_line(const fs::directory_entry& entry) {
  std::error_code error;
  std::string line = entry.path().filename().string();
  if (entry.is_directory(error)) return line + "/";
  const std::uintmax_t size = entry.file_size(error);
  return error ? line : line + " (" + std::to_string(size) + " bytes)";
}

pintle::ToolOutcome list_files(const fs::path& root, const ListArguments& arguments) {
  const Located folder = locate(root, arguments.path.value_or("."));
  if (!folder.fault.empty()) return pintle::error_outcome(folder.fault);
  std::vector<std::string> lines;
  std::error_code error;
  for (fs::directory_iterator it(folder.path, error), end; !error && it != end;
       it.increment(error)) {
    if (!is_skipped(it->path())) lines.push_back(entry_line(*it));
  }
  if (error) return pintle::error_outcome("cannot list it: " + error.message());
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (std::size_t i = 0; i < std::min(lines.size(), entries_max); ++i)
    text += lines[i] + "\n";
  if (lines.size() > entries_max)
    text += "(" + std::to_string(lines.size() - entries_max) + " more)\n";
  return pintle::text_outcome(text.empty() ? "(empty)" : text);
}

pintle::ToolOutcome read_file(const fs::path& root, const ReadArguments& arguments) {
  const Located file = locate(root, arguments.path);
  if (!file.fault.empty()) return pintle::error_outcome(file.fault);
  std::error_code error;
  if (!fs::is_regular_file(file.path, error))
    return pintle::error_outcome("not a file: " + arguments.path);
  std::ifstream stream(file.path, std::ios::binary);
  std::string text(read_bytes_max + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.find('\0') != std::string::npos)
    return pintle::error_outcome("not a text file: " + arguments.path);
  if (text.size() > read_bytes_max) {
    text.resize(read_bytes_max);
    text += "\n(cut: the file is longer)";
  }
  return pintle::text_outcome(text.empty() ? "(empty)" : pintle::valid_utf8(text));
}

std::string lowered(std::string_view text) {
  std::string low(text);
  for (char& c : low) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return low;
}

/// Appends "path:line: text" for each line with the (lowered) needle in it.
void search_file(const fs::path& root,
                 const fs::path& path,
                 const std::string& needle,
                 std::vector<std::string>& matches) {
  std::ifstream stream(path, std::ios::binary);
  std::string line;
  for (int number = 1; matches.size() < matches_max && std::getline(stream, line);
       ++number) {
    if (line.find('\0') != std::string::npos) return;
    if (lowered(line).find(needle) == std::string::npos) continue;
    matches.push_back(path.lexically_relative(root).string() + ":" +
                      std::to_string(number) + ": " +
                      pintle::valid_utf8(line.substr(0, line_bytes_max)));
  }
}

bool is_searched(const fs::directory_entry& entry) {
  std::error_code error;
  return !entry.is_symlink(error) && entry.is_regular_file(error) &&
         entry.file_size(error) <= searched_size_max;
}

pintle::ToolOutcome search(const fs::path& root,
                           const SearchArguments& arguments,
                           const pintle::ToolContext& context) {
  const std::string needle = lowered(arguments.text);
  if (needle.empty()) return pintle::error_outcome("nothing to look for");
  std::vector<std::string> matches;
  std::size_t files = 0;
  std::error_code error;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator it(root, options, error), end;
       !error && it != end && files < files_searched_max && matches.size() < matches_max;
       it.increment(error)) {
    if (context.stop_requested()) return pintle::error_outcome("stopped");
    if (is_skipped(it->path())) {
      it.disable_recursion_pending();
      continue;
    }
    if (!is_searched(*it)) continue;
    ++files;
    search_file(root, it->path(), needle, matches);
  }
  std::string text;
  for (const std::string& match : matches) text += match + "\n";
  if (text.empty())
    return pintle::text_outcome("no match in " + std::to_string(files) + " files");
  if (matches.size() == matches_max) text += "(cut: there may be more)\n";
  return pintle::text_outcome(std::move(text));
}

}  // namespace

std::vector<std::shared_ptr<pintle::Tool>> file_tools(const fs::path& root) {
  const fs::path base = fs::canonical(root);
  const pintle::ToolOptions reading{.effect = pintle::ToolEffect::read_only,
                                    .blocking = true};
  return {pintle::tool(
              "list_files",
              "Lists the files and folders of one folder",
              [base](const ListArguments& a) { return list_files(base, a); },
              reading),
          pintle::tool(
              "read_file",
              "Reads a text file, up to 16 KiB of it",
              [base](const ReadArguments& a) { return read_file(base, a); },
              reading),
          pintle::tool(
              "search",
              "Finds lines with a text in all files, as path:line: text",
              [base](const SearchArguments& a, pintle::ToolContext& context) {
                return search(base, a, context);
              },
              reading)};
}

}  // namespace agent_example

// SPDX-License-Identifier: MIT
#include "tidy/source_text.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

namespace tidy {
namespace {

namespace fs = std::filesystem;

fs::path root() {
  return fs::path(PINTLE_TESTS_DIR).parent_path();
}

std::string read_all(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

bool ends_so(const std::string& name, const std::vector<std::string>& endings) {
  return std::any_of(endings.begin(), endings.end(), [&name](const std::string& ending) {
    return name.ends_with(ending);
  });
}

/// Copies code and blanks the rest, one construct at a time.
class Blanker {
 public:
  explicit Blanker(std::string_view text) : text_(text), out_(text) {}

  std::string run() {
    while (at_ < text_.size()) step();
    return std::move(out_);
  }

 private:
  void step() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("//")) return blank_to(find("\n", at_));
    if (rest.starts_with("/*")) return blank_to(find("*/", at_ + 2) + 2);
    if (rest.starts_with("R\"")) return blank_raw();
    if (rest[0] == '"' || (rest[0] == '\'' && !in_number())) return blank_quoted(rest[0]);
    ++at_;
  }
  [[nodiscard]] bool in_number() const {  // as 1'000
    return at_ > 0 && std::isalnum(static_cast<unsigned char>(text_[at_ - 1])) != 0;
  }
  [[nodiscard]] std::size_t find(std::string_view what, std::size_t from) const {
    return std::min(text_.find(what, from), text_.size());
  }
  void blank_to(std::size_t end) {
    for (end = std::min(end, text_.size()); at_ < end; ++at_)
      if (text_[at_] != '\n') out_[at_] = ' ';
  }
  void blank_raw() {
    const std::size_t open = find("(", at_);
    const std::string close =
        ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
    blank_to(find(close, open) + close.size());
  }
  void blank_quoted(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n')
      end += text_[end] == '\\' ? 2 : 1;
    blank_to(end + 1);
  }

  std::string_view text_;
  std::string out_;
  std::size_t at_ = 0;
};

/// Does what stands before a `{` open a function's body?
bool is_function_head(std::string head) {
  static const std::regex preamble(R"(^\s*(template\s*<[^(]*>\s*)?(requires\s+\S+\s+)?)");
  static const std::regex others(
      R"(^(namespace|struct|class|enum|union|extern|if|for|while|switch|do|else|catch)\b)");
  head = std::regex_replace(head, preamble, "");
  return head.find('(') != std::string::npos && !std::regex_search(head, others) &&
         head.find('=') == std::string::npos;
}

int line_at(std::string_view code, std::size_t at) {
  return 1 + static_cast<int>(std::count(
                 code.begin(), code.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// Where the brace that opens at `open` closes.
std::size_t closing(std::string_view code, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < code.size(); ++at) {
    if (code[at] == '{') ++depth;
    if (code[at] == '}' && --depth == 0) return at;
  }
  return code.size();
}

}  // namespace

std::vector<SourceFile> files_in(const std::vector<std::string>& places,
                                 const std::vector<std::string>& endings) {
  std::vector<SourceFile> files;
  const auto take = [&](const fs::path& path) {
    if (fs::is_regular_file(path) && ends_so(path.filename().string(), endings))
      files.push_back({fs::relative(path, root()).string(), read_all(path)});
  };
  for (const std::string& place : places) {
    const fs::path start = root() / place;
    if (!fs::is_directory(start)) {
      take(start);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(start)) take(entry.path());
  }
  std::sort(files.begin(), files.end(), [](const SourceFile& a, const SourceFile& b) {
    return a.path < b.path;
  });
  return files;
}

std::string read(const std::string& path) {
  return read_all(root() / path);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

int count_lines(std::string_view text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

std::string code_of(std::string_view text) {
  return Blanker(text).run();
}

std::vector<Function> functions_in(std::string_view code) {
  std::vector<Function> functions;
  std::size_t head_begin = 0;
  for (std::size_t at = 0; at < code.size(); ++at) {
    const char c = code[at];
    if (c == ';' || c == '}') head_begin = at + 1;
    if (c == '\n' && code.substr(at + 1, 1) == "\n") head_begin = at + 1;
    if (c == '\n' && code.substr(at + 1, 1) == "#") {  // a directive is no head
      at = std::min(code.find('\n', at + 1), code.size()) - 1;
      head_begin = at + 1;
    }
    if (c != '{') continue;
    if (is_function_head(std::string(code.substr(head_begin, at - head_begin)))) {
      const std::size_t end = closing(code, at);
      const int first = line_at(code, at);
      functions.push_back({first, std::max(0, line_at(code, end) - first - 1)});
      at = end;
    }
    head_begin = at + 1;
  }
  return functions;
}

Function longest_in(std::string_view code) {
  Function longest;
  for (const Function& function : functions_in(code))
    if (function.body_lines > longest.body_lines) longest = function;
  return longest;
}

int branches_in(const std::string& code) {
  static const std::regex branch(R"(\b(if|for|while|case)\b| &&|\|\|| \? )");
  return static_cast<int>(
      std::distance(std::sregex_iterator(code.begin(), code.end(), branch), {}));
}

}  // namespace tidy

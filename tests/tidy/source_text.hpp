// SPDX-License-Identifier: MIT
// The project's files as the taste tests see them: which there are, their code without
// comments and strings, their functions by a brace heuristic.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tidy {

struct SourceFile {
  std::string path;  ///< Relative to the project's root, as "src/core/message.cpp".
  std::string text;
};

/// The project's files below these folders, or these files, whose names end so; sorted.
[[nodiscard]] std::vector<SourceFile> files_in(const std::vector<std::string>& places,
                                               const std::vector<std::string>& endings);
/// One file of the project; empty when there is none.
[[nodiscard]] std::string read(const std::string& path);

[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);
[[nodiscard]] int count_lines(std::string_view text);
/// `text` with comments and the insides of string and character literals blanked out;
/// its lines stay.
[[nodiscard]] std::string code_of(std::string_view text);

struct Function {
  int line = 0;        ///< Where its body begins.
  int body_lines = 0;  ///< Between its braces.
};
/// The functions of code without comments and strings.
[[nodiscard]] std::vector<Function> functions_in(std::string_view code);
[[nodiscard]] Function longest_in(std::string_view code);
/// How many of `if for while case && || ?` are in code without comments and strings.
[[nodiscard]] int branches_in(const std::string& code);

}  // namespace tidy

// SPDX-License-Identifier: MIT
// Three read-only tools on the files below one folder: list_files, read_file, search.
// Nothing outside of the folder is read, whatever path the model gives and wherever a
// symbolic link points; every answer is bounded. They block, so they need a worker pool.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "pintle/tool.hpp"

namespace agent_example {

/// Requires: `root` is a folder that exists.
[[nodiscard]] std::vector<std::shared_ptr<pintle::Tool>> file_tools(
    const std::filesystem::path& root);

}  // namespace agent_example

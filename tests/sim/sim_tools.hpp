// SPDX-License-Identifier: MIT
// Tools of every effect class that err, throw, hang, come late, and say too much.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "pintle/access.hpp"
#include "pintle/executor.hpp"
#include "pintle/tool.hpp"

#include "sim/audit.hpp"
#include "sim/swarm.hpp"

namespace pintle::sim {

/// What the tools and the access provider of all sessions share.
struct Chance {
  Executor* executor = nullptr;
  Dice dice{0};
  Swarm swarm;
  std::uint64_t tool_faults = 0;
};

inline constexpr std::size_t tool_count = 5;
/// The first `count` of them, at most `tool_count`. Lifetime: `audit` outlives the tools.
[[nodiscard]] std::vector<std::shared_ptr<Tool>> make_tools(
    const std::shared_ptr<Chance>& chance, Audit& audit, std::size_t count = tool_count);
/// Asks about some calls and denies others, sometimes late.
[[nodiscard]] std::shared_ptr<SessionAccessProvider> make_access(
    const std::shared_ptr<Chance>& chance);

}  // namespace pintle::sim

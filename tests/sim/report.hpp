// SPDX-License-Identifier: MIT
// What a run found: violations, counts, and a hash of all that was seen.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pintle::sim {

struct Report {
  std::uint64_t turns = 0;
  std::uint64_t faults = 0;
  std::uint64_t requests = 0;
  std::uint64_t trace = 14'695'981'039'346'656'037ULL;
  std::vector<std::string> violations;

  /// FNV-1a, so that the hash owes nothing to what it checks.
  void note(std::string_view line) {
    for (const char c : line) {
      trace = (trace ^ static_cast<unsigned char>(c)) * 1'099'511'628'211ULL;
    }
    if (lines != nullptr) lines->emplace_back(line);
  }
  void broken(std::string what) {
    constexpr std::size_t most = 20;
    if (violations.size() < most) violations.push_back(std::move(what));
    if (lines != nullptr) lines->push_back("VIOLATION " + violations.back());
  }
  std::vector<std::string>* lines = nullptr;  ///< Set: the trace itself, for a person.
};

}  // namespace pintle::sim

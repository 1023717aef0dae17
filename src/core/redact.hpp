// SPDX-License-Identifier: MIT
// Finds secrets in texts: those it was told, and what looks like one. Private; exported
// for the other components.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pintle/export.hpp"

#include "core/secret_patterns.hpp"

namespace pintle {

/// A value.
class PINTLE_API SecretFinder {
 public:
  /// `patterns`: find what looks like a secret as well.
  explicit SecretFinder(bool patterns) : patterns_(patterns) {}
  /// Shorter ones than `secret_bytes_min` are not looked for: taking them out would only
  /// garble text.
  void add(std::string_view secret);
  static constexpr std::size_t secret_bytes_min = 4;

  /// The secrets in any text, in order and apart from each other.
  [[nodiscard]] std::vector<TextRange> find(std::string_view text) const;
  /// Likewise in a JSON object or array, where they may be written with escapes: only
  /// within its strings and numbers, so that it stays JSON when they are masked.
  [[nodiscard]] std::vector<TextRange> find_in_json(std::string_view json) const;

  /// Writes over all secrets; the length stays, and JSON stays JSON. False: there were
  /// none.
  bool mask(std::string& text) const;

 private:
  void collect(std::string_view text, std::vector<TextRange>& out) const;

  bool patterns_;
  std::vector<std::string> secrets_;
};

}  // namespace pintle

// SPDX-License-Identifier: MIT
// What secrets look like when nobody said what they are. Pure functions. Private.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace pintle {

struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool digits = false;  ///< In a JSON number: only digits may take its place.
};

/// Is a value of this name a secret: "api_key", "X-Api-Key", "OPENAI_API_KEY",
/// "password", "Authorization" and the like?
[[nodiscard]] bool is_secret_name(std::string_view name);

/// Adds the places in `text` that look like secrets: keys with a known prefix (sk-…,
/// AKIA…, ghp_…), bearer tokens, values of secret names (`api_key=…`, `"password":"…"`,
/// `Authorization: …`), private keys in PEM. They may overlap.
void find_secret_patterns(std::string_view text, std::vector<TextRange>& out);

}  // namespace pintle

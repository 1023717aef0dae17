// SPDX-License-Identifier: MIT
// JSON as it crosses the API: valid text, kept byte for byte. No parsed JSON type appears
// in pintle's signatures; parse with the library of your choice. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "pintle/export.hpp"
#include "pintle/result.hpp"

namespace pintle {

/// Text that is one valid JSON value.
using JsonText = std::string;

/// Deepest nesting that pintle reads; what is deeper is refused as invalid.
inline constexpr std::size_t json_depth_max = 256;

/// Is `text` one JSON value of valid UTF-8, not nested deeper than `depth_max`?
[[nodiscard]] PINTLE_API bool is_json(std::string_view text,
                                      std::size_t depth_max = json_depth_max);

/// The same value with sorted keys and no blanks; number lexemes stay as written; of
/// duplicate keys the last stays. Errors: Unexpected, when `text` is not JSON.
[[nodiscard]] PINTLE_API Result<JsonText> canonical_json(std::string_view text);

/// Hash of the canonical form; for text that is not JSON, of its bytes.
[[nodiscard]] PINTLE_API std::uint64_t canonical_digest(std::string_view text);

/// `text` as a JSON string literal, quotes included. Invalid UTF-8 becomes U+FFFD.
[[nodiscard]] PINTLE_API JsonText json_quote(std::string_view text);

/// `text` with every invalid UTF-8 sequence replaced by U+FFFD.
[[nodiscard]] PINTLE_API std::string valid_utf8(std::string_view text);

/// A model's argument text made into JSON: `json` is always valid. Blank text is `{}`.
/// When the text was not a JSON object, `malformed` keeps it as it came, and `json` is
/// the repaired object where that is unambiguous, else `{}` with `usable` false.
struct RepairedArguments {
  JsonText json;
  std::string malformed;
  bool usable = true;
};
[[nodiscard]] PINTLE_API RepairedArguments repair_arguments(std::string_view text);

}  // namespace pintle

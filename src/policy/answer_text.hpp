// SPDX-License-Identifier: MIT
// What the loop detector sees of an answer's text: whether it says anything, and a
// measure by which two texts are the same or nearly so. Integers only, so that every
// compiler and machine judges alike. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/loop_detector.hpp"

namespace pintle {

/// What kinds of characters a text has; neither: it says nothing.
struct TextContent {
  bool letters = false;
  bool digits = false;  ///< ASCII digits.
};
/// Letters are those of ASCII and every code point beyond ASCII but spaces, punctuation,
/// symbols, pictures (emoji) and code points for private use.
[[nodiscard]] TextContent content_of(std::string_view text);

/// May a number alone be the answer? Yes when the question has a digit, a question mark
/// of any script, a word that asks or counts, or is not plain ASCII: then we cannot tell.
[[nodiscard]] bool may_ask_for_number(std::string_view question);

/// Lower-case ASCII, each run of blanks one space, none at the ends.
[[nodiscard]] std::string normalized(std::string_view text);

struct TextMeasure {
  std::uint64_t digest = 0;    ///< Of the normalised text.
  std::size_t characters = 0;  ///< Code points of it.
  std::uint64_t simhash = 0;
  std::vector<std::uint64_t> shingles;  ///< Groups of 3 words: hashes, sorted, distinct.
                                        ///< None when the near rule does not apply.
};
[[nodiscard]] TextMeasure measured(std::string_view text,
                                   const LoopDetectorConfig& config);

[[nodiscard]] bool is_same(const TextMeasure& a, const TextMeasure& b);
/// Not the same, but by simhash and by the share of common shingles nearly so.
[[nodiscard]] bool is_near(const TextMeasure& a,
                           const TextMeasure& b,
                           const LoopDetectorConfig& config);

}  // namespace pintle

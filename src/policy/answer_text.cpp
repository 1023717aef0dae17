// SPDX-License-Identifier: MIT
#include "policy/answer_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>

#include "pintle/hash.hpp"

namespace pintle {

namespace {

// Longer answers are compared exactly only; this bounds what the window holds.
constexpr std::size_t near_words_max = 20'000;

struct Range {
  char32_t first;
  char32_t last;
};
// Blocks beyond ASCII that say nothing by themselves.
constexpr Range blank_ranges[] = {
    {0x0080, 0x00A9},   {0x00AB, 0x00B1},   {0x00B4, 0x00B4},   {0x00B6, 0x00B8},
    {0x00BB, 0x00BB},   {0x00BF, 0x00BF},   {0x00D7, 0x00D7},   {0x00F7, 0x00F7},
    {0x2000, 0x206F},   {0x20A0, 0x20FF},   {0x2190, 0x2BFF},   {0x2E00, 0x2E7F},
    {0x3000, 0x3004},   {0x3008, 0x3020},   {0x3030, 0x3030},   {0x303D, 0x303F},
    {0xE000, 0xF8FF},   {0xFE00, 0xFE6F},   {0xFEFF, 0xFEFF},   {0xFF01, 0xFF0F},
    {0xFF1A, 0xFF20},   {0xFF3B, 0xFF40},   {0xFF5B, 0xFF65},   {0xFFE0, 0xFFFF},
    {0x1F000, 0x1FAFF}, {0xE0000, 0xE0FFF}, {0xF0000, 0x10FFFF}};

constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
constexpr bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

// The code point that begins at `at`, which is moved behind it. Broken sequences give
// U+FFFD, which says nothing.
char32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at++);
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
  if (more == 0) return 0xFFFD;
  char32_t code_point = lead & (0x3FU >> more);
  for (int i = 0; i < more; ++i) {
    if (at >= text.size() || (byte(at) & 0xC0U) != 0x80U) return 0xFFFD;
    code_point = (code_point << 6) | (byte(at++) & 0x3FU);
  }
  return code_point;
}

bool says_something(char32_t code_point) {
  return std::none_of(
      std::begin(blank_ranges), std::end(blank_ranges), [&](const Range& range) {
        return code_point >= range.first && code_point <= range.last;
      });
}

// The finaliser of SplitMix64 (public domain): FNV alone leaves its high bits too even.
constexpr std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31);
}

std::vector<std::string_view> words_of(std::string_view normal) {
  std::vector<std::string_view> words;
  while (!normal.empty()) {
    const std::size_t end = std::min(normal.find(' '), normal.size());
    words.push_back(normal.substr(0, end));
    normal.remove_prefix(std::min(end + 1, normal.size()));
  }
  return words;
}

std::vector<std::uint64_t> shingles_of(const std::vector<std::string_view>& words) {
  std::vector<std::uint64_t> shingles;
  for (std::size_t i = 2; i < words.size(); ++i) {
    Hasher hasher;
    for (std::size_t k = i - 2; k <= i; ++k) hasher.text(words[k]);
    shingles.push_back(mixed(hasher.digest()));
  }
  return shingles;
}

// Each shingle votes for or against every bit, as often as it stands in the text.
std::uint64_t simhash_of(const std::vector<std::uint64_t>& shingles) {
  std::array<std::int64_t, 64> votes{};
  for (const std::uint64_t shingle : shingles) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      votes[bit] += ((shingle >> bit) & 1U) != 0 ? 1 : -1;
    }
  }
  std::uint64_t hash = 0;
  for (unsigned bit = 0; bit < 64; ++bit) {
    if (votes[bit] > 0) hash |= std::uint64_t{1} << bit;
  }
  return hash;
}

bool is_asking_word(std::string_view word) {
  constexpr std::string_view words[] = {
      "age",     "amount",   "average",    "calculate", "combien", "compute", "count",
      "cuantas", "cuantos",  "date",       "float",     "hoeveel", "how",     "integer",
      "number",  "percent",  "percentage", "quantity",  "quanti",  "quante",  "quantos",
      "rate",    "score",    "sum",        "total",     "what",    "when",    "which",
      "wieviel", "wieviele", "year"};
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

}  // namespace

TextContent content_of(std::string_view text) {
  TextContent content;
  std::size_t at = 0;
  while (at < text.size() && !(content.letters && content.digits)) {
    const char c = text[at];
    if (is_ascii(c)) {
      content.letters = content.letters || is_lower(c) || is_upper(c);
      content.digits = content.digits || is_digit(c);
      ++at;
    } else if (says_something(next_code_point(text, at))) {
      content.letters = true;
    }
  }
  return content;
}

bool may_ask_for_number(std::string_view question) {
  std::string letters;  // all else becomes a space
  for (const char c : question) {
    if (!is_ascii(c) || is_digit(c) || c == '?') return true;
    letters += is_lower(c) || is_upper(c) ? c : ' ';
  }
  const std::string normal = normalized(letters);
  const std::vector<std::string_view> words = words_of(normal);
  return std::any_of(words.begin(), words.end(), is_asking_word);
}

std::string normalized(std::string_view text) {
  std::string out;
  bool blank = false;
  for (const char c : text) {
    if (is_blank(c)) {
      blank = true;
      continue;
    }
    if (blank && !out.empty()) out += ' ';
    blank = false;
    out += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

TextMeasure measured(std::string_view text, const LoopDetectorConfig& config) {
  const std::string normal = normalized(text);
  TextMeasure measure;
  measure.digest = mixed(hash64(normal));
  measure.characters =
      static_cast<std::size_t>(std::count_if(normal.begin(), normal.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
      }));
  const std::vector<std::string_view> words = words_of(normal);
  if (config.near_words_min < 1) return measure;
  const auto words_min = static_cast<std::size_t>(std::max(config.near_words_min, 3));
  if (words.size() < words_min || words.size() > near_words_max) return measure;
  measure.shingles = shingles_of(words);
  measure.simhash = simhash_of(measure.shingles);
  auto& shingles = measure.shingles;
  std::sort(shingles.begin(), shingles.end());
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
  return measure;
}

bool is_same(const TextMeasure& a, const TextMeasure& b) {
  return a.digest == b.digest && a.characters == b.characters;
}

bool is_near(const TextMeasure& a,
             const TextMeasure& b,
             const LoopDetectorConfig& config) {
  if (a.shingles.empty() || b.shingles.empty() || is_same(a, b)) return false;
  const int equal_bits = 64 - std::popcount(a.simhash ^ b.simhash);
  if (equal_bits < config.near_similarity * 64) return false;
  std::vector<std::uint64_t> common;
  std::set_intersection(a.shingles.begin(),
                        a.shingles.end(),
                        b.shingles.begin(),
                        b.shingles.end(),
                        std::back_inserter(common));
  const std::size_t all = a.shingles.size() + b.shingles.size() - common.size();
  return static_cast<double>(common.size()) >=
         config.near_jaccard * static_cast<double>(all);
}

}  // namespace pintle

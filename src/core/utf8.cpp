// SPDX-License-Identifier: MIT
#include "core/utf8.hpp"

#include "pintle/json_text.hpp"

namespace pintle {

namespace {

// A sequence by its lead byte: length, and what its second byte may be. The narrower
// ranges keep out overlong forms, surrogates and what lies beyond U+10FFFF (Unicode
// Standard, table 3-7).
struct Lead {
  std::size_t length = 0;  // 0: no lead byte
  unsigned char second_min = 0x80;
  unsigned char second_max = 0xBF;
};

Lead lead_of(unsigned char byte) noexcept {
  if (byte < 0x80) return Lead{1, 0, 0};
  if (byte >= 0xC2 && byte <= 0xDF) return Lead{2, 0x80, 0xBF};
  if (byte == 0xE0) return Lead{3, 0xA0, 0xBF};
  if (byte == 0xED) return Lead{3, 0x80, 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return Lead{3, 0x80, 0xBF};
  if (byte == 0xF0) return Lead{4, 0x90, 0xBF};
  if (byte >= 0xF1 && byte <= 0xF3) return Lead{4, 0x80, 0xBF};
  if (byte == 0xF4) return Lead{4, 0x80, 0x8F};
  return Lead{};
}

char byte_of(std::uint32_t bits) noexcept {
  return static_cast<char>(static_cast<unsigned char>(bits));
}

}  // namespace

Utf8Sequence first_utf8_sequence(std::string_view text) noexcept {
  const Lead lead = lead_of(static_cast<unsigned char>(text[0]));
  if (lead.length == 0) return Utf8Sequence{1, false};
  for (std::size_t i = 1; i < lead.length; ++i) {
    if (i == text.size()) return Utf8Sequence{i, false};
    const auto byte = static_cast<unsigned char>(text[i]);
    const unsigned char min = i == 1 ? lead.second_min : 0x80;
    const unsigned char max = i == 1 ? lead.second_max : 0xBF;
    if (byte < min || byte > max) return Utf8Sequence{i, false};
  }
  return Utf8Sequence{lead.length, true};
}

void append_utf8(std::string& out, std::uint32_t code_point) {
  if (code_point < 0x80) {
    out += byte_of(code_point);
  } else if (code_point < 0x800) {
    out += byte_of(0xC0 | (code_point >> 6));
    out += byte_of(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    out += byte_of(0xE0 | (code_point >> 12));
    out += byte_of(0x80 | ((code_point >> 6) & 0x3F));
    out += byte_of(0x80 | (code_point & 0x3F));
  } else {
    out += byte_of(0xF0 | (code_point >> 18));
    out += byte_of(0x80 | ((code_point >> 12) & 0x3F));
    out += byte_of(0x80 | ((code_point >> 6) & 0x3F));
    out += byte_of(0x80 | (code_point & 0x3F));
  }
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Utf8Sequence sequence = first_utf8_sequence(text);
    out += sequence.valid ? text.substr(0, sequence.length) : replacement_utf8;
    text.remove_prefix(sequence.length);
  }
  return out;
}

}  // namespace pintle

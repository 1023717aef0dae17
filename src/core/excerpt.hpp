// SPDX-License-Identifier: MIT
// The beginning of a text, fit to be quoted in a message to a person or a model.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "pintle/json_text.hpp"

namespace pintle {

/// At most `bytes_max` bytes of `text` as valid UTF-8, cut between characters; an
/// ellipsis says that more followed.
[[nodiscard]] inline std::string excerpt(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return valid_utf8(text);
  std::size_t end = bytes_max;
  for (int step = 0; step < 3 && end > 0; ++step) {
    if ((static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U) break;
    --end;
  }
  return valid_utf8(text.substr(0, end)) + "…";
}

}  // namespace pintle

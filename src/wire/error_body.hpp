// SPDX-License-Identifier: MIT
// ErrorBody: what can be found in a provider's error, whatever its shape; and what an
// error inside a stream means. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "pintle/error.hpp"

namespace pintle::wire {

struct ErrorBody {
  int status = 0;            ///< An HTTP status named in the body; 0: none.
  std::string words;         ///< Types and codes, in lower case, each between blanks.
  std::string message;       ///< The provider's text, as it came.
  std::string text;          ///< All of the body, in lower case.
  bool only_detail = false;  ///< The body is {"detail": "…"}.
};

/// Reads a body that may be a JSON object, a JSON string, a page, text, or empty.
[[nodiscard]] ErrorBody read_error_body(std::string_view body);

/// What an error in the midst of a stream means: `body` is the error's JSON or text.
[[nodiscard]] GenerationError classify_stream_error(std::string_view body);

}  // namespace pintle::wire

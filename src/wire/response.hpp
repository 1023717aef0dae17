// SPDX-License-Identifier: MIT
// How the body of an HTTP answer is to be read, decided from its head alone. Pure.
#pragma once

#include <cstdint>
#include <string_view>

#include "wire/codec.hpp"

namespace pintle::wire {

enum class BodyPlan : std::uint8_t {
  stream,  ///< Feed it to `Codec::decoder` as it comes.
  whole,   ///< Feed it to `Codec::whole_decoder`.
  error    ///< Collect it, to `Limits::error_body_bytes`, for `classify_response`.
};

/// `decoded`: the transport takes the content-encoding off; else an encoded body cannot
/// be read.
[[nodiscard]] BodyPlan plan_body(int status,
                                 const Headers& headers,
                                 bool decoded = false);

/// The value of the first header of this name (in lower case), without blanks around it;
/// empty: there is none.
[[nodiscard]] std::string_view header_value(const Headers& headers,
                                            std::string_view name);

/// Those of `headers` that speak of this answer alone: retry-after-ms and retry-after.
[[nodiscard]] Headers retry_headers(const Headers& headers);

}  // namespace pintle::wire

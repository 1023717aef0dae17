// SPDX-License-Identifier: MIT
// URI references (RFC 3986), as far as the names of schemas need them. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace pintle::schema {

/// `reference` as seen from `base` (section 5.2), dot segments removed. `base` may be
/// empty; then the reference stays as it is.
[[nodiscard]] std::string resolve(std::string_view base, std::string_view reference);

/// A URI and what stands behind its "#".
struct SplitUri {
  std::string_view document;
  std::string_view fragment;
};
[[nodiscard]] SplitUri split_fragment(std::string_view uri);

/// `text` with each %XX as the byte that it stands for; a broken one stays as it is.
[[nodiscard]] std::string percent_decoded(std::string_view text);

}  // namespace pintle::schema

// SPDX-License-Identifier: MIT
// Keeps keys out of errors, logs and traces.
#pragma once

#include <string>
#include <string_view>

#include "pintle/http/transport.hpp"

#include "core/redact.hpp"

namespace pintle::http {

/// The texts that must not be seen by anyone. A value.
class Secrets {
 public:
  /// Blank and very short ones ("none", "x") are no secrets: taking them out would only
  /// garble text.
  void add(std::string_view secret);
  /// Adds the values of headers that carry credentials by their names.
  void add_from(const HttpHeaders& headers);
  /// `text` with "[redacted]" for each secret.
  [[nodiscard]] std::string redact(std::string_view text) const;

 private:
  SecretFinder finder_{false};
};

}  // namespace pintle::http

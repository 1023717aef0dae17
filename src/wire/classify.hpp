// SPDX-License-Identifier: MIT
// Names a provider's error by its status, type, code, and last its text. Pure.
#pragma once

#include "pintle/error.hpp"

#include "wire/error_body.hpp"

namespace pintle::wire {

/// The kind of an error. `status` is that of HTTP, or of the body, or 0. `delayed`: the
/// provider said how long to wait.
[[nodiscard]] GenerationKind error_kind(int status, const ErrorBody& body, bool delayed);

}  // namespace pintle::wire

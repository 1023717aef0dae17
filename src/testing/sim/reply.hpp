// SPDX-License-Identifier: MIT
// One reply of the simulated provider: a head, a body in pieces, each at its time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pintle/http/transport.hpp"
#include "pintle/testing/simulated_provider.hpp"

#include "testing/sim/answer.hpp"

namespace pintle::testing {

struct ReplyPiece {
  std::size_t end = 0;  // in the body
  MonoTime at{};
};

struct Reply {
  std::optional<GenerationError> failure;  // instead of the rest, or behind the pieces
  http::Head head;
  MonoTime head_at{};
  std::string body;
  std::vector<ReplyPiece> pieces;
  bool hangs = false;  // behind the pieces, nothing comes
};

/// Decides a whole reply and completes its bill.
[[nodiscard]] Reply make_reply(Dice& dice,
                               const Transcript& request,
                               BilledRequest& bill,
                               std::int64_t latency_ms,
                               MonoTime now);

/// A reply to a request that the provider does not take.
[[nodiscard]] Reply refuse(BilledRequest& bill, std::string message, MonoTime now);

}  // namespace pintle::testing

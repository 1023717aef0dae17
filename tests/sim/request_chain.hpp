// SPDX-License-Identifier: MIT
// RequestChain: within an epoch each request is the one before it, and more at the end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/testing/transcript.hpp"

namespace pintle::sim {

/// Every text that a simulated user sends begins so; what else stands at a request's tail
/// is a note of that request alone.
inline constexpr std::string_view user_mark = "[u";
[[nodiscard]] bool is_users(const testing::TranscriptItem& item);

class RequestChain {
 public:
  /// The next request. Empty, or what is wrong with it.
  std::string add(testing::WireDialect dialect,
                  const testing::Transcript& request,
                  std::string_view body,
                  std::uint64_t generation,
                  std::uint64_t epoch);
  /// A crash: requests of generations from this one on did not happen for the log.
  void forget_from(std::uint64_t generation);

 private:
  struct Link {
    std::uint64_t generation = 0;
    std::uint64_t epoch = 0;
    std::string system;
    std::string tools;
    std::string prefix;  // bytes of the messages, without the notes
  };
  std::vector<Link> links_;  // of the newest epoch
};

}  // namespace pintle::sim

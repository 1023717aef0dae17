// SPDX-License-Identifier: MIT
// What a provider finds wrong with a request that its schema allows: pairing,
// alternation, order, emptiness, ids. It reads the request's JSON and shares no code with
// the codecs.
//
//   const Transcript seen = read_transcript(WireDialect::anthropic, request.body);
//   EXPECT_THAT(seen.faults, IsEmpty());
//
// Values; pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/export.hpp"

namespace pintle::testing {

enum class WireDialect : std::uint8_t {
  anthropic,   ///< POST …/v1/messages
  openai_chat  ///< POST …/chat/completions
};

/// One thing that was said, in the order of the request.
struct TranscriptItem {
  enum class Kind : std::uint8_t { text, thinking, call, result, other };
  Kind kind = Kind::text;
  bool assistant = false;  ///< Whose message it stands in; results are not its.
  std::string text;        ///< Of a text or a result; of a call, its arguments.
  std::string id;          ///< Of a call or a result: the call's.
  std::string name;        ///< Of a call.
  friend bool operator==(const TranscriptItem&, const TranscriptItem&) = default;
};

struct OfferedTool {
  std::string name;
  std::string schema;  ///< JSON.
};

/// A request as its provider reads it.
struct Transcript {
  std::string model;
  std::int64_t max_tokens = 0;
  std::string system;  ///< All of it, as JSON.
  std::string tools;   ///< Likewise.
  std::vector<OfferedTool> offered;
  std::vector<TranscriptItem> items;
  std::vector<std::string> faults;  ///< Why the provider refuses it; empty: it does not.
};

/// Reads a request's body. Never fails: what cannot be read is a fault.
[[nodiscard]] PINTLE_API Transcript read_transcript(WireDialect dialect,
                                                    std::string_view body);

}  // namespace pintle::testing

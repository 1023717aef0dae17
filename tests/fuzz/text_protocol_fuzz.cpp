// SPDX-License-Identifier: MIT
// Calls in text do not depend on how the text is split, and nothing is left over.
#include "core/text_protocol.hpp"
#include "fuzz/fuzz.hpp"

namespace {

using pintle::TextProtocolEvent;
namespace text_protocol = pintle::text_protocol;

// Adjacent texts merged.
std::vector<TextProtocolEvent> events_of(std::string_view text, std::size_t read_size) {
  pintle::TextProtocolParser parser;
  std::vector<TextProtocolEvent> events;
  pintle::fuzz::in_reads(
      text, read_size, [&](std::string_view bytes) { parser.feed(bytes, events); });
  parser.finish(events);
  std::vector<TextProtocolEvent> merged;
  for (TextProtocolEvent& event : events) {
    auto* more = std::get_if<text_protocol::Text>(&event);
    auto* last =
        merged.empty() ? nullptr : std::get_if<text_protocol::Text>(&merged.back());
    if (more != nullptr && last != nullptr) {
      last->bytes += more->bytes;
    } else {
      merged.push_back(std::move(event));
    }
  }
  return merged;
}

}  // namespace

PINTLE_FUZZ_TARGET(input) {
  const auto whole = events_of(input, input.size() + 1);
  const auto split = events_of(input, pintle::fuzz::read_size(input));
  pintle::fuzz::require(whole == split, "the split does not matter");
  const bool calls = whole.size() > 1 || (whole.size() == 1 && whole[0].index() == 1);
  if (calls || whole.empty()) return;
  const auto& text = std::get<text_protocol::Text>(whole[0]);
  pintle::fuzz::require(text.bytes == input, "without a call, the text is as it was");
}

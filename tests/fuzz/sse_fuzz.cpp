// SPDX-License-Identifier: MIT
// The events of a body do not depend on how it is split.
#include <string>
#include <utility>

#include "fuzz/fuzz.hpp"
#include "wire/sse.hpp"

namespace {

using Events = std::vector<std::pair<std::string, std::string>>;

Events events_of(std::string_view body, std::size_t read_size) {
  constexpr std::size_t line_bytes_max = 512;
  pintle::wire::SseParser parser(line_bytes_max);
  Events events;
  const auto take = [&] {
    while (const auto event = parser.next()) {
      pintle::fuzz::require(event->data.size() <= line_bytes_max,
                            "data within its limit");
      events.emplace_back(event->name, event->data);
    }
  };
  pintle::fuzz::in_reads(body, read_size, [&](std::string_view bytes) {
    parser.feed(bytes);
    take();
  });
  parser.finish();
  take();
  pintle::fuzz::require(!parser.next(), "nothing follows the end");
  return events;
}

}  // namespace

PINTLE_FUZZ_TARGET(input) {
  const Events whole = events_of(input, input.size() + 1);
  const Events split = events_of(input, pintle::fuzz::read_size(input));
  pintle::fuzz::require(whole == split, "the split does not matter");
}

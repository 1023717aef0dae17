// SPDX-License-Identifier: MIT
// Calls in text do not depend on how the text is split, and nothing is left over.
#include "core/text_protocol.hpp"
#include "fuzz/fuzz.hpp"

namespace {

namespace text_protocol = pintle::text_protocol;

// What stood in the text: adjacent texts merged into one item, a call as the other.
struct Item {
  std::string text;
  std::optional<text_protocol::Call> call;
  friend bool operator==(const Item&, const Item&) = default;
};

void add_text(std::vector<Item>& items, std::string_view text) {
  if (text.empty()) return;
  if (items.empty() || items.back().call) items.emplace_back();
  items.back().text += text;
}

std::vector<Item> items_of(std::string_view text, std::size_t read_size) {
  pintle::TextProtocolParser parser;
  std::vector<Item> items;
  pintle::fuzz::in_reads(text, read_size, [&](std::string_view bytes) {
    parser.feed(bytes);
    while (std::optional<pintle::TextProtocolEvent> event = parser.next()) {
      if (auto* call = std::get_if<text_protocol::Call>(&*event)) {
        items.push_back({{}, std::move(*call)});
      } else {
        add_text(items, std::get<text_protocol::Text>(*event).bytes);
      }
    }
  });
  add_text(items, parser.finish());
  return items;
}

}  // namespace

PINTLE_FUZZ_TARGET(input) {
  const std::vector<Item> whole = items_of(input, input.size() + 1);
  const std::vector<Item> split = items_of(input, pintle::fuzz::read_size(input));
  pintle::fuzz::require(whole == split, "the split does not matter");
  if (whole.size() != 1 || whole[0].call) return;
  pintle::fuzz::require(whole[0].text == input, "without a call, the text is as it was");
}

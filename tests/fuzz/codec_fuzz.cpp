// SPDX-License-Identifier: MIT
// An answer does not depend on how its body is split, and has exactly one end. Built once
// for each codec: PINTLE_FUZZ_CODEC makes it.
#include "core/utf8.hpp"
#include "fuzz/fuzz.hpp"
#include "wire/answer.hpp"
#include "wire/codec.hpp"

namespace {

using pintle::testing::Answer;

Answer answer_of(std::string_view body, std::size_t read_size) {
  static const auto codec = pintle::wire::PINTLE_FUZZ_CODEC();
  const auto decoder = codec->decoder(pintle::Limits{});
  return pintle::testing::decode(
      *decoder, body, pintle::testing::cuts_each(body.size(), read_size));
}

}  // namespace

PINTLE_FUZZ_TARGET(input) {
  const Answer whole = answer_of(input, 0);
  const Answer split = answer_of(input, pintle::fuzz::read_size(input));
  pintle::fuzz::require(whole.endings == 1, "one end");
  pintle::fuzz::require(whole.error.has_value() != whole.stop.has_value(),
                        "an answer is complete or failed");
  pintle::fuzz::require(whole.text == split.text, "text does not depend on the split");
  pintle::fuzz::require(whole.calls == split.calls, "calls do not depend on the split");
  pintle::fuzz::require(whole == split, "the split does not matter");
}

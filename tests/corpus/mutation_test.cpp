// SPDX-License-Identifier: MIT
// Streams of the corpus with bytes changed, cut out and doubled: whatever a server sends,
// a decoder ends once and stays inside its memory (the sanitizer builds look at that).
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "corpus/corpus.hpp"
#include "wire/answer.hpp"
#include "wire/codec.hpp"

namespace pintle::testing {
namespace {

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  std::string mutate(std::string bytes) {
    constexpr std::string_view marks = "{}[]\",:\\\n\r0u \xFF";
    const std::size_t count = 1 + below(4);
    for (std::size_t i = 0; i < count && !bytes.empty(); ++i) {
      const std::size_t at = below(bytes.size());
      const std::size_t length = std::min(1 + below(20), bytes.size() - at);
      switch (below(4)) {
        case 0: bytes[at] = marks[below(marks.size())]; break;
        case 1: bytes.erase(at, length); break;
        case 2: bytes.insert(at, bytes.substr(at, length)); break;
        case 3: bytes.resize(at); break;
      }
    }
    return bytes;
  }
  std::size_t below(std::size_t bound) { return random_() % bound; }

 private:
  std::mt19937 random_;
};

TEST(MutatedStreams, EndOnceWhateverTheBytes) {
  const auto chat = wire::openai_chat_codec();
  const auto anthropic = wire::anthropic_messages_codec();
  Mutator mutator(20'260'105);
  int streams = 0;
  for (const CorpusCase& one : load_corpus().cases) {
    if (one.kind != "sse-stream") continue;
    for (int round = 0; round < 100; ++round) {
      const std::string bytes = mutator.mutate(one.bytes);
      const wire::Codec& codec = one.provider == "anthropic" ? *anthropic : *chat;
      const auto decoder =
          round % 4 == 0 ? codec.whole_decoder(Limits()) : codec.decoder(Limits());
      const Answer answer =
          decode(*decoder, bytes, cuts_each(bytes.size(), mutator.below(50)));
      ASSERT_EQ(answer.endings, 1) << one.name << " round " << round << "\n" << bytes;
      ++streams;
    }
  }
  EXPECT_GE(streams, 5'000);
}

}  // namespace
}  // namespace pintle::testing

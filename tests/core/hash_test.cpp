// SPDX-License-Identifier: MIT
#include "pintle/hash.hpp"

#include <gtest/gtest.h>

namespace pintle {
namespace {

// Vectors of the 64-bit FNV-1a published with the draft.
static_assert(hash64("") == 0xcbf29ce484222325ULL);
static_assert(hash64("a") == 0xaf63dc4c8601ec8cULL);

TEST(Hash64, GivesThePublishedValues) {
  EXPECT_EQ(hash64(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(hash64("a"), 0xaf63dc4c8601ec8cULL);
  EXPECT_EQ(hash64("foobar"), 0x85944171f73967e8ULL);
}

TEST(Hasher, FeedsIntegersLittleEndian) {
  Hasher number;
  number.number(0x0807060504030201ULL);
  EXPECT_EQ(number.digest(), hash64("\x01\x02\x03\x04\x05\x06\x07\x08"));
}

TEST(Hasher, KeepsNeighbouringTextsApart) {
  Hasher one;
  one.text("ab");
  one.text("c");
  Hasher other;
  other.text("a");
  other.text("bc");
  EXPECT_NE(one.digest(), other.digest());
}

TEST(Hasher, TreatsBytesAboveAsciiAsUnsigned) {
  Hasher hasher;
  hasher.bytes("\xFF");
  EXPECT_EQ(hasher.digest(), (0xcbf29ce484222325ULL ^ 0xFFU) * 0x100000001b3ULL);
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "schema/uri.hpp"

#include <string>

#include <gtest/gtest.h>

namespace pintle::schema {
namespace {

// RFC 3986, sections 5.4.1 and 5.4.2.
TEST(SchemaUri, ResolvesAsTheExamplesOfItsRfc) {
  const std::string base = "http://a/b/c/d;p?q";
  const char* const cases[][2] = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../g", "http://a/g"},
      {"../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"g#s/../x", "http://a/b/c/g#s/../x"},
  };
  for (const auto& [reference, expected] : cases) {
    EXPECT_EQ(resolve(base, reference), expected) << reference;
  }
}

TEST(SchemaUri, ResolvesAgainstNoBaseAndAgainstAName) {
  EXPECT_EQ(resolve("", "#/a"), "#/a");
  EXPECT_EQ(resolve("", "item.json"), "item.json");
  EXPECT_EQ(resolve("http://a", "b"), "http://a/b");
  EXPECT_EQ(resolve("urn:uuid:1", "#x"), "urn:uuid:1#x");
}

TEST(SchemaUri, DecodesPercentSigns) {
  EXPECT_EQ(percent_decoded("a%25b%2Fc"), "a%b/c");
  EXPECT_EQ(percent_decoded("%"), "%");
  EXPECT_EQ(percent_decoded("%4"), "%4");
  EXPECT_EQ(percent_decoded("%zz%41"), "%zzA");
}

}  // namespace
}  // namespace pintle::schema

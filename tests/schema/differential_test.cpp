// SPDX-License-Identifier: MIT
// Our verdicts against those of Debian's python3-jsonschema on random pairs. Left out, as
// its version 4.10 gets them wrong: $dynamicRef and unevaluated…; and true beside 1
// inside a list or an object of `const`, `enum` and `uniqueItems`, which are equal in
// Python.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/schema.hpp"

#include "schema/random_schema.hpp"

namespace pintle {
namespace {

namespace fs = std::filesystem;
using schema_test::Json;
using schema_test::RandomSchema;

constexpr std::uint32_t schemas = 2'500;
constexpr int values_of_each = 4;

struct Pair {
  Json schema;
  Json value;
};

std::vector<Pair> random_pairs() {
  std::vector<Pair> pairs;
  for (std::uint32_t seed = 1; seed <= schemas; ++seed) {
    RandomSchema random(seed);
    const Json schema = random.schema();
    for (int i = 0; i < values_of_each; ++i) pairs.push_back({schema, random.value()});
  }
  return pairs;
}

bool has_jsonschema() {
  return std::system("/usr/bin/python3 -c 'import jsonschema' 2> /dev/null") == 0;
}

// One line for each pair, and the version.
std::vector<std::string> python_verdicts(const std::vector<Pair>& pairs) {
  std::string pattern = ::testing::TempDir() + "pintle_XXXXXX";
  const fs::path folder = mkdtemp(pattern.data());
  {
    std::ofstream file(folder / "pairs", std::ios::binary);
    for (const Pair& pair : pairs) {
      file << Json{{"schema", pair.schema}, {"value", pair.value}}.dump() << '\n';
    }
  }
  const std::string command = "/usr/bin/python3 '" + std::string(PINTLE_TESTS_DIR) +
                              "/schema/verdicts.py' '" + (folder / "pairs").string() +
                              "' > '" + (folder / "verdicts").string() + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::vector<std::string> lines;
  std::ifstream file(folder / "verdicts");
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  fs::remove_all(folder);
  return lines;
}

TEST(SchemaDifferential, AgreesWithPythonOnRandomPairs) {
  if (!has_jsonschema()) GTEST_SKIP() << "no python3-jsonschema";
  const std::vector<Pair> pairs = random_pairs();
  const std::vector<std::string> theirs = python_verdicts(pairs);
  ASSERT_EQ(theirs.size(), pairs.size() + 1);
  int agreed = 0;
  int fitting = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Result<Schema> schema = Schema::compile(pairs[i].schema.dump());
    ASSERT_TRUE(schema) << to_string(schema.error()) << '\n' << pairs[i].schema;
    const bool fits = schema->check(pairs[i].value.dump()).empty();
    fitting += fits ? 1 : 0;
    agreed += fits == (theirs[i] == "1") ? 1 : 0;
    EXPECT_EQ(fits, theirs[i] == "1") << pairs[i].schema << "\n" << pairs[i].value;
  }
  std::printf("schema differential (python3-jsonschema %s): %d/%zu, %d fit\n",
              theirs.back().c_str(),
              agreed,
              pairs.size(),
              fitting);
  EXPECT_GE(pairs.size(), 10'000U);
  // Neither side may be trivial.
  EXPECT_GT(fitting, 1'000);
  EXPECT_LT(fitting, 9'000);
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
// The official JSON Schema suite of draft 2020-12, read from the shared folder.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pintle/schema.hpp"

namespace pintle {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path suite() {
  return fs::path(PINTLE_SHARED_DIR) / "json-schema-test-suite";
}

std::string text_of(const fs::path& file) {
  std::ostringstream out;
  out << std::ifstream(file).rdbuf();
  return out.str();
}

std::vector<fs::path> json_files(const fs::path& folder, bool deep) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const bool here = entry.path().parent_path() == folder;
    if (entry.path().extension() == ".json" && (deep || here))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// The suite's other documents, under the address that its schemas call them by.
std::vector<SchemaDocument> remotes() {
  std::vector<SchemaDocument> out;
  const fs::path folder = suite() / "remotes";
  for (const fs::path& file : json_files(folder, true)) {
    const std::string path = fs::relative(file, folder).generic_string();
    out.push_back({"http://localhost:1234/" + path, text_of(file)});
  }
  return out;
}

struct Tally {
  int passed = 0;
  int total = 0;
  std::string failures;
};

void run_file(const fs::path& file, const SchemaOptions& options, Tally& tally) {
  for (const json& group : json::parse(text_of(file))) {
    const Result<Schema> schema = Schema::compile(group["schema"].dump(), options);
    for (const json& test : group["tests"]) {
      ++tally.total;
      const bool valid = schema && schema->check(test["data"].dump()).empty();
      if (schema && valid == test["valid"].get<bool>()) {
        ++tally.passed;
        continue;
      }
      tally.failures += file.filename().string() + ": " +
                        group["description"].get<std::string>() + ": " +
                        test["description"].get<std::string>() +
                        (schema ? "" : " — " + to_string(schema.error())) + "\n";
    }
  }
}

Tally run(const fs::path& folder, bool formats) {
  Tally tally;
  const SchemaOptions options{.documents = remotes(), .assert_formats = formats};
  for (const fs::path& file : json_files(folder, false)) run_file(file, options, tally);
  return tally;
}

class SchemaSuite : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(suite())) {
      GTEST_SKIP() << "no json-schema-test-suite in PINTLE_SHARED_DIR";
    }
  }
};

TEST_F(SchemaSuite, PassesEveryRequiredTest) {
  const Tally tally = run(suite() / "draft2020-12", false);
  std::printf("schema suite draft2020-12: %d/%d\n", tally.passed, tally.total);
  EXPECT_EQ(tally.passed, tally.total) << tally.failures;
  EXPECT_GE(tally.total, 1299);
}

TEST_F(SchemaSuite, CountsTheOptionalTests) {
  const Tally general = run(suite() / "draft2020-12" / "optional", false);
  const Tally formats = run(suite() / "draft2020-12" / "optional" / "format", true);
  std::printf("schema suite optional: %d of %d\n", general.passed, general.total);
  std::printf("schema suite format: %d of %d\n", formats.passed, formats.total);
  std::printf("%s%s", general.failures.c_str(), formats.failures.c_str());
}

}  // namespace
}  // namespace pintle

// SPDX-License-Identifier: MIT
// The corpus of faults: cases read from its manifest, from the shared folder or from the
// copies in tests/corpus/data.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace pintle::testing {

using Json = nlohmann::json;

struct CorpusCase {
  std::string id;
  std::string name;
  std::string area;
  std::string kind;
  std::string provider;
  std::string bytes;  // of the input file
  std::vector<std::size_t> splits;
  std::vector<Json> expected;  // any of them is right
};

struct Corpus {
  std::string folder;
  std::vector<CorpusCase> cases;
};

// All cases of the manifest, in its order. Fails the test when there is no manifest.
Corpus load_corpus();

std::string read_file(const std::string& path);
std::string from_base64(const std::string& text);

}  // namespace pintle::testing

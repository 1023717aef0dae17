// SPDX-License-Identifier: MIT
#include "corpus/corpus.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace pintle::testing {

namespace {

std::string corpus_folder() {
  const std::string shared = std::string(PINTLE_SHARED_DIR) + "/corpus";
  return std::filesystem::exists(shared + "/manifest.json")
             ? shared
             : std::string(PINTLE_TESTS_DIR) + "/corpus/data";
}

CorpusCase to_case(const Json& row) {
  CorpusCase out;
  out.id = row.at("id").get<std::string>();
  out.name = row.at("name").get<std::string>();
  out.area = row.at("area").get<std::string>();
  out.kind = row.at("kind").get<std::string>();
  out.provider = row.at("provider").get<std::string>();
  out.splits = row.at("splits").get<std::vector<std::size_t>>();
  out.expected.push_back(row.at("expected"));
  const Json others = row.value("expected_any", Json::array());
  for (const Json& other : others) out.expected.push_back(other);
  return out;
}

}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Corpus load_corpus() {
  Corpus corpus;
  corpus.folder = corpus_folder();
  const Json manifest =
      Json::parse(read_file(corpus.folder + "/manifest.json"), nullptr, false);
  EXPECT_TRUE(manifest.is_object()) << "no manifest in " << corpus.folder;
  if (!manifest.is_object()) return corpus;
  for (const Json& row : manifest.at("cases")) {
    CorpusCase one = to_case(row);
    one.bytes = read_file(corpus.folder + "/" + row.at("input").get<std::string>());
    corpus.cases.push_back(std::move(one));
  }
  return corpus;
}

std::string from_base64(const std::string& text) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t value = digits.find(c);
    if (value == std::string_view::npos) continue;
    bits = (bits << 6U | static_cast<unsigned>(value)) & 0xFFFFFFU;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>((bits >> static_cast<unsigned>(count)) & 0xFFU);
  }
  return out;
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// Every recorded stream of the APIs that have a codec, cut in six ways, compared with
// what the official SDK made of it by the rule in recorded/COMPARE.md. Where the SDK
// failed or erred, exceptions.json says what is right, and a plain reading of the stream
// checks it.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "recorded/expected.hpp"
#include "wire/answer.hpp"
#include "wire/codec.hpp"

namespace pintle::testing {
namespace {

std::string folder() {
  return std::string(PINTLE_SHARED_DIR) + "/recorded/";
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<Json> read_lines(const std::string& path) {
  std::ifstream file(path);
  std::vector<Json> rows;
  for (std::string line; std::getline(file, line);) rows.push_back(Json::parse(line));
  return rows;
}

// One API: its codec, and how its results are read.
struct Api {
  std::unique_ptr<wire::Codec> codec;
  Expected (*from_sdk)(const Json&);
  Expected (*read)(const std::string&);
};

std::map<std::string, Api> apis() {
  std::map<std::string, Api> out;
  out["openai-chat"] = {wire::openai_chat_codec(), from_chat_sdk, read_chat};
  out["anthropic-messages"] = {
      wire::anthropic_messages_codec(), from_anthropic_sdk, read_anthropic};
  return out;
}

// The table's rows for a file, by field.
using Exceptions = std::map<std::string, std::map<std::string, std::string>>;

Exceptions load_exceptions() {
  Exceptions out;
  const std::string path = std::string(PINTLE_TESTS_DIR) + "/recorded/exceptions.json";
  const Json table = Json::parse(read_file(path));
  for (const Json& row : table.at("exceptions")) {
    EXPECT_FALSE(row.at("reason").get<std::string>().empty());
    out[row.at("file").get<std::string>()][row.at("field").get<std::string>()] =
        row.at("ours").get<std::string>();
  }
  return out;
}

std::string joined(const std::vector<std::pair<std::string, std::string>>& differences) {
  std::string out;
  for (const auto& [field, what] : differences) out += field + ": " + what + "\n";
  return out;
}

class Recorded {
 public:
  Recorded() : exceptions_(load_exceptions()) {
    for (Json& row : read_lines(folder() + "sdk-accumulated.jsonl")) {
      const auto file = row.at("file").get<std::string>();
      sdk_[file] = std::move(row);
    }
  }

  // What is wrong with a stream's accumulation; empty: nothing.
  std::string check(const std::string& file, const Api& api) {
    const std::string body = read_file(folder() + file);
    std::string wrong;
    std::optional<Answer> whole;
    for (const std::size_t size : {0U, 1U, 2U, 3U, 7U, 16U}) {
      const auto decoder = api.codec->decoder(Limits());
      Answer answer = decode(*decoder, body, cuts_each(body.size(), size));
      answer.blocks.clear();  // the borders of deltas are not compared
      if (!whole) whole = answer;
      if (!(*whole == answer))
        wrong += "other in reads of " + std::to_string(size) + "\n";
    }
    return wrong + check_answer(file, *whole, api, body);
  }

  // Rows of the table that no difference needed.
  [[nodiscard]] std::size_t unused_exceptions() const {
    std::size_t count = 0;
    for (const auto& [file, fields] : exceptions_) {
      count += fields.size() - std::min(used_.count(file), fields.size());
    }
    return count;
  }

 private:
  std::string check_answer(const std::string& file,
                           const Answer& answer,
                           const Api& api,
                           const std::string& body) {
    std::string wrong;
    if (answer.endings != 1) wrong += "endings: " + std::to_string(answer.endings) + "\n";
    if (answer.empty_deltas != 0) wrong += "an empty delta\n";
    const Expected reading = api.read(body);
    if (reading.reasoned) wrong += check_reasoning(answer);
    const Json& sdk = sdk_.at(file);
    if (!sdk.contains("result")) return wrong + check_sdk_failure(file, answer, reading);
    if (answer.error) return wrong + "failed: " + answer.error->message;
    auto against_sdk = differences(answer, api.from_sdk(sdk.at("result")));
    const auto excepted = [&](const auto& difference) {
      const bool listed = exceptions_.count(file) != 0 &&
                          exceptions_.at(file).count(difference.first) != 0;
      if (listed) used_.insert(file);
      return listed;
    };
    const auto end = std::remove_if(against_sdk.begin(), against_sdk.end(), excepted);
    const bool any_excepted = end != against_sdk.end();
    against_sdk.erase(end, against_sdk.end());
    wrong += joined(against_sdk);
    return any_excepted ? wrong + joined(differences(answer, reading)) : wrong;
  }

  static std::string check_reasoning(const Answer& answer) {
    const bool kept = !answer.thinking.empty() || !answer.redacted.empty() ||
                      !answer.signatures.empty();
    return kept ? "" : "reasoning was lost\n";
  }

  // The table says: "message" (as the reading), or the kind of the error.
  std::string check_sdk_failure(const std::string& file,
                                const Answer& answer,
                                const Expected& reading) {
    const auto row = exceptions_.find(file);
    if (row == exceptions_.end()) return "the SDK failed, and the table has no row";
    used_.insert(file);
    const std::string& right = row->second.at("sdk_failed");
    if (right != "message") {
      const std::string ours = answer.error ? std::string(to_string(answer.error->kind))
                                            : std::string("no error");
      return ours == right ? "" : ours + ", expected " + right;
    }
    if (answer.error) return "failed: " + answer.error->message;
    return joined(differences(answer, reading));
  }

  Exceptions exceptions_;
  std::map<std::string, Json> sdk_;
  std::multiset<std::string> used_;
};

TEST(Recorded, EveryStreamIsAccumulatedAsTheOfficialSdkDoes) {
  if (!std::filesystem::exists(folder() + "manifest.jsonl")) {
    GTEST_SKIP() << "no recorded streams: PINTLE_SHARED_DIR has no folder recorded";
  }
  struct Count {
    int passed = 0;
    int run = 0;
  };
  const std::map<std::string, Api> known = apis();
  Recorded recorded;
  std::map<std::string, Count> counts;
  std::set<std::string> skipped;
  for (const Json& row : read_lines(folder() + "manifest.jsonl")) {
    const auto api = row.at("api").get<std::string>();
    const auto kind = row.at("kind").get<std::string>();
    const auto found = known.find(api);
    if (kind != "sse" || found == known.end()) {
      skipped.insert(api + " (" + kind + ")");
      continue;
    }
    const auto file = row.at("file").get<std::string>();
    const std::string wrong = recorded.check(file, found->second);
    EXPECT_EQ(wrong, "") << file;
    ++counts[api].run;
    counts[api].passed += wrong.empty() ? 1 : 0;
  }
  for (const auto& [api, count] : counts) {
    std::printf("recorded %s: %d/%d\n", api.c_str(), count.passed, count.run);
  }
  for (const std::string& api : skipped)
    std::printf("recorded %s: skipped\n", api.c_str());
  EXPECT_EQ(recorded.unused_exceptions(), 0U);
  EXPECT_EQ(counts.size(), known.size());
}

}  // namespace
}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
// Requests from 200 random histories: against the transcript rules of their dialects, and
// against the JSON Schemas of the official SDKs' types.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "wire/codec.hpp"
#include "wire/random_history.hpp"
#include "wire/transcript_checker.hpp"

namespace pintle::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t histories = 200;

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

// OpenAI's own server knows neither top_k nor repeat_penalty; the others' do, and the
// schema is OpenAI's.
RandomRequest chat_case(std::uint32_t seed) {
  RandomRequest request = random_request(seed);
  request.params.top_k.reset();
  return request;
}

std::vector<std::string> bodies(const wire::Codec& codec,
                                RandomRequest (*make)(std::uint32_t)) {
  std::vector<std::string> out;
  std::vector<const ToolSpec*> tools;
  for (std::uint32_t seed = 1; seed <= histories; ++seed) {
    const RandomRequest request = make(seed);
    out.push_back(codec.encode(request.view(tools)).body);
  }
  return out;
}

// Runs validate.py over the bodies; what it printed.
std::string validate(const std::string& schema, const std::vector<std::string>& all) {
  std::string pattern = ::testing::TempDir() + "pintle_XXXXXX";
  const char* made = mkdtemp(pattern.data());
  if (made == nullptr) return "no temporary folder";
  const fs::path folder = made;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::ofstream(folder / (std::to_string(i + 1) + ".json"), std::ios::binary) << all[i];
  }
  const fs::path report = folder / "report.txt";
  const std::string command = "/usr/bin/python3 '" + std::string(PINTLE_TESTS_DIR) +
                              "/wire/validate.py' '" + PINTLE_SHARED_DIR +
                              "/request-schemas/" + schema + ".schema.json' '" +
                              folder.string() + "' > '" + report.string() + "' 2>&1";
  const int status = std::system(command.c_str());
  std::ifstream file(report);
  std::string printed{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(status, 0) << printed;
  fs::remove_all(folder);
  return printed;
}

bool has_schemas() {
  return fs::exists(std::string(PINTLE_SHARED_DIR) + "/request-schemas") &&
         std::system("/usr/bin/python3 -c 'import jsonschema' 2> /dev/null") == 0;
}

TEST(RequestTranscripts, OfRandomHistoriesObeyTheChatRules) {
  for (const char* base : {"", "https://api.openai.com/v1"}) {
    std::uint32_t seed = 0;
    for (const std::string& body : bodies(*wire::openai_chat_codec(base), chat_case)) {
      ++seed;
      EXPECT_EQ(joined(check_chat_transcript(body)), "") << "seed " << seed << "\n"
                                                         << body;
    }
  }
}

TEST(RequestTranscripts, OfRandomHistoriesObeyTheAnthropicRules) {
  std::uint32_t seed = 0;
  for (const std::string& body :
       bodies(*wire::anthropic_messages_codec(), random_request)) {
    ++seed;
    EXPECT_EQ(joined(check_anthropic_transcript(body)), "") << "seed " << seed << "\n"
                                                            << body;
  }
}

TEST(RequestSchemas, OfOpenAiTakeTheRequestsOfRandomHistories) {
  if (!has_schemas()) GTEST_SKIP() << "no request-schemas, or no python3-jsonschema";
  const auto compatible = bodies(*wire::openai_chat_codec(), chat_case);
  EXPECT_EQ(validate("OpenAIChatRequest", compatible), "validated 200\n");
  const auto openai =
      bodies(*wire::openai_chat_codec("https://api.openai.com"), chat_case);
  EXPECT_EQ(validate("OpenAIChatRequest", openai), "validated 200\n");
}

TEST(RequestSchemas, OfAnthropicTakeTheRequestsOfRandomHistories) {
  if (!has_schemas()) GTEST_SKIP() << "no request-schemas, or no python3-jsonschema";
  const auto all = bodies(*wire::anthropic_messages_codec(), random_request);
  EXPECT_EQ(validate("AnthropicRequest", all), "validated 200\n");
}

// The checker itself: it must see each fault.
TEST(TranscriptChecker, SeesTheFaultsOfChats) {
  const auto faults = [](const std::string& messages) {
    return check_chat_transcript("{\"messages\":[" + messages + "]}").size();
  };
  const std::string user = R"({"role":"user","content":"a"})";
  const std::string call = R"({"role":"assistant","content":null,"tool_calls":)"
                           R"([{"id":"1","function":{"arguments":"{}"}}]})";
  const std::string result = R"({"role":"tool","tool_call_id":"1","content":""})";
  EXPECT_EQ(faults(user + "," + call + "," + result), 0U);
  EXPECT_EQ(faults(user + "," + call), 1U) << "no result";
  EXPECT_EQ(faults(user + "," + call + "," + user + "," + result), 2U)
      << "steered between";
  EXPECT_EQ(faults(user + "," + result), 1U) << "an orphan";
  EXPECT_GE(faults(call + "," + result + "," + call + "," + result), 1U) << "an id twice";
  EXPECT_EQ(faults(R"({"role":"user","content":" "})"), 1U);
  EXPECT_EQ(faults(R"({"role":"assistant","content":null})"), 1U);
  EXPECT_EQ(faults(user + R"(,{"role":"system","content":"late"})"), 1U);
}

TEST(TranscriptChecker, SeesTheFaultsOfMessages) {
  const auto faults = [](const std::string& messages) {
    return check_anthropic_transcript("{\"messages\":[" + messages + "]}").size();
  };
  const auto message = [](const char* role, const std::string& blocks) {
    return "{\"role\":\"" + std::string(role) + "\",\"content\":[" + blocks + "]}";
  };
  const std::string text = R"({"type":"text","text":"a"})";
  const std::string call = R"({"type":"tool_use","id":"1","input":{}})";
  const std::string result = R"({"type":"tool_result","tool_use_id":"1"})";
  const std::string user = message("user", text);
  EXPECT_EQ(faults(user + "," + message("assistant", call) + "," +
                   message("user", result + "," + text)),
            0U);
  EXPECT_EQ(faults(user + "," + message("assistant", call) + "," +
                   message("user", text + "," + result)),
            1U)
      << "the result is not first";
  EXPECT_EQ(faults(user + "," + message("assistant", call)), 1U);
  EXPECT_EQ(faults(user + "," + user), 1U);
  EXPECT_EQ(faults(message("assistant", text)), 1U);
  EXPECT_EQ(faults(message("user", "")), 1U);
  EXPECT_EQ(faults(message("user", R"({"type":"text","text":"\n"})")), 1U);
  EXPECT_EQ(faults(user + "," + message("assistant", R"({"type":"text","text":"a "})")),
            1U);
  EXPECT_EQ(
      faults(user + "," +
             message("assistant",
                     R"({"type":"thinking","thinking":"x","signature":""},)" + text)),
      1U);
}

}  // namespace
}  // namespace pintle::testing

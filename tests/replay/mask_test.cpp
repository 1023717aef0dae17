// SPDX-License-Identifier: MIT
// No secret is in a journal, wherever it stood in the run, and the journal still plays.
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/testing/replay.hpp"

#include "core/redact.hpp"
#include "replay/small_session.hpp"

namespace pintle {
namespace {

using ::testing::HasSubstr;
using testing::Journal;
using testing::RecorderOptions;
using testing::replay;

// Put together here, so that this file holds nothing that looks like a key.
std::string api_key() {
  return std::string("sk-") + "ant-" + "AbCdEfGhIjKlMnOpQrStUv";
}

std::string masked(std::string_view text, const std::vector<std::string>& secrets = {}) {
  SecretFinder finder(true);
  for (const std::string& secret : secrets) finder.add(secret);
  std::string out(text);
  finder.mask(out);
  EXPECT_EQ(out.size(), text.size());
  return out;
}

TEST(Secrets, AreKnownByTheirLooks) {
  const std::string found = "use " + api_key() + " now";
  EXPECT_EQ(masked(found), "use [redacted]" + std::string(19, '*') + " now");
  EXPECT_EQ(masked("AKIAIOSFODNN7EXAMPLE"), "[redacted]**********");
  EXPECT_EQ(masked("Authorization: Bearer abc.def-123\nHost: x"),
            "Authorization: [redacted]********\nHost: x");
  EXPECT_EQ(masked("curl -H 'bearer abcdefgh1'"), "curl -H 'bearer *********'");
  EXPECT_EQ(masked("OPENAI_API_KEY=abcdefghijkl;x=1"), "OPENAI_API_KEY=[redacted]**;x=1");
  EXPECT_EQ(masked(R"(got: {"password": "pa\"ss", "n": 1})"),
            R"(got: {"password": "******", "n": 1})");
  EXPECT_EQ(masked(R"({"api_key":"k\"1","list":["sk-0123456789abcdefgh"]})"),
            R"({"api_key":"****","list":["[redacted]***********"]})");
  EXPECT_EQ(masked("-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----"),
            "-----BEGIN PRIVATE KEY-----******-----END PRIVATE KEY-----");
}

TEST(Secrets, DoNotHideWhatOnlyRemindsOfThem) {
  for (const std::string_view text : {"a task-list of 16 entries-and-more-and-more",
                                      "max_tokens: 8192",
                                      "a key: value",
                                      "sk-short",
                                      R"({"tokens":17,"path":"a.txt"})"}) {
    EXPECT_EQ(masked(text), text);
  }
}

TEST(Secrets, AreFoundInJsonHoweverTheyAreEscaped) {
  EXPECT_EQ(masked(R"({"q":"tell h\u0075nter2\/x"})", {"hunter2/x"}),
            R"({"q":"tell [redacted]*****"})");
  EXPECT_EQ(masked(R"({"pin":123456,"n":7})", {"123456"}), R"({"pin":111111,"n":7})");
  EXPECT_EQ(masked(R"(said "a\"bcd" here)", {"a\"bcd"}), R"(said "******" here)");
  EXPECT_EQ(masked(R"({"\ud83d\ude00pass":"x"})", {"\xF0\x9F\x98\x80pass"}),
            R"({"[redacted]******":"x"})");
}

constexpr std::string_view told = "correct horse \"battery\" staple";

std::string pieces_with(std::string_view secret) {
  return "the secret is " + std::string(secret) + " as you see";
}

// Each secret in turn, in every place that a run has for a text.
Journal journal_with(std::string_view secret, std::vector<std::string> secrets) {
  RecorderOptions options;
  options.secrets = std::move(secrets);
  SmallSession small(options);
  const std::string text = pieces_with(secret);
  testing::ScriptedModel model = testing::scripted_model("a");
  testing::ScriptedFailure busy;
  busy.status = 500;
  busy.message = text;
  busy.text_before = text;
  model.fails(busy);
  model.calls("read", R"({"text":)" + json_quote(text) + "}");
  std::vector<std::string> deltas;
  for (std::size_t at = 0; at < text.size(); at += 3)
    deltas.push_back(text.substr(at, 3));
  model.streams(deltas);
  testing::ScriptedTool read = testing::scripted_tool("read");
  read.returns(text + R"( and {"nested":)" + json_quote(secret) + "}");
  AgentSession session = small.open({model}, {read});
  small.play(session, text);
  return small.journal();
}

/// No seven bytes of the secret that follow each other are in the text.
void expect_nothing_of(std::string_view secret, const std::string& text) {
  for (std::size_t at = 0; at + 7 <= secret.size(); ++at) {
    EXPECT_EQ(text.find(secret.substr(at, 7)), std::string::npos) << secret.substr(at, 7);
  }
}

std::string deltas_of(const Journal& journal) {
  std::string text;
  for (const testing::JournalStep& step : journal.steps) {
    const auto* delta = std::get_if<input::Delta>(&step.input);
    if (delta != nullptr) text += delta->bytes;
  }
  return text;
}

TEST(Recorder, MasksSecretsInPromptsDeltasCallsResultsAndErrors) {
  const std::string key = api_key();
  for (const std::string_view secret : {told, std::string_view(key)}) {
    std::vector<std::string> secrets;
    if (secret == told) secrets.emplace_back(told);
    const Journal journal = journal_with(secret, std::move(secrets));
    const std::string text = journal.to_text();
    expect_nothing_of(secret, text);
    expect_nothing_of(secret, deltas_of(journal));
    EXPECT_THAT(text, HasSubstr("[redacted]"));
    EXPECT_THAT(text, HasSubstr("the secret is "));
    const Result<Journal> read = Journal::parse(text);
    ASSERT_TRUE(read.ok()) << read.error();
    const testing::ReplayResult result = replay(*read);
    EXPECT_FALSE(result.divergence) << to_string(*result.divergence);
    EXPECT_EQ(result.digest, journal.digest);
    for (const std::string& line : result.events) expect_nothing_of(secret, line);
  }
}

TEST(Recorder, KeepsWhatIsNoSecretAsItWas) {
  RecorderOptions options;
  options.mask_patterns = false;
  SmallSession small(options);
  testing::ScriptedModel model = testing::scripted_model("a");
  model.says("password: swordfish");
  AgentSession session = small.open({model});
  const auto lines = small.play(session, api_key());
  EXPECT_EQ(replay(small.journal()).events, lines);
  EXPECT_THAT(small.journal().to_text(), HasSubstr("swordfish"));
}

}  // namespace
}  // namespace pintle

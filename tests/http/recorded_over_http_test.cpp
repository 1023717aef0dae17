// SPDX-License-Identifier: MIT
// Recorded answers served over HTTP in small pieces give what the decoder makes of the
// same bytes without a socket.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pintle/http/providers.hpp"
#include "pintle/testing/http_server.hpp"

#include "http/harness.hpp"
#include "http/wire_bodies.hpp"
#include "wire/codec.hpp"

namespace pintle::http_test {
namespace {

constexpr std::size_t streams_per_api = 50;

std::string folder() {
  return std::string(PINTLE_SHARED_DIR) + "/recorded/";
}

std::string read_file(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

struct Recording {
  std::string file;
  std::string api;
};

/// The first streams of each API, in the order of the manifest.
std::vector<Recording> recordings() {
  std::vector<Recording> list;
  std::map<std::string, std::size_t> taken = {{"openai-chat", 0},
                                              {"anthropic-messages", 0}};
  std::ifstream manifest(folder() + "manifest.jsonl");
  for (std::string line; std::getline(manifest, line);) {
    const nlohmann::json row = nlohmann::json::parse(line);
    const auto api = taken.find(row.at("api").get<std::string>());
    if (api == taken.end() || row.at("kind").get<std::string>() != "sse") continue;
    if (row.at("status").get<int>() != 200 || api->second == streams_per_api) continue;
    ++api->second;
    list.push_back({row.at("file").get<std::string>(), api->first});
  }
  return list;
}

Answered decode(const wire::Codec& codec, std::string_view bytes) {
  const auto decoder = codec.decoder(Limits{});
  Answered all;
  decoder->feed(bytes);
  while (const auto event = decoder->next()) take(all, *event);
  decoder->finish();
  while (const auto event = decoder->next()) take(all, *event);
  return all;
}

std::string describe(const Answered& all) {
  std::ostringstream text;
  text << "text=" << all.text << "\nthinking=" << all.thinking
       << "\nopaque=" << all.opaque;
  for (const auto& [index, call] : all.calls) {
    text << "\ncall " << index << ' ' << call.first << ' ' << call.second;
  }
  if (all.end) {
    text << "\nend " << to_string(all.end->stop.kind) << ' ' << all.end->stop.raw;
    if (const auto& usage = all.end->usage) {
      text << " in " << usage->input.value_or(-1) << " out " << usage->output.value_or(-1)
           << " read " << usage->cache_read.value_or(-1) << " write "
           << usage->cache_write.value_or(-1);
    }
  }
  if (all.error) text << "\nerror " << to_string(AgenticError(*all.error));
  return text.str();
}

TEST(RecordedOverHttp, GivesWhatTheDecoderMakesOfTheSameBytes) {
  if (!std::filesystem::exists(folder() + "manifest.jsonl")) {
    GTEST_SKIP() << "no recorded/ in PINTLE_SHARED_DIR (" << PINTLE_SHARED_DIR << ")";
  }
  testing::HttpServer server;
  Drive drive;
  ProviderOptions options;
  options.model = "m";
  options.base_url = server.url();
  options.transport = curl_transport(drive.executor);
  const auto chat = openai_chat_model(options);
  const auto messages = anthropic_model(options);
  const auto chat_codec = wire::openai_chat_codec(server.url());
  const auto messages_codec = wire::anthropic_messages_codec();
  const Greeting greeting(drive.executor);
  const std::vector<Recording> list = recordings();
  ASSERT_EQ(list.size(), 2 * streams_per_api);
  std::size_t equal = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string body = read_file(folder() + list[i].file);
    ASSERT_FALSE(body.empty()) << list[i].file;
    server.answer(event_stream(body, 17 + i));
    const bool is_chat = list[i].api == "openai-chat";
    const auto stream = (is_chat ? chat : messages)->stream(greeting.request());
    const std::string over_http = describe(answer_of(drive, *stream));
    const std::string direct =
        describe(decode(is_chat ? *chat_codec : *messages_codec, body));
    EXPECT_EQ(over_http, direct) << list[i].file;
    equal += over_http == direct ? 1 : 0;
  }
  std::printf("recorded over http: %zu/%zu\n", equal, list.size());
}

}  // namespace
}  // namespace pintle::http_test

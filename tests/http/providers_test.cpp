// SPDX-License-Identifier: MIT
// Addresses, environments, logs and traces of models over HTTP.
#include "pintle/http/providers.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/http/defaults.hpp"
#include "pintle/session.hpp"
#include "pintle/testing/http_server.hpp"
#include "pintle/testing/recording_log.hpp"

#include "http/fake_transport.hpp"
#include "http/harness.hpp"
#include "http/redact.hpp"
#include "http/url.hpp"
#include "http/wire_bodies.hpp"

namespace pintle::http_test {
namespace {

using http::join_url;
using http::VersionPlace;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Url, JoinsABaseWithAndWithoutSlashAndVersion) {
  for (const char* base : {"https://h", "https://h/", "https://h/v1", "https://h/v1//"}) {
    for (const auto place : {VersionPlace::last_segment, VersionPlace::any_segment}) {
      EXPECT_EQ(join_url(base, "/v1/messages", place), "https://h/v1/messages") << base;
    }
  }
  EXPECT_EQ(
      join_url("http://h:1/api/v4", "/v1/chat/completions", VersionPlace::any_segment),
      "http://h:1/api/v4/chat/completions");
  EXPECT_EQ(
      join_url(
          "https://h/v1beta/openai/", "/v1/chat/completions", VersionPlace::any_segment),
      "https://h/v1beta/openai/chat/completions");
  EXPECT_EQ(
      join_url("https://h/v1/acc/anthropic", "/v1/messages", VersionPlace::last_segment),
      "https://h/v1/acc/anthropic/v1/messages");
  EXPECT_EQ(join_url("https://v1.host", "/v1/messages", VersionPlace::any_segment),
            "https://v1.host/v1/messages");
}

TEST(Url, NamesTheHostAlone) {
  EXPECT_EQ(http::host_of("https://user:pw@api.test:8443/v1?key=1"), "api.test:8443");
  EXPECT_EQ(http::host_of("//cdn.test/x"), "cdn.test");
  EXPECT_EQ(http::host_of("http://[::1]:80/"), "[::1]:80");
}

TEST(Secrets, AreTakenOutWhereverTheyStand) {
  http::Secrets secrets;
  secrets.add_from({{"Authorization", "Bearer abcdefgh1234"},
                    {"X-Api-Key", "abcdefgh1234-longer"},
                    {"content-type", "application/json"}});
  EXPECT_EQ(secrets.redact("a abcdefgh1234 b abcdefgh1234-longer application/json"),
            "a [redacted] b [redacted] application/json");
  http::Secrets none;
  none.add("x");
  none.add("");
  EXPECT_EQ(none.redact("example"), "example");
}

class RouterFromEnv : public ::testing::Test {
 protected:
  std::shared_ptr<ModelRouter> router(std::map<std::string, std::string> variables) {
    return router_from_env(environment_of(std::move(variables))).value();
  }
  ModelInfo info(ModelRouter& from, std::string_view name) {
    return from.get_model(name).value()->info();
  }
  Drive drive;
};

TEST_F(RouterFromEnv, NamesTheVariablesWhenThereIsNoKey) {
  const auto made = router_from_env(environment_of({}));
  ASSERT_FALSE(made);
  const std::string text = to_string(made.error());
  EXPECT_THAT(text, HasSubstr("ANTHROPIC_API_KEY"));
  EXPECT_THAT(text, HasSubstr("OPENAI_API_KEY"));
}

TEST_F(RouterFromEnv, HasADefaultModelForEachProvider) {
  EXPECT_EQ(info(*router({{"ANTHROPIC_API_KEY", "k"}}), "").name,
            defaults::anthropic_model);
  EXPECT_EQ(info(*router({{"OPENAI_API_KEY", "k"}}), "").name, defaults::openai_model);
  EXPECT_EQ(info(*router({{"OPENAI_API_KEY", "k"}, {"PINTLE_MODEL", "mine"}}), "").name,
            "mine");
}

TEST_F(RouterFromEnv, PicksTheProviderByTheNameWhenBothKeysAreThere) {
  const auto both = router({{"ANTHROPIC_API_KEY", "a"}, {"OPENAI_API_KEY", "o"}});
  EXPECT_EQ(info(*both, "claude-opus").provider, "anthropic");
  EXPECT_EQ(info(*both, "gpt-5.6").provider, "openai");
  EXPECT_EQ(info(*both, "").provider, "anthropic");
  EXPECT_EQ(both->get_model("gpt-5.6").value(), both->get_model("gpt-5.6").value());
}

TEST_F(RouterFromEnv, SaysWhichKeyAModelNeeds) {
  const auto made = router({{"ANTHROPIC_API_KEY", "a"}})->get_model("gpt-5.6");
  ASSERT_FALSE(made);
  EXPECT_THAT(to_string(made.error()), HasSubstr("OPENAI_API_KEY"));
  const auto own = router({{"OPENAI_API_KEY", "o"}, {"OPENAI_BASE_URL", "http://h"}});
  EXPECT_EQ(info(*own, "claude-opus").provider, "openai");
}

TEST_F(RouterFromEnv, KnowsPricesOnlyWhereTheyAreCertain) {
  const auto both = router({{"ANTHROPIC_API_KEY", "a"}, {"OPENAI_API_KEY", "o"}});
  EXPECT_TRUE(info(*both, defaults::anthropic_model).pricing);
  EXPECT_FALSE(info(*both, "gpt-5.6").pricing);
  EXPECT_FALSE(info(*both, "gpt-5.6").context_window);
}

TEST_F(RouterFromEnv, SendsToTheBaseUrlOfTheEnvironment) {
  testing::HttpServer server;
  server.answer(event_stream(messages_stream("hello"), 50));
  const auto made = router(
      {{"ANTHROPIC_API_KEY", "key-of-the-test"}, {"ANTHROPIC_BASE_URL", server.url()}});
  const auto model = made->get_model("").value();
  const Greeting greeting(drive.executor);
  const auto stream = model->stream(greeting.request());
  EXPECT_EQ(answer_of(drive, *stream).text, "hello");
  EXPECT_EQ(server.requests().at(0).header("x-api-key"), "key-of-the-test");
}

/// What a chat model at `base_url` sends.
HttpRequest chat_request_to(std::string base_url) {
  Drive drive;
  const auto transport =
      std::make_shared<FakeTransport>(drive.executor, std::vector<Arrival>{});
  ProviderOptions options;
  options.model = "m";
  options.base_url = std::move(base_url);
  options.transport = transport;
  ModelRequest request;
  request.params.max_tokens = 5;
  request.executor = &drive.executor;
  EXPECT_NE(openai_chat_model(options)->stream(request), nullptr);
  return transport->requests.at(0);
}

TEST(ChatModel, SpeaksTheDialectOfTheHostOfItsBaseUrl) {
  for (const char* url : {"",
                          "https://api.openai.com",
                          " https://api.openai.com/v1/\n",
                          "https://API.OpenAI.com:443/v1"}) {
    const HttpRequest sent = chat_request_to(url);
    EXPECT_THAT(sent.url, ::testing::EndsWith("/v1/chat/completions"));
    EXPECT_THAT(sent.body, HasSubstr("\"max_completion_tokens\":5")) << url;
  }
  for (const char* url :
       {"http://localhost:8080", "https://api.openai.com.proxy.test/v1"}) {
    const HttpRequest sent = chat_request_to(url);
    EXPECT_THAT(sent.url, ::testing::EndsWith("/v1/chat/completions"));
    EXPECT_THAT(sent.body, HasSubstr("\"max_tokens\":5")) << url;
  }
}

/// A router for a server that speaks both formats.
class RoutedModels : public ::testing::Test {
 protected:
  std::string ask(Drive& drive, std::string_view name) {
    const bool claude = name.starts_with("claude");
    const std::string body = chat_chunk("hello") + chat_end();
    server.answer(event_stream(claude ? messages_stream("hello") : body, 1'000));
    const Greeting greeting(drive.executor);
    const auto stream = router->get_model(name).value()->stream(greeting.request());
    std::string text = answer_of(drive, *stream).text;
    drive.executor.run();  // the connection is free again
    return text;
  }

  testing::HttpServer server;
  std::shared_ptr<ModelRouter> router =
      router_from_env(environment_of({{"ANTHROPIC_API_KEY", "a"},
                                      {"OPENAI_API_KEY", "o"},
                                      {"ANTHROPIC_BASE_URL", server.url()},
                                      {"OPENAI_BASE_URL", server.url()}}))
          .value();
};

TEST_F(RoutedModels, ShareTheConnectionsOfTheirExecutor) {
  Drive first;
  EXPECT_EQ(ask(first, "claude-a"), "hello");
  EXPECT_EQ(ask(first, "gpt-b"), "hello");
  EXPECT_EQ(server.accepted(), 1U);
  Drive second;
  EXPECT_EQ(ask(second, "claude-a"), "hello");
  EXPECT_EQ(ask(first, "claude-a"), "hello");
  EXPECT_EQ(server.accepted(), 2U);
  EXPECT_EQ(shared_transport(first.executor), shared_transport(first.executor));
  EXPECT_NE(shared_transport(first.executor), shared_transport(second.executor));
}

TEST_F(RoutedModels, OutliveAnExecutorWhoseConnectionsEndWithIt) {
  std::optional<Drive> drive;  // each time at the same address
  for (std::size_t round = 1; round <= 3; ++round) {
    drive.emplace();
    EXPECT_EQ(ask(*drive, "gpt-b"), "hello");
    EXPECT_EQ(server.accepted(), round);
    EXPECT_EQ(server.connected(), 1U);
    drive.reset();
    EXPECT_TRUE(server.await_connected(0));
  }
}

TEST_F(RoutedModels, ServeSessionsOneAfterTheOther) {
  for (int round = 0; round < 2; ++round) {
    server.answer(event_stream(messages_stream("hello"), 1'000));
    auto agent = AgentSession::builder(router).build().value();
    EXPECT_EQ(agent.run_turn("Hi").value().text(), "hello");
  }
  EXPECT_TRUE(server.await_connected(0));
}

TEST_F(RoutedModels, LetTheirExecutorEndWhileAnAnswerDrains) {
  server.answer(event_stream(chat_chunk("all") + chat_end(), 1'000).gate("never"));
  {
    Drive drive;
    const Greeting greeting(drive.executor);
    const auto stream = router->get_model("gpt-b").value()->stream(greeting.request());
    EXPECT_EQ(answer_of(drive, *stream).text, "all");
    EXPECT_EQ(shared_transport(drive.executor)->stats().open, 1U);
  }
  EXPECT_TRUE(server.await_connected(0));
}

TEST_F(RoutedModels, FailWhenARequestNamesNoExecutor) {
  Drive drive;
  const auto stream = router->get_model("gpt-b").value()->stream(ModelRequest());
  const Answered got = answer_of(drive, *stream);
  EXPECT_EQ(got.error.value().kind, GenerationKind::invalid_request);
  EXPECT_THAT(got.error->message, HasSubstr("no executor"));
}

TEST(ProcessEnvironment, ReadsVariables) {
  const Environment environment = process_environment();
  EXPECT_TRUE(environment("PATH"));
  EXPECT_FALSE(environment("PINTLE_NO_SUCH_VARIABLE"));
}

std::string read_file(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// A folder that is gone after the test.
struct TemporaryFolder {
  TemporaryFolder() {
    std::string name =
        (std::filesystem::temp_directory_path() / "pintle-XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    path = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
  std::filesystem::path path;
};

TEST(Trace, WritesRequestsAndAnswersForReplayWithoutKeys) {
  constexpr std::string_view key = "sk-secret-0123456789";
  const TemporaryFolder folder;
  testing::HttpServer server;
  Drive drive;
  const auto sink = std::make_shared<testing::RecordingLog>();
  ProviderOptions options;
  options.model = "m";
  options.base_url = server.url();
  options.api_key = key;
  options.extra_headers = {{"x-proxy-token", "proxy-secret-42"}};
  options.trace_dir = (folder.path / "traces").string();
  options.log = sink;
  const auto model = openai_chat_model(options);
  const Greeting greeting(drive.executor);
  const std::string body = chat_chunk("your key is " + std::string(key)) + chat_end();
  server.answer(event_stream(body, 11).header("set-cookie", "a=b"));
  EXPECT_THAT(answer_of(drive, *model->stream(greeting.request())).text,
              HasSubstr("your key"));
  server.answer(testing::HttpReply().status(401).piece("no proxy-secret-42"));
  EXPECT_TRUE(answer_of(drive, *model->stream(greeting.request())).error);

  std::string all;
  int requests = 0;
  std::string stream_text;
  for (const auto& entry : std::filesystem::directory_iterator(options.trace_dir)) {
    const std::string text = read_file(entry.path());
    all += text;
    requests += entry.path().string().ends_with(".req.json") ? 1 : 0;
    if (entry.path().extension() == ".sse") stream_text = text;
  }
  EXPECT_EQ(requests, 2);
  EXPECT_THAT(stream_text, HasSubstr("your key is [redacted]"));
  EXPECT_THAT(stream_text, HasSubstr("[DONE]"));
  const std::string manifest =
      read_file(std::filesystem::path(options.trace_dir) / "manifest.jsonl");
  EXPECT_THAT(manifest, HasSubstr("\"api\":\"openai-chat\""));
  EXPECT_THAT(manifest, HasSubstr("\"status\":200"));
  EXPECT_THAT(manifest, HasSubstr("\"status\":401"));
  EXPECT_THAT(manifest, HasSubstr("text/event-stream"));
  EXPECT_THAT(all, HasSubstr("Hi"));
  for (const std::string& text : {all, sink->text()}) {
    EXPECT_THAT(text, Not(HasSubstr(std::string(key))));
    EXPECT_THAT(text, Not(HasSubstr("proxy-secret-42")));
    EXPECT_THAT(text, Not(HasSubstr("set-cookie")));
  }
  EXPECT_THAT(sink->text(), HasSubstr("warning http m at 127.0.0.1:"));
}

TEST(Trace, AFolderThatCannotBeWrittenIsLoggedAndChangesNothing) {
  testing::HttpServer server;
  Drive drive;
  const auto sink = std::make_shared<testing::RecordingLog>();
  ProviderOptions options;
  options.model = "m";
  options.base_url = server.url();
  options.trace_dir = "/proc/no/such/folder";
  options.log = sink;
  const auto model = openai_chat_model(options);
  const Greeting greeting(drive.executor);
  server.answer(event_stream(chat_chunk("fine") + chat_end(), 100));
  EXPECT_EQ(answer_of(drive, *model->stream(greeting.request())).text, "fine");
  EXPECT_THAT(sink->text(), HasSubstr("cannot write the trace file"));
}

}  // namespace
}  // namespace pintle::http_test

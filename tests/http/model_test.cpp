// SPDX-License-Identifier: MIT
// Models over HTTP against a server on 127.0.0.1: what they send, what they make of what
// comes back, and what they say of what goes wrong.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/http/providers.hpp"
#include "pintle/testing/http_server.hpp"
#include "pintle/testing/virtual_time.hpp"

#include "http/harness.hpp"
#include "http/wire_bodies.hpp"

namespace pintle::http_test {
namespace {

using ::testing::HasSubstr;
using testing::HttpReply;
using testing::HttpServer;
using ::testing::Not;

constexpr std::string_view key = "sk-test-0123456789abcdef";
constexpr std::size_t splits[] = {1, 2, 3, 7, 16, 100'000};

class ModelOverHttp : public ::testing::Test {
 protected:
  ProviderOptions options() {
    ProviderOptions made;
    made.model = "some-model";
    made.base_url = server.url();
    made.api_key = key;
    made.transport = transport;
    return made;
  }
  Answered ask(Model& model) {
    const Greeting greeting(drive.executor);
    const auto stream = model.stream(greeting.request());
    return answer_of(drive, *stream);
  }
  Answered ask_chat() { return ask(*openai_chat_model(options())); }
  Answered ask_messages() { return ask(*anthropic_model(options())); }
  GenerationError error_of(HttpReply reply) {
    server.answer(std::move(reply));
    Answered got = ask_chat();
    EXPECT_TRUE(got.error) << got.text;
    const GenerationError error = got.error.value_or(GenerationError{});
    EXPECT_THAT(error.message, Not(HasSubstr(std::string(key))));
    return error;
  }
  std::string host() { return "127.0.0.1:" + std::to_string(server.port()); }

  HttpServer server;
  Drive drive;
  std::shared_ptr<Transport> transport = curl_transport(drive.executor);
};

HttpReply json_reply(int status, std::string body) {
  return HttpReply()
      .status(status)
      .header("content-type", "application/json")
      .piece(std::move(body));
}

TEST_F(ModelOverHttp, ReadsAChatStreamInAnySplit) {
  const std::string body = chat_chunk("Grüße, ") + chat_chunk("Welt 🌍") + chat_end();
  for (const std::size_t size : splits) {
    server.answer(event_stream(body, size));
    const Answered got = ask_chat();
    EXPECT_EQ(got.text, "Grüße, Welt 🌍") << size;
    ASSERT_TRUE(got.end) << size;
    EXPECT_EQ(got.end->stop.kind, StopKind::end_turn);
    EXPECT_EQ(got.end->usage.value().input, 7);
    EXPECT_EQ(got.end->usage->output, 2);
    drive.executor.run();  // the end of the body may come behind that of the answer
  }
  EXPECT_EQ(server.accepted(), 1U);
}

TEST_F(ModelOverHttp, AnAnswerThatCameWholeLeavesItsConnectionToTheNextRequest) {
  for (int i = 0; i < 3; ++i) {
    server.answer(in_one_write(chat_chunk("all") + chat_end()));
    EXPECT_EQ(ask_chat().text, "all");
    server.answer(in_one_write(messages_stream("all")));
    EXPECT_EQ(ask_messages().text, "all");
  }
  EXPECT_EQ(server.accepted(), 1U);
}

TEST_F(ModelOverHttp, ReadsAMessagesStreamInAnySplit) {
  for (const std::size_t size : splits) {
    server.answer(event_stream(messages_stream("Grüße 🌍"), size));
    const Answered got = ask_messages();
    EXPECT_EQ(got.text, "Grüße 🌍") << size;
    ASSERT_TRUE(got.end) << size;
    EXPECT_EQ(got.end->usage.value().output, 2);
  }
}

TEST_F(ModelOverHttp, SendsTheRequestWithItsKeyAndTheUsersHeaders) {
  server.answer(event_stream(chat_chunk("a") + chat_end(), 1'000));
  ProviderOptions made = options();
  made.base_url += "/v1/";
  made.api_key = std::string(key) + "\n";  // as read from a file
  made.extra_headers = {{"x-team", "blue"}};
  EXPECT_TRUE(ask(*openai_chat_model(made)).end);
  const testing::ReceivedRequest sent = server.requests().at(0);
  EXPECT_EQ(sent.path, "/v1/chat/completions");
  EXPECT_EQ(sent.header("authorization"), "Bearer " + std::string(key));
  EXPECT_EQ(sent.header("x-team"), "blue");
  EXPECT_THAT(sent.header("content-type"), HasSubstr("application/json"));
  EXPECT_THAT(sent.body, HasSubstr("\"some-model\""));
  EXPECT_THAT(sent.body, HasSubstr("Hi"));

  server.answer(event_stream(messages_stream("a"), 1'000));
  EXPECT_TRUE(ask_messages().end);
  EXPECT_EQ(server.requests().at(1).path, "/v1/messages");
  EXPECT_EQ(server.requests().at(1).header("x-api-key"), key);
}

TEST_F(ModelOverHttp, GivesTextAsItComes) {
  server.answer(HttpReply()
                    .header("content-type", "text/event-stream")
                    .piece(chat_chunk("first"))
                    .gate("go")
                    .piece(chat_end()));
  const auto model = openai_chat_model(options());
  const Greeting greeting(drive.executor);
  const auto stream = model->stream(greeting.request());
  Answered got;
  while (got.text.empty()) take(got, drive.next(*stream).value());
  EXPECT_EQ(got.text, "first");
  EXPECT_FALSE(stream->poll(drive.waker));
  server.open_gate("go");
  EXPECT_TRUE(answer_of(drive, *stream).end);
}

TEST_F(ModelOverHttp, DestroyingAStreamClosesItsConnectionAtOnce) {
  server.answer(HttpReply()
                    .header("content-type", "text/event-stream")
                    .piece(chat_chunk("first"))
                    .gate("never"));
  auto model = openai_chat_model(options());
  const Greeting greeting(drive.executor);
  auto stream = model->stream(greeting.request());
  EXPECT_TRUE(drive.next(*stream));
  model.reset();
  transport.reset();
  stream.reset();
  EXPECT_TRUE(server.await_connected(0));
  drive.executor.run();
  EXPECT_EQ(drive.executor.jobs(), 0U);
}

TEST_F(ModelOverHttp, ReadsAWholeJsonAnswerOfAServerThatDoesNotStream) {
  server.answer(json_reply(
      200,
      R"({"id":"c1","object":"chat.completion","choices":[{"index":0,"message":)"
      R"({"role":"assistant","content":"whole"},"finish_reason":"stop"}],)"
      R"("usage":{"prompt_tokens":4,"completion_tokens":1,"total_tokens":5}})"));
  const Answered got = ask_chat();
  EXPECT_EQ(got.text, "whole");
  EXPECT_EQ(got.end.value().usage.value().input, 4);
}

TEST_F(ModelOverHttp, AnHtmlPageIsAProtocolErrorThatNamesItsContentType) {
  const GenerationError error =
      error_of(HttpReply()
                   .header("content-type", "text/html; charset=utf-8")
                   .piece("<!doctype html><html><title>Welcome</title></html>"));
  EXPECT_EQ(error.kind, GenerationKind::protocol);
  EXPECT_THAT(error.message, HasSubstr("text/html"));
  EXPECT_THAT(error.message, ::testing::EndsWith("(" + host() + ")"));
  EXPECT_FALSE(is_retryable(error));
}

TEST_F(ModelOverHttp, AWrongKeyIsAnAuthErrorThatNeverShowsTheKey) {
  const GenerationError error = error_of(json_reply(
      401,
      R"({"error":{"message":"Incorrect API key provided: )" + std::string(key) +
          R"(.","type":"invalid_request_error","code":"invalid_api_key"}})"));
  EXPECT_EQ(error.kind, GenerationKind::auth);
  EXPECT_EQ(error.status, 401);
  EXPECT_THAT(error.message, HasSubstr("[redacted]"));
  EXPECT_THAT(error.message, ::testing::EndsWith("(" + host() + ")"));
  EXPECT_FALSE(is_retryable(error));
}

TEST_F(ModelOverHttp, AServersFaultMayBeRetried) {
  const GenerationError error =
      error_of(json_reply(500, R"({"error":{"message":"boom"}})"));
  EXPECT_EQ(error.kind, GenerationKind::server);
  EXPECT_EQ(error.status, 500);
  EXPECT_THAT(error.message, HasSubstr("boom"));
  EXPECT_TRUE(is_retryable(error));
}

TEST_F(ModelOverHttp, AHugeErrorBodyIsReadToItsLimitOnly) {
  HttpReply endless;
  endless.status(502).header("content-type", "text/plain");
  for (int i = 0; i < 64; ++i) endless.piece(std::string(4'096, 'e'));
  endless.gate("never");
  EXPECT_EQ(error_of(std::move(endless)).status, 502);
}

TEST_F(ModelOverHttp, NoAnswerAtAllIsANetworkError) {
  const GenerationError error =
      error_of(HttpReply().framing(HttpReply::Framing::none).end(HttpReply::End::tear));
  EXPECT_EQ(error.kind, GenerationKind::network);
  EXPECT_THAT(error.message, HasSubstr(host()));
}

TEST_F(ModelOverHttp, AStreamWithoutAnyEventIsAProtocolErrorThatMayBeRetried) {
  const GenerationError error = error_of(event_stream("upstream busy, come back", 100));
  EXPECT_EQ(error.kind, GenerationKind::protocol);
  EXPECT_TRUE(is_retryable(error));
}

TEST_F(ModelOverHttp, ATornStreamKeepsItsPart) {
  server.answer(event_stream(chat_chunk("part"), 1'000).end(HttpReply::End::tear));
  const Answered got = ask_chat();
  EXPECT_EQ(got.text, "part");
  EXPECT_EQ(got.error.value().kind, GenerationKind::truncated_stream);
}

TEST_F(ModelOverHttp, AStreamThatTearsBehindItsEndIsWhole) {
  const std::string ending = chat_end();
  const std::string finish = ending.substr(0, ending.find("\n\n") + 2);
  server.answer(
      event_stream(chat_chunk("all") + finish, 1'000).end(HttpReply::End::tear));
  const Answered got = ask_chat();
  EXPECT_EQ(got.text, "all");
  EXPECT_TRUE(got.end);
}

TEST_F(ModelOverHttp, NamesTheAddressThatRefusesTheConnection) {
  ProviderOptions made = options();
  made.base_url = "http://127.0.0.1:" + std::to_string(testing::unused_port());
  const Answered got = ask(*openai_chat_model(made));
  EXPECT_EQ(got.error.value().kind, GenerationKind::network);
  EXPECT_THAT(got.error->message,
              HasSubstr("cannot connect to " + made.base_url.substr(7)));
}

TEST_F(ModelOverHttp, ARedirectIsNotFollowedAndItsTargetIsNamed) {
  HttpServer other;
  for (const int status : {301, 302, 303, 307, 308}) {
    const GenerationError error = error_of(
        HttpReply().status(status).header("location", other.url() + "/v1/x?token=abc"));
    EXPECT_EQ(error.kind, GenerationKind::invalid_request);
    EXPECT_EQ(error.status, status);
    EXPECT_THAT(error.message,
                HasSubstr("redirects to 127.0.0.1:" + std::to_string(other.port())));
    EXPECT_THAT(error.message, Not(HasSubstr("abc")));
  }
  EXPECT_EQ(other.accepted(), 0U);
  EXPECT_TRUE(other.requests().empty());
}

TEST_F(ModelOverHttp, ABadBaseUrlIsTheStreamsFirstError) {
  ProviderOptions made = options();
  made.base_url = "localhost:8080";
  const Answered got = ask(*openai_chat_model(made));
  EXPECT_EQ(got.error.value().kind, GenerationKind::invalid_request);
  EXPECT_THAT(got.error->message, HasSubstr("http://"));
}

int count(std::string_view word, std::string_view text) {
  int found = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    ++found;
  }
  return found;
}

TEST_F(ModelOverHttp, ALineForAPersonSaysOnceWhatToCheck) {
  const HttpReply redirect =
      HttpReply().status(307).header("location", "http://other.test/");
  const HttpReply page =
      HttpReply().header("content-type", "text/html").piece("<title>Welcome</title>");
  const HttpReply mail = HttpReply()
                             .framing(HttpReply::Framing::none)
                             .piece("220 mail.example ESMTP\r\n")
                             .end(HttpReply::End::tear);
  const HttpReply nothing =
      HttpReply().framing(HttpReply::Framing::none).end(HttpReply::End::tear);
  const HttpReply broke =
      json_reply(429, R"({"error":{"message":"No credit","type":"insufficient_quota"}})");
  std::vector<GenerationError> errors;
  for (const HttpReply& reply : {redirect, page, mail, nothing, broke}) {
    errors.push_back(error_of(reply));
  }
  for (const int status : {400, 401, 404}) {
    errors.push_back(error_of(json_reply(status, R"({"error":{"message":"No"}})")));
  }
  ProviderOptions made = options();
  const std::string nobody = "http://127.0.0.1:" + std::to_string(testing::unused_port());
  for (const std::string& url : {std::string("localhost:1"), nobody}) {
    made.base_url = url;
    errors.push_back(*ask(*openai_chat_model(made)).error);
  }
  for (const GenerationError& error : errors) {
    const std::string line = to_string(error);
    EXPECT_EQ(count("check ", line), 1) << line;
    EXPECT_EQ(count("\n", line), 0) << line;
  }
}

struct RetryForm {
  std::string name;
  std::string value;
  std::optional<std::int64_t> ms;
};

TEST(ModelRetryAfter, IsReadInEachOfItsForms) {
  // A clock that stands: 2026-01-01T00:00:00Z, a Thursday.
  testing::VirtualTime time;
  HttpServer server;
  Drive drive({time.clock, epoll_reactor(system_clock()), nullptr, nullptr});
  ProviderOptions options;
  options.model = "m";
  options.base_url = server.url();
  const auto model = openai_chat_model(options);
  const Greeting greeting(drive.executor);
  const std::vector<RetryForm> forms = {
      {"retry-after", "7", 7'000},
      {"retry-after-ms", "1500", 1'500},
      {"Retry-After", "Thu, 01 Jan 2026 00:00:30 GMT", 30'000},
      {"Retry-After", "Thursday, 01-Jan-26 00:00:30 GMT", 30'000},
      {"Retry-After", "Thu Jan  1 00:00:30 2026", 30'000},
      {"Retry-After", "Wed, 31 Dec 2025 23:59:00 GMT", 0},
      {"Retry-After", "soon", std::nullopt},
      {"x-other", "1", std::nullopt}};
  for (const RetryForm& form : forms) {
    server.answer(json_reply(429, R"({"error":{"message":"Rate limit reached"}})")
                      .header(form.name, form.value));
    const auto stream = model->stream(greeting.request());
    std::optional<ModelEvent> event;
    while (!event) {  // the clock stands, so that only the flag ends a wait
      event = stream->poll(drive.waker);
      if (!event) drive.executor.run_until(*drive.flag, std::nullopt);
    }
    const auto* failed = std::get_if<model::Failed>(&*event);
    ASSERT_NE(failed, nullptr) << form.value;
    EXPECT_EQ(failed->error.kind, GenerationKind::rate_limit) << form.value;
    EXPECT_EQ(failed->error.retry_after_ms, form.ms) << form.value;
  }
}

}  // namespace
}  // namespace pintle::http_test

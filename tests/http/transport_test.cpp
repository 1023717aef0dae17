// SPDX-License-Identifier: MIT
#include "pintle/http/transport.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/testing/http_server.hpp"

#include "http/harness.hpp"
#include "http/wire_bodies.hpp"

namespace pintle::http_test {
namespace {

using ::testing::HasSubstr;
using testing::HttpReply;
using testing::HttpServer;
using testing::ReceivedRequest;

class TransportTest : public ::testing::Test {
 protected:
  std::unique_ptr<HttpExchange> post(std::string path = "/x") {
    HttpRequest request;
    request.url = server.url() + std::move(path);
    request.headers = {{"content-type", "application/json"}};
    request.body = "{}";
    return transport->start(std::move(request));
  }
  Exchanged fetch() {
    const auto exchange = post();
    return read_all(drive, *exchange);
  }
  /// As a model does that has all that it wants: its exchange is released.
  void leave_after_the_first_bytes() {
    const auto exchange = post();
    Exchanged got;
    while (got.body.empty()) take(got, drive.next(*exchange).value());
    exchange->release();
  }

  HttpServer server;
  Drive drive;
  std::shared_ptr<Transport> transport = curl_transport(drive.executor);
};

HttpReply pieces(std::vector<std::string> list) {
  HttpReply reply;
  for (std::string& piece : list) reply.piece(std::move(piece));
  return reply;
}

/// An answer that dies before its first byte.
HttpReply nothing() {
  return HttpReply().framing(HttpReply::Framing::none).end(HttpReply::End::tear);
}

TEST_F(TransportTest, GivesHeadBodyAndEnd) {
  server.answer(pieces({"one ", "two"}).status(201).header("X-Thing", " a b "));
  const auto exchange = post("/path?q=1");
  const Exchanged got = read_all(drive, *exchange);
  EXPECT_TRUE(got.ended);
  EXPECT_EQ(got.status, 201);
  EXPECT_EQ(got.body, "one two");
  EXPECT_THAT(got.headers, ::testing::Contains(::testing::Pair("x-thing", "a b")));
  const ReceivedRequest sent = server.requests().at(0);
  EXPECT_EQ(sent.method, "POST");
  EXPECT_EQ(sent.path, "/path?q=1");
  EXPECT_EQ(sent.body, "{}");
  EXPECT_EQ(sent.header("content-type"), "application/json");
  EXPECT_THAT(sent.header("accept-encoding"), HasSubstr("gzip"));
  EXPECT_EQ(sent.header("expect"), "");
}

TEST_F(TransportTest, SendsALongBodyWithoutWaitingForAHundredContinue) {
  server.answer(pieces({"ok"}));
  HttpRequest request;
  request.url = server.url();
  request.body = std::string(3'000'000, 'b');
  const auto exchange = transport->start(request);
  EXPECT_EQ(read_all(drive, *exchange).body, "ok");
  EXPECT_EQ(server.requests().at(0).body, request.body);
}

TEST_F(TransportTest, GivesTheFirstPieceWhileTheSecondIsNotSentYet) {
  server.answer(HttpReply().piece("first").gate("go").piece("second"));
  const auto exchange = post();
  Exchanged got;
  while (got.body.empty()) take(got, drive.next(*exchange).value());
  EXPECT_EQ(got.body, "first");
  server.open_gate("go");
  EXPECT_EQ(read_all(drive, *exchange).body, "second");
}

TEST_F(TransportTest, SkipsInterimAnswers) {
  server.answer(HttpReply()
                    .framing(HttpReply::Framing::none)
                    .piece("HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n"
                           "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi"));
  const Exchanged got = fetch();
  EXPECT_EQ(got.status, 200);
  EXPECT_EQ(got.body, "hi");
  EXPECT_EQ(got.headers.size(), 1U);
}

TEST_F(TransportTest, UsesAConnectionAgain) {
  for (int i = 0; i < 3; ++i) {
    server.answer(pieces({"body"}));
    EXPECT_EQ(fetch().body, "body");
  }
  EXPECT_EQ(server.requests().size(), 3U);
  EXPECT_EQ(server.accepted(), 1U);
}

TEST_F(TransportTest, UsesAConnectionAgainWhoseReaderLeftBeforeTheLastChunk) {
  server.answer(HttpReply().piece("all that is wanted").gate("end"));
  leave_after_the_first_bytes();
  EXPECT_EQ(transport->stats().open, 1U);
  server.open_gate("end");
  drive.executor.run();
  EXPECT_EQ(transport->stats().open, 0U);
  server.answer(pieces({"next"}));
  EXPECT_EQ(fetch().body, "next");
  EXPECT_EQ(server.accepted(), 1U);
}

TEST_F(TransportTest, ARequestDoesNotWaitForAConnectionWhoseEndIsOutstanding) {
  server.answer(HttpReply().piece("all that is wanted").gate("end"));
  leave_after_the_first_bytes();
  server.answer(pieces({"next"}));
  EXPECT_EQ(fetch().body, "next");
  EXPECT_EQ(server.accepted(), 2U);
  server.open_gate("end");
  drive.executor.run();
  EXPECT_EQ(server.connected(), 2U);  // both are kept
}

TEST_F(TransportTest, ARequestUsesAConnectionWhoseEndCameWithItsLastBytes) {
  server.answer(in_one_write("all that is wanted"));
  leave_after_the_first_bytes();
  server.answer(pieces({"next"}));
  EXPECT_EQ(fetch().body, "next");
  EXPECT_EQ(server.accepted(), 1U);
}

TEST_F(TransportTest, ClosesAReleasedConnectionThatGoesOnForLong) {
  server.answer(
      HttpReply().piece("wanted").gate("more").piece(std::string(1 << 20, 'x')));
  leave_after_the_first_bytes();
  server.open_gate("more");
  drive.executor.run();
  EXPECT_TRUE(server.await_connected(0));
}

TEST_F(TransportTest, CancelClosesTheConnectionAtOnce) {
  server.answer(HttpReply().piece("first").gate("never").piece("second"));
  auto exchange = post();
  EXPECT_TRUE(drive.next(*exchange));
  EXPECT_EQ(server.connected(), 1U);
  exchange.reset();
  EXPECT_TRUE(server.await_connected(0));  // nothing drives the executor meanwhile
  EXPECT_EQ(transport->stats().open, 0U);
  drive.executor.run();
  EXPECT_EQ(drive.executor.jobs(), 0U);
}

TEST_F(TransportTest, AnExchangeOutlivesItsTransport) {
  server.answer(HttpReply().piece("first").gate("go").piece("second"));
  const auto exchange = post();
  transport.reset();
  server.open_gate("go");
  EXPECT_EQ(read_all(drive, *exchange).body, "firstsecond");
}

TEST_F(TransportTest, NamesTheAddressThatRefusesTheConnection) {
  const std::string address = "127.0.0.1:" + std::to_string(testing::unused_port());
  HttpRequest request;
  request.url = "http://user:secret@" + address + "/v1";
  const auto exchange = transport->start(request);
  const GenerationError error = read_all(drive, *exchange).error.value();
  EXPECT_EQ(error.kind, GenerationKind::network);
  EXPECT_THAT(error.message, HasSubstr("cannot connect to " + address));
  EXPECT_THAT(error.message, ::testing::Not(HasSubstr("secret")));
}

TEST_F(TransportTest, ATornBodyIsATruncatedStream) {
  server.answer(pieces({"some"}).end(HttpReply::End::tear));
  const Exchanged got = fetch();
  EXPECT_EQ(got.body, "some");
  EXPECT_EQ(got.error.value().kind, GenerationKind::truncated_stream);
  EXPECT_TRUE(is_retryable(*got.error));
}

TEST_F(TransportTest, NoAnswerAtAllIsANetworkErrorAndIsNotSentAgainOnAFreshConnection) {
  server.answer(nothing());
  const GenerationError error = fetch().error.value();
  EXPECT_EQ(error.kind, GenerationKind::network);
  EXPECT_THAT(error.message, HasSubstr("without an answer"));
  EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(TransportTest, SendsOnceMoreWhatDiedOnAReusedConnection) {
  server.answer(pieces({"first"}));
  server.answer(nothing());
  server.answer(pieces({"again"}));
  EXPECT_EQ(fetch().body, "first");
  EXPECT_EQ(fetch().body, "again");
  EXPECT_EQ(server.requests().size(), 3U);
  EXPECT_EQ(server.accepted(), 2U);
}

TEST_F(TransportTest, SendsNoThirdTime) {
  server.answer(HttpReply().piece("a").gate("both"));
  server.answer(HttpReply().piece("b").gate("both"));
  const auto first = post();
  const auto second = post();
  EXPECT_TRUE(drive.next(*first));
  EXPECT_TRUE(drive.next(*second));
  server.open_gate("both");
  read_all(drive, *first);
  read_all(drive, *second);
  ASSERT_EQ(server.accepted(), 2U);  // two connections can be used again
  for (int i = 0; i < 3; ++i) server.answer(nothing());
  EXPECT_EQ(fetch().error.value().kind, GenerationKind::network);
  EXPECT_EQ(server.requests().size(), 4U);
}

TEST_F(TransportTest, WhatDiesAfterItsHeadIsNotSentAgain) {
  server.answer(pieces({"first"}));
  server.answer(HttpReply().end(HttpReply::End::tear));
  EXPECT_EQ(fetch().body, "first");
  EXPECT_EQ(fetch().error.value().kind, GenerationKind::truncated_stream);
  EXPECT_EQ(server.requests().size(), 2U);
}

TEST_F(TransportTest, TakesGzipOff) {
  const char packed[] =
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x4b\x49\x2c\x49\xb4\x52\xc8\xcf\x4b\xe5"
      "\xe2\x4a\x01\x33\x4b\xca\xf3\xb9\xb8\x00\xa2\x0d\x4a\x3f\x16\x00\x00\x00";
  HttpReply reply;
  reply.header("content-encoding", "gzip");
  for (const char byte : std::string(packed, sizeof packed - 1)) {
    reply.piece(std::string(1, byte));
  }
  server.answer(std::move(reply));
  EXPECT_EQ(fetch().body, "data: one\n\ndata: two\n\n");
}

TEST_F(TransportTest, AnUnknownEncodingIsAProtocolError) {
  server.answer(pieces({"???"}).header("content-encoding", "rot13"));
  const GenerationError error = fetch().error.value();
  EXPECT_EQ(error.kind, GenerationKind::protocol);
  EXPECT_FALSE(is_retryable(error));
}

TEST_F(TransportTest, AServerThatSpeaksNoHttpIsNamed) {
  server.answer(HttpReply()
                    .framing(HttpReply::Framing::none)
                    .piece("220 mail.example ESMTP\r\n")
                    .end(HttpReply::End::tear));
  const GenerationError error = fetch().error.value();
  EXPECT_EQ(error.kind, GenerationKind::protocol);
  EXPECT_THAT(error.message, HasSubstr("does not answer in HTTP"));
}

TEST_F(TransportTest, HeadersWithoutAnEndAreAProtocolError) {
  HttpReply reply;
  reply.framing(HttpReply::Framing::none).piece("HTTP/1.1 200 OK\r\n");
  for (int i = 0; i < 100; ++i) reply.piece("x: " + std::string(4'000, 'y') + "\r\n");
  server.answer(std::move(reply));
  const GenerationError error = fetch().error.value();
  EXPECT_EQ(error.kind, GenerationKind::protocol);
  EXPECT_THAT(error.message, HasSubstr("headers without an end"));
}

TEST_F(TransportTest, DoesNotFollowARedirect) {
  HttpServer other;
  server.answer(HttpReply().status(307).header("location", other.url() + "/elsewhere"));
  EXPECT_EQ(fetch().status, 307);
  EXPECT_EQ(other.accepted(), 0U);
}

TEST_F(TransportTest, RefusesAHeaderWithALineEnd) {
  HttpRequest request;
  request.url = server.url();
  request.headers = {{"x-key", "value\r\nx-more: 1"}};
  const auto exchange = transport->start(request);
  const GenerationError error = read_all(drive, *exchange).error.value();
  EXPECT_EQ(error.kind, GenerationKind::invalid_request);
  EXPECT_THAT(error.message, HasSubstr("x-key"));
  EXPECT_THAT(error.message, ::testing::Not(HasSubstr("value")));
  EXPECT_EQ(server.accepted(), 0U);
}

TEST_F(TransportTest, RefusesWhatIsNoHttpAddress) {
  for (const char* url :
       {"", "localhost", "ftp://host/", "http://", "file:///etc/passwd"}) {
    HttpRequest request;
    request.url = url;
    const auto exchange = transport->start(request);
    const Exchanged got = read_all(drive, *exchange);
    EXPECT_EQ(got.error.value().kind, GenerationKind::invalid_request) << url;
  }
}

}  // namespace
}  // namespace pintle::http_test

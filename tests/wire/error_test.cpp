// SPDX-License-Identifier: MIT
#include <string>

#include <gtest/gtest.h>

#include "wire/codec.hpp"
#include "wire/error_text.hpp"
#include "wire/http_date.hpp"
#include "wire/response.hpp"
#include "wire/stall.hpp"

namespace pintle::wire {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t wall = 1'767'607'200'000;  // 2026-01-05T10:00:00Z

TEST(ErrorText, HidesWhatLooksLikeAKey) {
  EXPECT_EQ(presentable("Incorrect API key provided: sk-proj-Ab12_x*****9f. Look it up."),
            "Incorrect API key provided: [redacted] Look it up.");
  EXPECT_EQ(presentable("header Authorization: Bearer abc.def-ghi was refused"),
            "header Authorization: [redacted] [redacted] was refused");
  EXPECT_EQ(presentable("GET /v1?key=AIzaSyD123 failed"),
            "GET /v1?key=[redacted] failed");
  EXPECT_EQ(presentable("gsk_abc and xai-def"), "[redacted] and [redacted]");
  EXPECT_EQ(presentable("ask-me and task-1 stay"), "ask-me and task-1 stay");
}

TEST(ErrorText, TakesThePageOffItsMessage) {
  EXPECT_EQ(
      presentable("<!DOCTYPE html><html><head><style>b{}</style><title>503 Busy</title>"
                  "<script>var a = 1 < 2;</script></head><body><h1>Sorry</h1></body>"),
      "503 Busy Sorry");
  EXPECT_EQ(presentable("a < b is no markup"), "a < b is no markup");
}

TEST(ErrorText, CutsLongMessagesBetweenCharacters) {
  std::string text = "x";
  while (text.size() < 2'000) text += "\xC3\xA9";
  const std::string shown = presentable(text);
  EXPECT_LE(shown.size(), error_message_bytes);
  EXPECT_EQ(shown.substr(shown.size() - 5), "\xC3\xA9...");
}

TEST(Classify, LetsTheStatusWinOverTheText) {
  const auto kind = [](int status, const char* body) {
    return classify_response(status, {}, body, wall).kind;
  };
  EXPECT_EQ(kind(401, R"({"error":{"message":"no such thing"}})"), GenerationKind::auth);
  EXPECT_EQ(kind(404, R"({"error":{"message":"model `x` does not exist"}})"),
            GenerationKind::not_found);
  EXPECT_EQ(kind(500, "boom"), GenerationKind::server);
  EXPECT_EQ(kind(422, R"({"detail":[{"msg":"bad"}]})"), GenerationKind::invalid_request);
  EXPECT_EQ(
      kind(413,
           R"({"error":{"message":"Request too large for model x: TPM: Limit 6000",)"
           R"("code":"rate_limit_exceeded"}})"),
      GenerationKind::request_too_large);
}

TEST(Classify, NamesTheContentTypeOfAnAnswerThatIsNone) {
  const Headers headers = {{"content-type", "text/html; charset=utf-8"}};
  const GenerationError error =
      classify_response(200, headers, "<html><title>Welcome</title></html>", wall);
  EXPECT_EQ(error.kind, GenerationKind::protocol);
  EXPECT_FALSE(is_retryable(error));
  EXPECT_NE(error.message.find("text/html"), std::string::npos);
  EXPECT_NE(error.message.find("Welcome"), std::string::npos);
}

TEST(Classify, RefusesToFollowARedirect) {
  const GenerationError error =
      classify_response(302, {{"location", "https://x"}}, "", wall);
  EXPECT_EQ(error.kind, GenerationKind::protocol);
  EXPECT_EQ(error.status, 302);
  EXPECT_FALSE(is_retryable(error));
}

TEST(Classify, ListensToTheServersAdviceOnRetrying) {
  const GenerationError error =
      classify_response(500, {{"x-should-retry", "false"}}, "{}", wall);
  EXPECT_FALSE(is_retryable(error));
}

TEST(Classify, TakesResetTimesOfLimitsForAWaitOnA429Only) {
  const Headers headers = {{"x-ratelimit-reset-tokens", "6m0s"}};
  EXPECT_FALSE(classify_response(500, headers, "x", wall).retry_after_ms);
  EXPECT_EQ(classify_response(429, headers, "x", wall).retry_after_ms, 360'000);
}

TEST(Classify, SurvivesDeepAndBrokenBodies) {
  const std::string deep(50'000, '[');
  EXPECT_EQ(classify_response(500, {}, deep, wall).kind, GenerationKind::server);
  EXPECT_EQ(classify_response(400, {}, "{\"error\":", wall).kind,
            GenerationKind::invalid_request);
  EXPECT_EQ(classify_response(400, {}, "\"just a string\"", wall).message,
            "just a string");
  EXPECT_EQ(classify_response(400, {}, "\xFF\xFE", wall).message,
            "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(RetryAfter, PrefersMillisecondsAndTakesEveryForm) {
  const auto wait = [](Headers headers, std::string_view body = "") {
    return retry_after_ms(headers, body, wall);
  };
  EXPECT_EQ(wait({{"retry-after", "2"}, {"retry-after-ms", "1500"}}), 1'500);
  EXPECT_EQ(wait({{"retry-after", "1.5"}}), 1'500);
  EXPECT_EQ(wait({{"retry-after", "Mon, 05 Jan 2026 10:00:30 GMT"}}), 30'000);
  EXPECT_EQ(wait({{"retry-after", "Mon, 05 Jan 2026 09:00:30 GMT"}}), 0);
  EXPECT_EQ(wait({{"retry-after", "soon"}}), std::nullopt);
  EXPECT_EQ(wait({{"retry-after", "-5"}}), std::nullopt);
  EXPECT_EQ(wait({{"retry-after", "99999999999999999999"}}), std::nullopt);
  EXPECT_EQ(wait({{"x-ratelimit-reset-tokens", "90s"},
                  {"x-ratelimit-remaining-tokens", "0"},
                  {"x-ratelimit-reset-requests", "600s"},
                  {"x-ratelimit-remaining-requests", "12"}}),
            90'000)
      << "only the limit that is used up counts";
  EXPECT_EQ(wait({}, "Please try again in 1m3s."), 63'000);
  EXPECT_EQ(wait({}, "Please try again in 20ms."), 20);
  EXPECT_EQ(wait({}, "retry after 7 seconds"), 7'000);
  EXPECT_EQ(wait({}, "try again in a while"), std::nullopt);
}

TEST(HttpDate, RefusesDatesThatAreNone) {
  EXPECT_EQ(parse_http_date("Mon, 05 Jan 2026 10:00:00 GMT"), wall);
  EXPECT_FALSE(parse_http_date("Mon, 32 Jan 2026 10:00:00 GMT"));
  EXPECT_FALSE(parse_http_date("Mon, 05 Foo 2026 10:00:00 GMT"));
  EXPECT_FALSE(parse_http_date("Mon, 05 Jan 2026 10:00:00 CET"));
  EXPECT_FALSE(parse_http_date(""));
  EXPECT_EQ(parse_rfc3339("2026-01-05T12:00:00.25+02:00"), wall);
  EXPECT_FALSE(parse_rfc3339("2026-01-05"));
}

TEST(BodyPlan, FollowsStatusTypeAndEncoding) {
  const auto plan = [](int status, const char* type) {
    return plan_body(status, {{"content-type", type}});
  };
  EXPECT_EQ(plan(200, "text/event-stream; charset=utf-8"), BodyPlan::stream);
  EXPECT_EQ(plan_body(200, {}), BodyPlan::stream);
  EXPECT_EQ(plan(200, "application/json"), BodyPlan::whole);
  EXPECT_EQ(plan(200, "text/html"), BodyPlan::error);
  EXPECT_EQ(plan(503, "text/event-stream"), BodyPlan::error);
  EXPECT_EQ(plan(302, "text/event-stream"), BodyPlan::error);
  const Headers packed = {{"content-type", "text/event-stream"},
                          {"content-encoding", "gzip"}};
  EXPECT_EQ(plan_body(200, packed), BodyPlan::error);
  EXPECT_EQ(plan_body(200, packed, true), BodyPlan::stream);
}

TEST(StallTimer, CountsContentOnly) {
  Limits limits;
  limits.first_content_ms = 100;
  limits.between_content_ms = 30;
  StallTimer timer(limits, milliseconds(0));
  timer.observe(0, milliseconds(90));  // keep-alives
  EXPECT_EQ(timer.deadline(), milliseconds(100));
  timer.observe(1, milliseconds(95));
  EXPECT_EQ(timer.deadline(), milliseconds(125));
  timer.observe(1, milliseconds(120));
  EXPECT_TRUE(timer.expired(milliseconds(125)));
  EXPECT_EQ(timer.error().kind, GenerationKind::timeout);
  timer.restart(milliseconds(200));
  EXPECT_FALSE(timer.expired(milliseconds(229)));
}

TEST(StallTimer, WaitsAShortTimeForWhatMayFollowACompleteAnswer) {
  StallTimer timer(Limits(), milliseconds(0));
  timer.observe(3, milliseconds(100), true);
  EXPECT_EQ(timer.deadline(), milliseconds(100 + StallTimer::after_end_ms));
  timer.observe(4, milliseconds(200), false);  // a further message began
  EXPECT_EQ(timer.deadline(), milliseconds(200 + Limits().between_content_ms));
}

}  // namespace
}  // namespace pintle::wire

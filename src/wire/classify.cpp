// SPDX-License-Identifier: MIT
#include "wire/classify.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "wire/codec.hpp"
#include "wire/error_text.hpp"
#include "wire/response.hpp"

namespace pintle::wire {

namespace {

using Words = std::initializer_list<std::string_view>;

bool has(std::string_view text, Words words) {
  return std::any_of(words.begin(), words.end(), [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

// A limit that opens again soon, whatever else the text says of quotas.
bool is_short_limit(const ErrorBody& body) {
  return has(body.text,
             {"per minute", "perminute", "per min ", "per second", "concurrent"});
}

bool is_spent(int status, const ErrorBody& body, bool delayed) {
  if (is_short_limit(body)) return false;
  if (status == 402 || (status == 429 && body.only_detail && !delayed)) return true;
  return has(body.words,
             {" insufficient_quota ",
              " usage_limit_reached ",
              " usage_not_included ",
              " quota_exhausted ",
              " billing_error ",
              "servicequotaexceeded"}) ||
         has(body.text,
             {"credit balance",
              "insufficient balance",
              "insufficient credits",
              "insufficient quota",
              "exceeded your current quota, please check your plan",
              "per day",
              "perday",
              "limit: 0",
              "will reset after",
              "will reset at",
              "quota will reset"});
}

bool is_throttled(int status, const ErrorBody& body) {
  return status == 429 ||
         has(body.words,
             {"rate_limit", "throttl", "too_many_requests", "resource_exhausted"}) ||
         has(body.text, {"rate limit", "too many requests", "throttl"});
}

// One request above the limit of a minute: waiting does not help, sending less does.
bool is_too_large_for_limit(const ErrorBody& body) {
  return has(body.text, {"request too large for"});
}

bool is_overflow(int status, const ErrorBody& body) {
  const bool bare = body.text.find_first_not_of(" \r\n\t") == std::string::npos;
  if (bare && (status == 400 || status == 413)) return true;  // Cerebras says no more
  return has(body.words,
             {" context_length_exceeded ",
              " exceed_context_size_error ",
              " model_max_prompt_tokens_exceeded ",
              "contextwindowexceeded"}) ||
         has(body.text,
             {"prompt is too long",
              "prompt too long",
              "exceed context limit",
              "maximum context length",
              "maximum prompt length",
              "exceeds the context window",
              "context window exceed",
              "contextwindowexceeded",
              "exceeds the maximum number of tokens allowed",
              "input is too long",
              "reduce the length of the messages",
              "exceeds the available context size",
              "context shift is disabled",
              "greater than the context length",
              "prompt token count of",
              "exceeded model token limit",
              "token limit exceeded",
              "context_length_exceeded",
              "too many tokens"});
}

bool is_overloaded(int status, const ErrorBody& body) {
  return status == 529 ||
         has(body.words,
             {" overloaded_error ",
              " server_is_overloaded ",
              " slow_down ",
              " unavailable_error ",
              " unavailable ",
              "service_tier_capacity_exceeded"}) ||
         has(body.text, {"overloaded", "server busy", "loading model"});
}

bool is_auth(int status, const ErrorBody& body) {
  return status == 401 || status == 403 ||
         has(body.words,
             {" authentication_error ",
              " permission_error ",
              " permission_denied ",
              " invalid_api_key ",
              " api_key_invalid ",
              "accessdenied"}) ||
         has(body.text, {"api key not valid", "incorrect api key"});
}

bool is_filtered(const ErrorBody& body) {
  return has(body.words, {" content_filter ", "responsibleaipolicyviolation"}) ||
         has(body.text, {"filtered due to the prompt", "requires moderation"});
}

// A provider that checked the model's call and tells what was wrong with it. Without a
// word about that, asking again is no better than a blind retry.
bool is_malformed_call(const ErrorBody& body) {
  return has(body.words, {" tool_use_failed "}) &&
         has(body.text, {"did not match schema", "failed to call a function"});
}

bool is_timeout(int status, const ErrorBody& body) {
  return status == 408 || status == 504 || status == 522 || status == 524 ||
         has(body.words, {" timeout_error ", " deadline_exceeded "});
}

GenerationKind kind_of_client_error(int status, const ErrorBody& body) {
  const bool missing = status == 404 || has(body.words,
                                            {" not_found_error ",
                                             " model_not_found ",
                                             " deploymentnotfound ",
                                             " not_found "});
  if (missing) return GenerationKind::not_found;
  const bool large = status == 413 || has(body.words, {" request_too_large "});
  if (large) return GenerationKind::request_too_large;
  const bool refused = (status >= 400 && status < 500) ||
                       has(body.words, {" invalid_request_error ", " invalid_argument "});
  return refused ? GenerationKind::invalid_request : GenerationKind::server;
}

GenerationError error_of(int status,
                         const ErrorBody& body,
                         std::optional<std::int64_t> wait) {
  GenerationError error;
  error.kind = error_kind(status, body, wait.has_value());
  error.message = presentable(body.message);
  error.status = status;
  error.retry_after_ms = wait;
  return error;
}

// A 2xx answer that cannot be read, or a redirect, which is not followed with a key.
GenerationError not_an_answer(int status, const Headers& headers, std::string_view body) {
  GenerationError error;
  error.kind = GenerationKind::protocol;
  error.status = status;
  error.retryable = false;
  const std::string type(header_value(headers, "content-type"));
  error.message = status >= 300 ? "the server redirects"
                                : "the server answered with " +
                                      (type.empty() ? "no content type" : type);
  const std::string shown = presentable(body);
  if (!shown.empty()) error.message += ": " + shown;
  error.message = presentable(error.message);
  return error;
}

}  // namespace

GenerationKind error_kind(int status, const ErrorBody& body, bool delayed) {
  if (is_too_large_for_limit(body)) return GenerationKind::request_too_large;
  if (is_spent(status, body, delayed)) return GenerationKind::quota;
  if (is_throttled(status, body)) return GenerationKind::rate_limit;
  if (is_malformed_call(body)) return GenerationKind::malformed_call;
  if (is_filtered(body)) return GenerationKind::content_filter;
  if (is_overflow(status, body)) return GenerationKind::context_overflow;
  if (is_auth(status, body)) return GenerationKind::auth;
  if (is_timeout(status, body)) return GenerationKind::timeout;
  if (is_overloaded(status, body)) return GenerationKind::overloaded;
  return kind_of_client_error(status, body);
}

GenerationError classify_stream_error(std::string_view text) {
  const ErrorBody body = read_error_body(text);
  return error_of(body.status, body, retry_after_ms({}, text, 0));
}

GenerationError classify_response(int status,
                                  const Headers& headers,
                                  std::string_view body,
                                  std::int64_t wall_ms) {
  if (status < 400) return not_an_answer(status, headers, body);
  const ErrorBody read = read_error_body(body);
  // Limits' reset times come with every answer; they say when to come back on a 429 only.
  const std::optional<std::int64_t> wait =
      retry_after_ms(status == 429 ? headers : retry_headers(headers), body, wall_ms);
  GenerationError error = error_of(status, read, wait);
  const std::string_view advice = header_value(headers, "x-should-retry");
  if (advice == "true" || advice == "false") error.retryable = advice == "true";
  return error;
}

}  // namespace pintle::wire

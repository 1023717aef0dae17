// SPDX-License-Identifier: MIT
// Runs the corpus' areas that are about bytes: sse-framing, openai-chat, anthropic,
// errors.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/json_text.hpp"

#include "corpus/corpus.hpp"
#include "wire/answer.hpp"
#include "wire/codec.hpp"
#include "wire/http_date.hpp"
#include "wire/response.hpp"
#include "wire/sse.hpp"
#include "wire/stall.hpp"

namespace pintle::testing {
namespace {

// What is wrong with a result; empty: nothing.
using Verdict = std::string;

std::unique_ptr<wire::Codec> codec_of(const std::string& wire) {
  if (wire == "openai-chat") return wire::openai_chat_codec();
  if (wire == "anthropic") return wire::anthropic_messages_codec();
  return nullptr;
}

Verdict differs(const std::string& what,
                const std::string& ours,
                const std::string& right) {
  return ours == right ? "" : what + ": ours <" + ours + ">, right <" + right + ">\n";
}

// As the loop does: blank is {}, and what is plainly meant is repaired.
Json arguments_of(const AnswerCall& call) {
  const RepairedArguments repaired = repair_arguments(call.arguments);
  return repaired.usable ? Json::parse(repaired.json, nullptr, false) : Json();
}

Verdict check_calls(const Answer& answer, const Json& right) {
  const std::vector<AnswerCall> calls = answer.executable_calls();
  if (calls.size() != right.size()) {
    return differs("calls", std::to_string(calls.size()), std::to_string(right.size()));
  }
  Verdict verdict;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    verdict += differs("name", calls[i].name, right[i].at("name").get<std::string>());
    verdict += differs(
        "arguments", arguments_of(calls[i]).dump(), right[i].at("arguments").dump());
    const std::string id = right[i].value("id", calls[i].id);
    verdict += differs("id", calls[i].id, id);
  }
  return verdict;
}

Verdict check_error(const Answer& answer, const Json& right) {
  if (!answer.error) return "an error was expected\n";
  const GenerationError& error = *answer.error;
  Verdict verdict = differs("error kind",
                            std::string(to_string(error.kind)),
                            right.at("kind").get<std::string>());
  verdict += differs("retryable",
                     std::to_string(is_retryable(error)),
                     std::to_string(right.at("retryable").get<bool>()));
  const int status = right.value("status", error.status);
  verdict += differs("status", std::to_string(error.status), std::to_string(status));
  const bool markup = error.message.find('<') != std::string::npos &&
                      error.message.find("<function") == std::string::npos;
  return verdict + (markup ? "markup in the message\n" : "");
}

Json to_json(const std::optional<std::int64_t>& number) {
  return number ? Json(*number) : Json();
}

Verdict check_usage(const Answer& answer, const Json& right) {
  Json ours;
  if (answer.usage) {
    const Usage& usage = *answer.usage;
    ours = {{"input", to_json(usage.input)},
            {"output", to_json(usage.output)},
            {"cache_read", to_json(usage.cache_read)},
            {"cache_write", to_json(usage.cache_write)},
            {"reasoning", to_json(usage.reasoning)}};
  }
  return differs("usage", ours.dump(), right.dump());
}

Verdict check_answer(const Answer& answer, const Json& right) {
  Verdict verdict;
  const auto text = [&](const char* key, const std::string& ours) {
    if (right.contains(key)) {
      verdict += differs(key, ours, right.at(key).get<std::string>());
    }
  };
  text("text", answer.text);
  text("reasoning", answer.thinking);
  text("refusal", answer.text);
  text("signature", answer.signatures.empty() ? "" : answer.signatures.front());
  if (right.contains("redacted")) {
    verdict +=
        differs("redacted", Json(answer.redacted).dump(), right["redacted"].dump());
  }
  if (right.contains("blocks")) {
    verdict += differs("blocks", Json(answer.blocks).dump(), right["blocks"].dump());
  }
  const bool has_error = right.contains("error");
  if (right.contains("tool_calls") || has_error) {
    verdict += check_calls(answer, right.value("tool_calls", Json::array()));
  }
  if (has_error) verdict += check_error(answer, right["error"]);
  if (!has_error && answer.error) verdict += "an error: " + answer.error->message + "\n";
  text("stop", answer.stop ? std::string(to_string(answer.stop->kind)) : "none");
  if (right.contains("usage")) verdict += check_usage(answer, right["usage"]);
  if (answer.empty_deltas > 0) verdict += "an empty delta\n";
  return verdict;
}

// Right when any of the expected results is met; else what is wrong with the first.
Verdict check_any(const CorpusCase& one,
                  const std::function<Verdict(const Json&)>& check) {
  Verdict first;
  for (const Json& right : one.expected) {
    const Verdict verdict = check(right);
    if (verdict.empty()) return "";
    if (first.empty()) first = verdict;
  }
  return first;
}

std::vector<std::vector<std::size_t>> ways_to_cut(const CorpusCase& one,
                                                  std::size_t bytes) {
  return {one.splits,
          cuts_each(bytes, 0),
          cuts_each(bytes, 1),
          cuts_each(bytes, 2),
          cuts_each(bytes, 3),
          cuts_each(bytes, 7)};
}

Verdict run_stream(const CorpusCase& one) {
  const auto codec = codec_of(one.provider);
  for (const auto& cuts : ways_to_cut(one, one.bytes.size())) {
    const auto decoder = codec->decoder(Limits());
    const Answer answer = decode(*decoder, one.bytes, cuts);
    Verdict verdict =
        check_any(one, [&](const Json& right) { return check_answer(answer, right); });
    if (answer.endings != 1) verdict += "endings: " + std::to_string(answer.endings);
    if (!verdict.empty()) return verdict + describe(answer);
  }
  return "";
}

// The client goes away behind the last byte: what came is kept, nothing ended.
Verdict run_abort(const CorpusCase& one) {
  const auto codec = codec_of(one.provider);
  for (const auto& cuts : ways_to_cut(one, one.bytes.size())) {
    const auto decoder = codec->decoder(Limits());
    Answer answer;
    std::size_t begin = 0;
    for (const std::size_t cut : cuts) {
      decoder->feed(std::string_view(one.bytes).substr(begin, cut - begin));
      drain(*decoder, answer);
      begin = cut;
    }
    decoder->feed(std::string_view(one.bytes).substr(begin));
    drain(*decoder, answer);
    Verdict verdict =
        differs("text", answer.text, one.expected[0]["text"].get<std::string>());
    verdict += check_usage(answer, one.expected[0]["usage"]);
    if (answer.endings != 0) verdict += "an ending";
    if (!verdict.empty()) return verdict;
  }
  return "";
}

Verdict run_events(const CorpusCase& one) {
  for (const auto& cuts : ways_to_cut(one, one.bytes.size())) {
    wire::SseParser parser(Limits().sse_line_bytes);
    Json events = Json::array();
    const auto take = [&] {
      while (const auto event = parser.next()) {
        events.push_back({{"event", event->name}, {"data", event->data}});
      }
    };
    std::size_t begin = 0;
    for (const std::size_t cut : cuts) {
      parser.feed(std::string_view(one.bytes).substr(begin, cut - begin));
      take();
      begin = cut;
    }
    parser.feed(std::string_view(one.bytes).substr(begin));
    parser.finish();
    take();
    const Verdict verdict =
        differs("events", events.dump(), one.expected[0].at("events").dump());
    if (!verdict.empty()) return verdict;
  }
  return "";
}

wire::Headers headers_of(const Json& object) {
  wire::Headers headers;
  for (const auto& [name, value] : object.items()) {
    headers.emplace_back(name, value.get<std::string>());
  }
  return headers;
}

// As the transport does: the head decides how the body is read.
Answer read_response(const wire::Codec& codec,
                     const Json& response,
                     const std::string& body,
                     const std::vector<std::size_t>& cuts) {
  const int status = response.at("status").get<int>();
  const wire::Headers headers = headers_of(response.at("headers"));
  const wire::BodyPlan plan = wire::plan_body(status, headers);
  if (plan == wire::BodyPlan::error) {
    Answer answer;
    answer.endings = 1;
    answer.error = wire::classify_response(status, headers, body, 0);
    return answer;
  }
  const auto decoder = plan == wire::BodyPlan::whole ? codec.whole_decoder(Limits())
                                                     : codec.decoder(Limits());
  return decode(*decoder, body, cuts);
}

Verdict run_response(const CorpusCase& one) {
  const Json response = Json::parse(one.bytes);
  const auto codec = codec_of(response.at("wire").get<std::string>());
  const std::string body = response.contains("body")
                               ? response["body"].get<std::string>()
                               : from_base64(response["body_b64"].get<std::string>());
  for (const auto& cuts : ways_to_cut(one, body.size())) {
    const Answer answer = read_response(*codec, response, body, cuts);
    const Verdict verdict =
        check_any(one, [&](const Json& right) { return check_answer(answer, right); });
    if (!verdict.empty()) return verdict + describe(answer);
  }
  return "";
}

// Bytes at their times; the timer is looked at each 10 ms of virtual time.
Verdict run_timeline(const CorpusCase& one) {
  const Json line = Json::parse(one.bytes);
  Limits limits;
  limits.first_content_ms = limits.between_content_ms =
      line["idle_timeout_ms"].get<int>();
  const auto at = [](std::int64_t ms) { return MonoTime(std::chrono::milliseconds(ms)); };
  const auto decoder = codec_of(line["wire"].get<std::string>())->decoder(limits);
  wire::StallTimer timer(limits, at(0));
  Answer answer;
  std::int64_t fired = -1;
  std::size_t step = 0;
  const Json& steps = line["steps"];
  const auto end = line["give_up_t_ms"].get<std::int64_t>();
  for (std::int64_t now = 0; now <= end && fired < 0; now += 10) {
    while (step < steps.size() && steps[step]["t_ms"].get<std::int64_t>() <= now) {
      decoder->feed(steps[step++]["bytes"].get_ref<const std::string&>());
      drain(*decoder, answer);
      timer.observe(decoder->content_count(), at(now));
    }
    if (timer.expired(at(now))) fired = now;
  }
  answer.error = timer.error();
  const Json& right = one.expected[0];
  const auto low = right["fires_between_ms"][0].get<std::int64_t>();
  const auto high = right["fires_between_ms"][1].get<std::int64_t>();
  const bool in_time = low <= fired && fired <= high;
  return check_answer(answer, right) +
         (in_time ? "" : "fired at " + std::to_string(fired) + " ms\n");
}

Verdict run_classify(const CorpusCase& one) {
  Verdict verdict;
  const Json file = Json::parse(one.bytes);
  if (file.at("cases").empty()) return "no rows";
  for (const Json& row : file.at("cases")) {
    const Json& right = row.at("expect");
    Answer answer;
    answer.error = wire::classify_response(row.at("status").get<int>(),
                                           headers_of(row.at("headers")),
                                           row.at("body").get<std::string>(),
                                           0);
    Verdict wrong = check_error(answer, right);
    for (const char* key : {"retry_after_ms", "resets_after_ms"}) {
      if (!right.contains(key)) continue;
      wrong +=
          differs(key, to_json(answer.error->retry_after_ms).dump(), right[key].dump());
    }
    if (!wrong.empty()) verdict += wrong + row.dump() + "\n";
  }
  return verdict;
}

Verdict run_retry_after(const CorpusCase& one) {
  Verdict verdict;
  const Json file = Json::parse(one.bytes);
  if (file.at("cases").empty()) return "no rows";
  for (const Json& row : file.at("cases")) {
    const auto now = wire::parse_http_date(row.at("now").get<std::string>());
    const auto wait =
        wire::retry_after_ms(headers_of(row.at("headers")), "", now.value());
    verdict += differs("delay " + row.dump(),
                       to_json(wait).dump(),
                       row.at("expect").at("delay_ms").dump());
  }
  return verdict;
}

using Runner = Verdict (*)(const CorpusCase&);

// Null: the case needs a part that does not stand.
Runner runner_of(const CorpusCase& one) {
  const std::map<std::string, Runner> by_kind = {{"sse-stream", run_stream},
                                                 {"sse-abort", run_abort},
                                                 {"sse-events", run_events},
                                                 {"http-response", run_response},
                                                 {"timeline", run_timeline},
                                                 {"error-classify", run_classify},
                                                 {"retry-after", run_retry_after}};
  const bool needs_codec = one.kind == "sse-stream" || one.kind == "sse-abort";
  if (needs_codec && codec_of(one.provider) == nullptr) return nullptr;
  const auto found = by_kind.find(one.kind);
  return found == by_kind.end() ? nullptr : found->second;
}

bool is_wire_area(const std::string& area) {
  return area == "sse-framing" || area == "openai-chat" || area == "anthropic" ||
         area == "errors";
}

TEST(WireCorpus, EachCaseOfTheAreasThatStandGivesTheExpectedResult) {
  struct Count {
    int passed = 0;
    int run = 0;
  };
  std::map<std::string, Count> areas;
  std::set<std::string> skipped;
  for (const CorpusCase& one : load_corpus().cases) {
    if (!is_wire_area(one.area)) {
      skipped.insert(one.area);
      continue;
    }
    const Runner run = runner_of(one);
    if (run == nullptr) {
      std::printf("corpus %s: %s %s skipped (%s, %s)\n",
                  one.area.c_str(),
                  one.id.c_str(),
                  one.name.c_str(),
                  one.provider.c_str(),
                  one.kind.c_str());
      continue;
    }
    const Verdict verdict = run(one);
    EXPECT_EQ(verdict, "") << one.id << ' ' << one.name;
    ++areas[one.area].run;
    areas[one.area].passed += verdict.empty() ? 1 : 0;
  }
  for (const auto& [area, count] : areas) {
    std::printf("corpus %s: %d/%d\n", area.c_str(), count.passed, count.run);
  }
  for (const std::string& area : skipped) {
    if (area == "loop" || area.starts_with("tool-")) continue;  // run by other tests
    std::printf("corpus %s: skipped\n", area.c_str());
  }
  EXPECT_GE(areas.size(), 3U);
}

}  // namespace
}  // namespace pintle::testing

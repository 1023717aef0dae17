// SPDX-License-Identifier: MIT
#include "testing/sim/reply.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <nlohmann/json.hpp>

namespace pintle::testing {

namespace {

using Json = nlohmann::json;
using std::chrono::milliseconds;

constexpr std::int64_t slow_head_ms = 90'000;

MonoTime after(MonoTime now, std::uint64_t ms) {
  return now + milliseconds(static_cast<std::int64_t>(ms));
}

std::optional<std::string> connection_fault(ProviderFault fault) {
  switch (fault) {
    case ProviderFault::connect: return "connection refused";
    case ProviderFault::dns: return "could not resolve host";
    case ProviderFault::tls: return "certificate verify failed";
    default: return std::nullopt;
  }
}

GenerationError network_error(std::string message) {
  GenerationError error;
  error.kind = GenerationKind::network;
  error.message = std::move(message);
  return error;
}

struct StatusFault {
  ProviderFault fault;
  int status;
  const char* type;
};
constexpr StatusFault status_faults[] = {
    {ProviderFault::rate_limit, 429, "rate_limit_error"},
    {ProviderFault::rate_limit_after, 429, "rate_limit_error"},
    {ProviderFault::overloaded, 529, "overloaded_error"},
    {ProviderFault::server, 500, "api_error"},
    {ProviderFault::auth, 401, "authentication_error"},
};

std::string error_body(const char* type, const std::string& message) {
  return Json{{"type", "error"}, {"error", {{"type", type}, {"message", message}}}}
      .dump();
}

void whole_body(Reply& reply, int status, const char* type, std::string body) {
  reply.head.status = status;
  reply.head.headers.emplace_back("content-type", type);
  reply.body = std::move(body);
  reply.pieces.push_back({reply.body.size(), reply.head_at});
}

// Cuts the body into pieces: bytes, a few bytes, or all of it; some of them come late.
void split(Reply& reply, Dice& dice, std::int64_t latency_ms) {
  const std::uint64_t form = dice.below(8);
  const std::size_t most = form == 0 ? 1 : form < 4 ? 2 + dice.below(60) : 4'096;
  const auto pauses = static_cast<std::size_t>(dice.below(4));
  const std::size_t stride = reply.body.size() / (pauses + 1) + 1;
  MonoTime at = reply.head_at;
  std::size_t end = 0;
  while (end < reply.body.size()) {
    const std::size_t before = end;
    end = std::min(end + 1 + dice.below(most), reply.body.size());
    const bool pauses_here = end / stride != before / stride;
    if (pauses_here) at = after(at, dice.below(static_cast<std::uint64_t>(latency_ms)));
    reply.pieces.push_back({end, at});
  }
}

// The last pieces do not come.
void break_off(Reply& reply, Dice& dice) {
  if (reply.pieces.empty()) return;
  reply.pieces.resize(dice.below(reply.pieces.size()));
}

void add_answer(Reply& reply,
                Dice& dice,
                const Transcript& request,
                BilledRequest& bill,
                std::int64_t latency_ms) {
  const SimulatedAnswer answer = make_answer(dice, request, bill);
  const auto write = bill.dialect == WireDialect::anthropic ? anthropic_body : chat_body;
  AnswerBody body = write(answer, bill.fault, dice);
  bill.output = answer.output;
  bill.input_told_at = body.input_told_at;
  bill.output_told_at = body.output_told_at;
  reply.head.status = 200;
  reply.head.headers.emplace_back("content-type", "text/event-stream; charset=utf-8");
  reply.body = std::move(body.bytes);
  split(reply, dice, latency_ms);
  if (bill.fault == ProviderFault::stall) {
    break_off(reply, dice);
    reply.hangs = true;
  } else if (bill.fault == ProviderFault::disconnect) {
    break_off(reply, dice);
    reply.failure = network_error("connection reset by peer");
  }
}

}  // namespace

Reply make_reply(Dice& dice,
                 const Transcript& request,
                 BilledRequest& bill,
                 std::int64_t latency_ms,
                 MonoTime now) {
  Reply reply;
  reply.head_at = after(now, dice.below(static_cast<std::uint64_t>(latency_ms)));
  if (auto broken = connection_fault(bill.fault)) {
    bill.status = 0;
    bill.input = 0;
    reply.failure = network_error(*std::move(broken));
    return reply;
  }
  if (bill.fault == ProviderFault::slow_head) {
    reply.head_at = after(now, slow_head_ms);
  }
  for (const StatusFault& each : status_faults) {
    if (each.fault != bill.fault) continue;
    bill.status = each.status;
    bill.input = 0;
    whole_body(reply,
               each.status,
               "application/json",
               error_body(each.type, "simulated " + std::string(each.type)));
    if (bill.fault == ProviderFault::rate_limit_after) {
      reply.head.headers.emplace_back("retry-after", std::to_string(dice.below(40)));
    }
    return reply;
  }
  if (bill.fault == ProviderFault::html) {
    bill.input = 0;
    whole_body(reply, 200, "text/html", "<html><body>Welcome</body></html>");
    return reply;
  }
  add_answer(reply, dice, request, bill, latency_ms);
  return reply;
}

Reply refuse(BilledRequest& bill, std::string message, MonoTime now) {
  Reply reply;
  reply.head_at = now;
  bill.status = 400;
  bill.input = 0;
  whole_body(
      reply, 400, "application/json", error_body("invalid_request_error", message));
  return reply;
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
#include "pintle/testing/simulated_provider.hpp"

#include <utility>

#include "pintle/executor.hpp"

#include "testing/sim/answer.hpp"
#include "testing/sim/reply.hpp"

namespace pintle::testing {

std::string_view to_string(ProviderFault fault) noexcept {
  switch (fault) {
    case ProviderFault::none: return "none";
    case ProviderFault::connect: return "connect";
    case ProviderFault::dns: return "dns";
    case ProviderFault::tls: return "tls";
    case ProviderFault::slow_head: return "slow_head";
    case ProviderFault::rate_limit: return "rate_limit";
    case ProviderFault::rate_limit_after: return "rate_limit_after";
    case ProviderFault::overloaded: return "overloaded";
    case ProviderFault::server: return "server";
    case ProviderFault::auth: return "auth";
    case ProviderFault::html: return "html";
    case ProviderFault::stall: return "stall";
    case ProviderFault::disconnect: return "disconnect";
    case ProviderFault::no_end: return "no_end";
    case ProviderFault::error_event: return "error_event";
    case ProviderFault::pings: return "pings";
    case ProviderFault::empty: return "empty";
    case ProviderFault::cut_arguments: return "cut_arguments";
    case ProviderFault::same_call_id: return "same_call_id";
    case ProviderFault::no_usage: return "no_usage";
    case ProviderFault::unknown_tool: return "unknown_tool";
    case ProviderFault::refusal: return "refusal";
  }
  return "none";
}

namespace {

constexpr std::int64_t bytes_per_token = 4;

// The key, in whichever header the dialect carries it.
std::string account_of(const HttpRequest& request) {
  for (const auto& [name, value] : request.headers) {
    if (name == "x-api-key") return value;
    constexpr std::string_view bearer = "Bearer ";
    if (name == "authorization" && value.starts_with(bearer)) {
      return value.substr(bearer.size());
    }
  }
  return {};
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

struct SimulatedProvider::State {
  State(Executor& on, std::uint64_t seed) : executor(&on), dice(seed) {}

  ProviderFault draw() {
    auto roll = static_cast<int>(dice.below(1'000));
    for (std::size_t i = 1; i < provider_fault_count; ++i) {
      roll -= config.per_mille[i];
      if (roll < 0) return static_cast<ProviderFault>(i);
    }
    return ProviderFault::none;
  }

  Reply answer(BilledRequest& entry, const Transcript& request) {
    const MonoTime now = executor->now().mono;
    if (!request.faults.empty()) return refuse(entry, request.faults.front(), now);
    if (config.context_window && entry.input > *config.context_window) {
      const std::string size = std::to_string(entry.input);
      return refuse(entry,
                    "prompt is too long: " + size + " tokens > " +
                        std::to_string(*config.context_window) + " maximum",
                    now);
    }
    return make_reply(dice, request, entry, config.latency_ms, now);
  }

  Executor* executor;
  Dice dice;
  SimulatedProviderConfig config;
  OnRequest observer;
  std::vector<std::shared_ptr<const BilledRequest>> bill;
  std::uint64_t faults = 0;
};

namespace {

class SimulatedExchange final : public HttpExchange {
 public:
  SimulatedExchange(Executor& executor, std::shared_ptr<BilledRequest> bill, Reply reply)
      : executor_(&executor), bill_(std::move(bill)), reply_(std::move(reply)) {}
  ~SimulatedExchange() override { bill_->open = false; }

  std::optional<HttpEvent> poll(const Waker& waker) override {
    if (!reached(head_given_ || next_ > 0 ? next_at() : reply_.head_at, waker)) {
      return std::nullopt;
    }
    if (!std::exchange(head_given_, true)) {
      if (bill_->status != 0) return http::Head{reply_.head};
      return http::Failed{*reply_.failure};
    }
    if (next_ < reply_.pieces.size()) return piece();
    if (reply_.hangs) return std::nullopt;
    if (reply_.failure) return http::Failed{*reply_.failure};
    return http::End{};
  }
  void release() override {}

 private:
  [[nodiscard]] MonoTime next_at() const {
    if (next_ < reply_.pieces.size()) return reply_.pieces[next_].at;
    return reply_.pieces.empty() ? reply_.head_at : reply_.pieces.back().at;
  }

  bool reached(MonoTime at, const Waker& waker) {
    if (executor_->now().mono >= at) return true;
    sleep_.emplace(executor_->sleep_until(at));
    return sleep_->poll(waker).has_value();
  }

  HttpEvent piece() {
    const std::size_t end = reply_.pieces[next_++].end;
    // A copy of its own size, so that reading past it is found out.
    piece_ = std::make_unique<char[]>(end - bill_->delivered);
    const std::string_view bytes =
        std::string_view(reply_.body).substr(bill_->delivered, end - bill_->delivered);
    bytes.copy(piece_.get(), bytes.size());
    bill_->delivered = end;
    return http::Bytes{{piece_.get(), bytes.size()}};
  }

  Executor* executor_;
  std::shared_ptr<BilledRequest> bill_;
  Reply reply_;
  std::optional<Task<Unit>> sleep_;
  std::unique_ptr<char[]> piece_;
  std::size_t next_ = 0;
  bool head_given_ = false;
};

}  // namespace

SimulatedProvider::SimulatedProvider(Executor& executor,
                                     std::uint64_t seed,
                                     SimulatedProviderConfig config)
    : state_(std::make_shared<State>(executor, seed)) {
  state_->config = config;
}
SimulatedProvider::~SimulatedProvider() = default;

std::unique_ptr<HttpExchange> SimulatedProvider::start(HttpRequest request) {
  State& state = *state_;
  auto entry = std::make_shared<BilledRequest>();
  entry->number = state.bill.size() + 1;
  entry->dialect = ends_with(request.url, "/messages") ? WireDialect::anthropic
                                                       : WireDialect::openai_chat;
  entry->account = account_of(request);
  const Transcript transcript = read_transcript(entry->dialect, request.body);
  entry->model = transcript.model;
  entry->max_tokens = transcript.max_tokens;
  entry->input = static_cast<std::int64_t>(request.body.size()) / bytes_per_token;
  entry->fault = state.draw();
  state.faults += entry->fault == ProviderFault::none ? 0 : 1;
  Reply reply = state.answer(*entry, transcript);
  entry->body_bytes = reply.body.size();
  state.bill.push_back(entry);
  if (state.observer) state.observer(*entry, transcript, request.body);
  return std::make_unique<SimulatedExchange>(
      *state.executor, std::move(entry), std::move(reply));
}

TransportStats SimulatedProvider::stats() const noexcept {
  TransportStats stats;
  for (const auto& entry : state_->bill) stats.open += entry->open ? 1 : 0;
  return stats;
}

void SimulatedProvider::configure(SimulatedProviderConfig config) {
  state_->config = config;
}
void SimulatedProvider::on_request(OnRequest observer) {
  state_->observer = std::move(observer);
}
const std::vector<std::shared_ptr<const BilledRequest>>& SimulatedProvider::bill() const {
  return state_->bill;
}
std::uint64_t SimulatedProvider::faults() const noexcept {
  return state_->faults;
}

}  // namespace pintle::testing

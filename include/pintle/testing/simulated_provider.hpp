// SPDX-License-Identifier: MIT
// SimulatedProvider: a provider behind a Transport, without sockets. It reads requests of
// both dialects, refuses those that a real one would refuse, and answers with real wire
// bytes in any split, late, or broken, as a seed decides. It keeps its own bill.
//
//   testing::VirtualTime time;
//   Executor executor(time.seams());
//   auto provider = std::make_shared<testing::SimulatedProvider>(executor, seed, config);
//   ProviderOptions options;
//   options.transport = provider;           // for anthropic_model or openai_chat_model
//
// It offers what its model may do, not what a model would say: texts are words of no
// meaning, each answer's different from all others; calls are of the offered tools, with
// arguments after their schemas, and become rarer the more rounds a question has had.
// Threads: the executor's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/http/transport.hpp"
#include "pintle/testing/transcript.hpp"

namespace pintle::testing {

/// What may go wrong with a request, or is odd about its answer.
enum class ProviderFault : std::uint8_t {
  none,
  connect,           ///< No connection.
  dns,               ///< The name is not found.
  tls,               ///< The certificate is not trusted.
  slow_head,         ///< The head takes minutes.
  rate_limit,        ///< 429.
  rate_limit_after,  ///< 429 with Retry-After.
  overloaded,        ///< 529.
  server,            ///< 500.
  auth,              ///< 401.
  html,              ///< 200, and a web page.
  stall,             ///< The answer stops half-way and the connection stays.
  disconnect,        ///< The connection breaks half-way.
  no_end,            ///< The body ends without its last event.
  error_event,       ///< An error instead of the rest.
  pings,             ///< Pings and comments everywhere, some twice.
  empty,             ///< No content at all.
  cut_arguments,     ///< The arguments of a call break off.
  same_call_id,      ///< Two calls with one id.
  no_usage,          ///< Nothing is said of tokens.
  unknown_tool,      ///< A call of a tool that was not offered.
  refusal            ///< The model refuses.
};
inline constexpr std::size_t provider_fault_count = 22;
[[nodiscard]] PINTLE_API std::string_view to_string(ProviderFault fault) noexcept;

struct SimulatedProviderConfig {
  /// How many of 1,000 requests have this fault, by its number; a request has one at
  /// most.
  std::array<int, provider_fault_count> per_mille{};
  std::int64_t latency_ms = 2'000;  ///< Most until the head, and most between pieces.
  std::optional<std::int64_t> context_window;  ///< Tokens; a longer request is refused.
};

/// One request, as the provider accounts for it. What the client was told follows from
/// `delivered` and from where in the body the numbers stand.
struct BilledRequest {
  std::uint64_t number = 0;  ///< From 1.
  WireDialect dialect = WireDialect::anthropic;
  std::string account;  ///< The key that came with it.
  std::string model;
  std::int64_t max_tokens = 0;
  ProviderFault fault = ProviderFault::none;
  int status = 200;
  std::int64_t input = 0;      ///< Tokens of the prompt, all of them.
  std::int64_t output = 0;     ///< Tokens of the answer; charged even if it was not read.
  std::size_t body_bytes = 0;  ///< Of the answer, if all of it is read.
  std::size_t delivered = 0;   ///< Bytes of the body that were read so far.
  std::optional<std::size_t> input_told_at;   ///< Bytes until `input` was said.
  std::optional<std::size_t> output_told_at;  ///< Likewise; the final number.
  bool open = true;                           ///< The exchange is not over.

  [[nodiscard]] bool input_told() const noexcept {
    return input_told_at && delivered >= *input_told_at;
  }
  [[nodiscard]] bool output_told() const noexcept {
    return output_told_at && delivered >= *output_told_at;
  }
};

class PINTLE_API SimulatedProvider final : public Transport {
 public:
  using OnRequest = UniqueFunction<void(
      const BilledRequest&, const Transcript&, std::string_view body)>;

  /// Lifetime: `executor` outlives it.
  SimulatedProvider(Executor& executor,
                    std::uint64_t seed,
                    SimulatedProviderConfig config = {});
  ~SimulatedProvider() override;

  std::unique_ptr<HttpExchange> start(HttpRequest request) override;
  [[nodiscard]] TransportStats stats() const noexcept override;

  /// For the requests to come.
  void configure(SimulatedProviderConfig config);
  /// Sees each request before it is answered.
  void on_request(OnRequest observer);
  /// Every request so far, in order.
  [[nodiscard]] const std::vector<std::shared_ptr<const BilledRequest>>& bill() const;
  /// How many of them had a fault.
  [[nodiscard]] std::uint64_t faults() const noexcept;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace pintle::testing

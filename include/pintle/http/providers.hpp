// SPDX-License-Identifier: MIT
// Models of real providers over HTTP.
//
//   auto router = pintle::router_from_env().value();
//
// They belong to no executor: each stream is one of the executor of its request and uses
// its `shared_transport`. So they may outlive executors and serve several of one thread.
//
// Threads: one, that of the executors which they serve.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/http/transport.hpp"
#include "pintle/limits.hpp"
#include "pintle/log.hpp"
#include "pintle/model.hpp"
#include "pintle/result.hpp"

namespace pintle {

/// How a model is reached, and what is known of it.
struct ProviderOptions {
  std::string model;     ///< As the provider calls it, and as routers know it.
  std::string base_url;  ///< Empty: the provider's own; "/v1" at its end may be left out.
  std::string api_key;   ///< Sent to the base URL's host and nowhere else. May be empty.
  HttpHeaders extra_headers;
  std::optional<std::int64_t> context_window;
  std::optional<std::int64_t> max_output;
  std::optional<Pricing> pricing;
  Limits limits;
  /// Null: the one that all models share on the executor of a request. A given one ties
  /// the model to its executor.
  std::shared_ptr<Transport> transport;
  /// Set: every request and answer is written there, without keys, ready for replay.
  std::string trace_dir;
  std::shared_ptr<LogSink> log;  ///< Null: nothing is logged.
};

/// A model that speaks Anthropic Messages. Never null; what is wrong with the options
/// comes as the failure of its first stream.
[[nodiscard]] PINTLE_API std::shared_ptr<Model> anthropic_model(ProviderOptions options);
/// A model that speaks OpenAI-compatible chat completions; likewise.
[[nodiscard]] PINTLE_API std::shared_ptr<Model> openai_chat_model(
    ProviderOptions options);

/// Looks a variable up; empty when it is not set.
using Environment = UniqueFunction<std::optional<std::string>(std::string_view name)>;
/// The variables of this process.
[[nodiscard]] PINTLE_API Environment process_environment();

/// A router over what the environment gives keys for: ANTHROPIC_API_KEY, OPENAI_API_KEY;
/// with ANTHROPIC_BASE_URL, OPENAI_BASE_URL in place of the providers' own addresses, and
/// PINTLE_MODEL in place of the default model. It makes a model for any name: with both
/// keys, names that begin with "claude" go to Anthropic and all others to OpenAI.
/// Errors: Routing, when there is no key; it names the variables.
[[nodiscard]] PINTLE_API Result<std::shared_ptr<ModelRouter>> router_from_env(
    Environment environment = process_environment());

}  // namespace pintle

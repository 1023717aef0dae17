// SPDX-License-Identifier: MIT
// HttpModel: a codec and an address made a Model.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pintle/http/providers.hpp"

#include "http/redact.hpp"
#include "http/trace.hpp"
#include "http/url.hpp"
#include "wire/codec.hpp"

namespace pintle::http {

/// What a model and its streams share; it lives as long as the last of them.
struct Endpoint {
  std::unique_ptr<wire::Codec> codec;
  ModelInfo info;
  std::string base_url;
  std::string host;
  VersionPlace version_place = VersionPlace::last_segment;
  HttpHeaders headers;  ///< The key and the user's own.
  Limits limits;
  std::shared_ptr<Transport> transport;  ///< Null: that of the request's executor.
  Secrets secrets;
  std::shared_ptr<LogSink> log;
  std::unique_ptr<Tracer> tracer;  ///< Null: no traces.

  void write_log(LogLevel level, std::string_view message) const;
};

/// What tells the providers apart.
struct Dialect {
  std::string_view provider;
  std::string_view default_base_url;
  VersionPlace version_place = VersionPlace::last_segment;
  std::unique_ptr<wire::Codec> (*make_codec)(std::string_view base_url) = nullptr;
};

[[nodiscard]] std::shared_ptr<Model> http_model(const Dialect& dialect,
                                                ProviderOptions options);

}  // namespace pintle::http

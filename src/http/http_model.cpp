// SPDX-License-Identifier: MIT
#include "http/http_model.hpp"

#include <utility>

#include "http/http_stream.hpp"

namespace pintle::http {
namespace {

/// Keys come from files and forms, often with a line end behind them.
std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::shared_ptr<const Endpoint> make_endpoint(const Dialect& dialect,
                                              ProviderOptions options) {
  auto endpoint = std::make_shared<Endpoint>();
  endpoint->base_url =
      options.base_url.empty() ? dialect.default_base_url : trim(options.base_url);
  endpoint->codec = dialect.make_codec(endpoint->base_url);
  endpoint->info.name = std::move(options.model);
  endpoint->info.provider = dialect.provider;
  endpoint->info.context_window = options.context_window;
  endpoint->info.max_output = options.max_output;
  endpoint->info.pricing = options.pricing;
  endpoint->host = host_of(endpoint->base_url);
  endpoint->version_place = dialect.version_place;
  if (const std::string_view key = trim(options.api_key); !key.empty()) {
    endpoint->secrets.add(key);
    endpoint->headers.push_back(endpoint->codec->auth_header(key));
  }
  for (auto& header : options.extra_headers) {
    endpoint->headers.push_back(std::move(header));
  }
  endpoint->secrets.add_from(endpoint->headers);
  endpoint->limits = options.limits;
  endpoint->transport = std::move(options.transport);
  endpoint->log = options.log;
  if (!options.trace_dir.empty()) {
    endpoint->tracer =
        std::make_unique<Tracer>(Tracer::Options{options.trace_dir,
                                                 endpoint->info.provider,
                                                 std::string(endpoint->codec->api()),
                                                 endpoint->secrets,
                                                 options.log});
  }
  return endpoint;
}

/// An answer that could not begin.
class FailedStream final : public ModelStream {
 public:
  explicit FailedStream(GenerationError error) : error_(std::move(error)) {}
  std::optional<ModelEvent> poll(const Waker&) override {
    return model::Failed{std::move(error_), std::nullopt};
  }

 private:
  GenerationError error_;
};

class HttpModel final : public Model {
 public:
  explicit HttpModel(std::shared_ptr<const Endpoint> endpoint)
      : endpoint_(std::move(endpoint)) {}

  [[nodiscard]] const ModelInfo& info() const noexcept override {
    return endpoint_->info;
  }

  std::unique_ptr<ModelStream> stream(const ModelRequest& request) override {
    if (request.executor == nullptr) {
      return std::make_unique<FailedStream>(GenerationError{
          GenerationKind::invalid_request, "the request names no executor", 0, {}, {}});
    }
    ModelRequest sent = request;
    sent.model = endpoint_->info.name;
    return std::make_unique<HttpStream>(
        endpoint_, *request.executor, endpoint_->codec->encode(sent));
  }

 private:
  std::shared_ptr<const Endpoint> endpoint_;
};

}  // namespace

void Endpoint::write_log(LogLevel level, std::string_view message) const {
  if (log)
    log->write(level, "http", info.name + " at " + host + ": " + std::string(message));
}

std::shared_ptr<Model> http_model(const Dialect& dialect, ProviderOptions options) {
  return std::make_shared<HttpModel>(make_endpoint(dialect, std::move(options)));
}

}  // namespace pintle::http

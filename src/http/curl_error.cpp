// SPDX-License-Identifier: MIT
#include "http/curl_error.hpp"

#include <string>

namespace pintle::http {
namespace {

GenerationError make(GenerationKind kind, std::string message) {
  GenerationError error;
  error.kind = kind;
  error.message = std::move(message);
  return error;
}

GenerationError for_good(GenerationKind kind, std::string message) {
  GenerationError error = make(kind, std::move(message));
  error.retryable = false;
  return error;
}

std::string in_brackets(const Failure& failure) {
  const std::string_view words =
      failure.detail.empty() ? curl_easy_strerror(failure.code) : failure.detail;
  return " (" + std::string(words) + ")";
}

GenerationError broken(const Failure& failure) {
  const std::string host(failure.host);
  if (failure.head_seen) {
    return make(GenerationKind::truncated_stream,
                "the connection to " + host + " broke before the answer was complete" +
                    in_brackets(failure));
  }
  return make(GenerationKind::network,
              "the connection to " + host + " broke before an answer came" +
                  in_brackets(failure));
}

}  // namespace

GenerationError to_error(const Failure& failure) {
  const std::string host(failure.host);
  // A foreign enum of a hundred values: those that are not named are all some way in
  // which a connection fails.
  switch (static_cast<int>(failure.code)) {
    case CURLE_COULDNT_RESOLVE_HOST:
      return make(GenerationKind::network, "cannot find the address of " + host);
    case CURLE_COULDNT_RESOLVE_PROXY:
      return make(GenerationKind::network,
                  "cannot find the address of the proxy that the environment names "
                  "for " +
                      host);
    case CURLE_COULDNT_CONNECT:
      return make(GenerationKind::network,
                  "cannot connect to " + host + in_brackets(failure));
    case CURLE_OPERATION_TIMEDOUT:
      return make(GenerationKind::network,
                  "cannot connect to " + host + " within " +
                      std::to_string(failure.connect_ms) + " ms");
    case CURLE_GOT_NOTHING:
      return make(GenerationKind::network,
                  host + " closed the connection without an answer");
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
      return for_good(GenerationKind::network,
                      "cannot verify the certificate of " + host + in_brackets(failure));
    case CURLE_URL_MALFORMAT:
      return for_good(GenerationKind::invalid_request,
                      "the base URL is no http or https address" + in_brackets(failure));
    case CURLE_BAD_CONTENT_ENCODING:
      return for_good(GenerationKind::protocol,
                      host + " compresses its answer in a way that cannot be read" +
                          in_brackets(failure));
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL:  // an answer without a status line
      return for_good(GenerationKind::protocol,
                      host + " does not answer in HTTP" + in_brackets(failure));
  }
  return broken(failure);
}

}  // namespace pintle::http

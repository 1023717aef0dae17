// SPDX-License-Identifier: MIT
#include "wire/anthropic.hpp"

#include "wire/anthropic_decoder.hpp"
#include "wire/codec.hpp"

namespace pintle::wire {

namespace {

class AnthropicCodec final : public Codec {
 public:
  std::string_view api() const noexcept override { return "anthropic-messages"; }

  EncodedRequest encode(const ModelRequest& request) const override {
    EncodedRequest encoded;
    encoded.path = "/v1/messages";
    encoded.headers = {{"content-type", "application/json"},
                       {"accept", "text/event-stream"},
                       {"anthropic-version", "2023-06-01"}};
    encoded.body = messages_request(request);
    return encoded;
  }

  std::pair<std::string, std::string> auth_header(std::string_view key) const override {
    return {"x-api-key", std::string(key)};
  }

  std::unique_ptr<StreamDecoder> decoder(const Limits& limits) const override {
    return std::make_unique<AnthropicDecoder>(limits, BodyForm::stream);
  }

  std::unique_ptr<StreamDecoder> whole_decoder(const Limits& limits) const override {
    return std::make_unique<AnthropicDecoder>(limits, BodyForm::whole);
  }
};

}  // namespace

std::unique_ptr<Codec> anthropic_messages_codec() {
  return std::make_unique<AnthropicCodec>();
}

}  // namespace pintle::wire

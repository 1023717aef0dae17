// SPDX-License-Identifier: MIT
#include "wire/openai_chat.hpp"

#include "wire/codec.hpp"
#include "wire/error_text.hpp"
#include "wire/openai_chat_decoder.hpp"

namespace pintle::wire {

namespace {

// The host of an address, without user, port and path.
std::string_view host_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("/?#"));
  const std::size_t user = url.rfind('@');
  if (user != std::string_view::npos) url.remove_prefix(user + 1);
  return url.substr(0, url.find(':'));
}

class ChatCodec final : public Codec {
 public:
  explicit ChatCodec(ChatServer server) : server_(server) {}

  std::string_view api() const noexcept override { return "openai-chat"; }

  EncodedRequest encode(const ModelRequest& request) const override {
    EncodedRequest encoded;
    encoded.path = "/v1/chat/completions";
    encoded.headers = {{"content-type", "application/json"},
                       {"accept", "text/event-stream"}};
    encoded.body = chat_request(request, server_);
    return encoded;
  }

  std::pair<std::string, std::string> auth_header(std::string_view key) const override {
    return {"authorization", "Bearer " + std::string(key)};
  }

  std::unique_ptr<StreamDecoder> decoder(const Limits& limits) const override {
    return std::make_unique<ChatDecoder>(limits, BodyForm::stream);
  }

  std::unique_ptr<StreamDecoder> whole_decoder(const Limits& limits) const override {
    return std::make_unique<ChatDecoder>(limits, BodyForm::whole);
  }

 private:
  ChatServer server_;
};

}  // namespace

std::unique_ptr<Codec> openai_chat_codec(std::string_view base_url) {
  const bool openai = lower_case(host_of(base_url)) == "api.openai.com";
  return std::make_unique<ChatCodec>(openai ? ChatServer::openai
                                            : ChatServer::compatible);
}

}  // namespace pintle::wire

// SPDX-License-Identifier: MIT
#include <charconv>

#include "pintle/testing/http_server.hpp"

namespace pintle::testing {
namespace {

std::string hex(std::size_t value) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
  return std::string(digits, end);
}

}  // namespace

HttpReply& HttpReply::status(int code) {
  status_ = code;
  return *this;
}

HttpReply& HttpReply::header(std::string name, std::string value) {
  headers_.emplace_back(std::move(name), std::move(value));
  return *this;
}

HttpReply& HttpReply::piece(std::string bytes) {
  steps_.emplace_back(std::move(bytes));
  return *this;
}

HttpReply& HttpReply::gate(std::string name) {
  steps_.emplace_back(Gate{std::move(name)});
  return *this;
}

HttpReply& HttpReply::framing(Framing kind) {
  framing_ = kind;
  return *this;
}

HttpReply& HttpReply::end(End kind) {
  end_ = kind;
  return *this;
}

std::string HttpReply::head() const {
  std::string text = "HTTP/1.1 " + std::to_string(status_) + " Scripted\r\n";
  for (const auto& [name, value] : headers_) text += name + ": " + value + "\r\n";
  switch (framing_) {
    case Framing::chunked: text += "transfer-encoding: chunked\r\n"; break;
    case Framing::length: {
      std::size_t length = 0;
      for (const Step& step : steps_) {
        if (const auto* bytes = std::get_if<std::string>(&step)) length += bytes->size();
      }
      text += "content-length: " + std::to_string(length) + "\r\n";
      break;
    }
    case Framing::close:
    case Framing::none: break;
  }
  if (end_ == End::close || framing_ == Framing::close) text += "connection: close\r\n";
  return text + "\r\n";
}

std::vector<HttpReply::Step> HttpReply::script() const {
  if (framing_ == Framing::none) return steps_;
  std::vector<Step> script;
  script.emplace_back(head());
  for (const Step& step : steps_) {
    const auto* bytes = std::get_if<std::string>(&step);
    if (bytes == nullptr || framing_ != Framing::chunked) {
      script.push_back(step);
    } else if (!bytes->empty()) {
      script.emplace_back(hex(bytes->size()) + "\r\n" + *bytes + "\r\n");
    }
  }
  const bool whole = end_ == End::keep_alive || end_ == End::close;
  if (framing_ == Framing::chunked && whole) script.emplace_back("0\r\n\r\n");
  return script;
}

}  // namespace pintle::testing

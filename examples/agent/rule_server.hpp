// SPDX-License-Identifier: MIT
// The rule model behind HTTP on 127.0.0.1: real sockets, real server-sent events.
#pragma once

#include <string>
#include <thread>

namespace agent_example {

/// Serves from construction to destruction, on a thread of its own.
class RuleServer {
 public:
  RuleServer();
  RuleServer(const RuleServer&) = delete;
  RuleServer& operator=(const RuleServer&) = delete;
  ~RuleServer();
  /// As "http://127.0.0.1:40123"; empty: no socket could be had.
  [[nodiscard]] const std::string& base_url() const noexcept { return base_url_; }

 private:
  int listener_ = -1;
  std::string base_url_;
  std::thread thread_;
};

}  // namespace agent_example

// SPDX-License-Identifier: MIT
// Requests with random histories, valid by construction: every call has its result slot,
// in order, right behind its message. All else that a history may hold is there: blanks,
// foreign models, images, every result status, text that is no UTF-8.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "pintle/model.hpp"

namespace pintle::testing {

struct RandomRequest {
  std::string model = "model-a";
  std::string system;
  std::vector<Message> memory;
  std::vector<Message> messages;
  std::vector<Message> notes;
  std::vector<ToolSpec> specs;
  ModelParams params;

  // `tools` gets the pointers that the request needs; both live as long as this.
  [[nodiscard]] ModelRequest view(std::vector<const ToolSpec*>& tools) const;
};

// The request of a seed; the same on every machine.
RandomRequest random_request(std::uint32_t seed);

}  // namespace pintle::testing

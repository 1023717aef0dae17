// SPDX-License-Identifier: MIT
// The defaults of models over HTTP, and what is known of models, in one place. What is
// not known for certain is not here: it then stays unknown.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "pintle/usage.hpp"

namespace pintle::defaults {

inline constexpr std::string_view anthropic_base_url = "https://api.anthropic.com";
inline constexpr std::string_view openai_base_url = "https://api.openai.com";
inline constexpr std::string_view anthropic_model = "claude-sonnet-4-6";
inline constexpr std::string_view openai_model = "gpt-5.6";

struct KnownModel {
  std::string_view name;
  std::int64_t context_window = 0;
  Pricing pricing;
};
/// Window and prices as its provider publishes them (platform.claude.com, 2026).
inline constexpr std::array<KnownModel, 1> known_models = {
    KnownModel{anthropic_model, 1'000'000, {3'000'000, 15'000'000, 300'000, 3'750'000}}};

}  // namespace pintle::defaults

// SPDX-License-Identifier: MIT
// The models of a simulated session: the library's own, over the simulated provider.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/http/providers.hpp"
#include "pintle/testing/simulated_provider.hpp"

namespace pintle::sim {

inline constexpr std::string_view first_model = "sim-a";
inline constexpr std::string_view second_model = "sim-b";

struct Account {
  std::string key;
  bool anthropic_first = true;
  bool two = false;  ///< A second model, of the other dialect.
  std::optional<std::int64_t> window;
};

inline std::shared_ptr<ModelRouter> make_router(
    const std::shared_ptr<testing::SimulatedProvider>& provider, const Account& account) {
  const auto make = [&](std::string_view name, bool anthropic) {
    ProviderOptions options;
    options.model = name;
    options.base_url = "https://simulated.invalid";
    options.api_key = account.key;
    options.context_window = account.window;
    options.transport = provider;
    return anthropic ? anthropic_model(std::move(options))
                     : openai_chat_model(std::move(options));
  };
  std::vector<std::shared_ptr<Model>> list = {make(first_model, account.anthropic_first)};
  if (account.two) list.push_back(make(second_model, !account.anthropic_first));
  return models(std::move(list));
}

}  // namespace pintle::sim

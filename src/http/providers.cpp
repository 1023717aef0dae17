// SPDX-License-Identifier: MIT
#include "pintle/http/providers.hpp"

#include <map>
#include <utility>

#include "pintle/http/defaults.hpp"

#include "http/http_model.hpp"

namespace pintle {
namespace {

constexpr http::Dialect anthropic = {
    "anthropic",
    defaults::anthropic_base_url,
    http::VersionPlace::last_segment,
    [](std::string_view) { return wire::anthropic_messages_codec(); }};

constexpr http::Dialect openai = {
    "openai",
    defaults::openai_base_url,
    http::VersionPlace::any_segment,
    [](std::string_view base_url) { return wire::openai_chat_codec(base_url); }};

void add_what_is_known(ProviderOptions& options) {
  for (const defaults::KnownModel& known : defaults::known_models) {
    if (known.name != options.model) continue;
    if (!options.context_window) options.context_window = known.context_window;
    if (!options.pricing) options.pricing = known.pricing;
  }
}

std::shared_ptr<Model> make(const http::Dialect& dialect, ProviderOptions options) {
  add_what_is_known(options);
  return http::http_model(dialect, std::move(options));
}

/// One provider as the environment describes it.
struct Account {
  const http::Dialect* dialect = nullptr;
  std::string key_variable;
  std::string key;  // empty: none
  std::string base_url;
};

bool is_claude(std::string_view name) {
  return name.starts_with("claude");
}

/// Makes models by name, with the accounts that have a key.
class EnvironmentRouter final : public ModelRouter {
 public:
  EnvironmentRouter(Account anthropic_account, Account openai_account, std::string model)
      : anthropic_(std::move(anthropic_account)),
        openai_(std::move(openai_account)),
        model_(std::move(model)) {}

  Result<std::shared_ptr<Model>> get_model(std::string_view name) override {
    const std::string wanted(name.empty() ? model_ : name);
    const auto made = models_.find(wanted);
    if (made != models_.end()) return made->second;
    const Account& account = account_of(wanted);
    const Account& proper = is_claude(wanted) ? anthropic_ : openai_;
    // A server of one's own may serve any model; the provider's own address serves its
    // own models only.
    if (&account != &proper && account.base_url.empty()) {
      return Err{RoutingError{wanted,
                              "set " + proper.key_variable + ": only " +
                                  account.key_variable +
                                  " is set, and its provider has no such model"}};
    }
    ProviderOptions options;
    options.model = wanted;
    options.base_url = account.base_url;
    options.api_key = account.key;
    std::shared_ptr<Model> model = make(*account.dialect, std::move(options));
    models_.emplace(wanted, model);
    return model;
  }

 private:
  [[nodiscard]] const Account& account_of(std::string_view name) const {
    if (openai_.key.empty()) return anthropic_;
    if (anthropic_.key.empty()) return openai_;
    return is_claude(name) ? anthropic_ : openai_;
  }

  Account anthropic_;
  Account openai_;
  std::string model_;
  std::map<std::string, std::shared_ptr<Model>> models_;
};

}  // namespace

std::shared_ptr<Model> anthropic_model(ProviderOptions options) {
  return make(anthropic, std::move(options));
}

std::shared_ptr<Model> openai_chat_model(ProviderOptions options) {
  return make(openai, std::move(options));
}

Result<std::shared_ptr<ModelRouter>> router_from_env(Environment environment) {
  const auto look_up = [&environment](std::string_view name) {
    return environment(name).value_or("");
  };
  Account first{&anthropic,
                "ANTHROPIC_API_KEY",
                look_up("ANTHROPIC_API_KEY"),
                look_up("ANTHROPIC_BASE_URL")};
  Account second{
      &openai, "OPENAI_API_KEY", look_up("OPENAI_API_KEY"), look_up("OPENAI_BASE_URL")};
  std::string model = look_up("PINTLE_MODEL");
  if (first.key.empty() && second.key.empty()) {
    return Err{RoutingError{
        model, "no key in the environment: set ANTHROPIC_API_KEY or OPENAI_API_KEY"}};
  }
  if (model.empty()) {
    model = first.key.empty() ? defaults::openai_model : defaults::anthropic_model;
  }
  return std::shared_ptr<ModelRouter>(std::make_shared<EnvironmentRouter>(
      std::move(first), std::move(second), std::move(model)));
}

}  // namespace pintle

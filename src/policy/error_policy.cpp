// SPDX-License-Identifier: MIT
#include "pintle/error_policy.hpp"

#include <algorithm>
#include <exception>
#include <string>

#include "policy/doubling.hpp"

namespace pintle {

namespace {

AgentAction give_up() {
  return AgentAction{};
}

AgentAction switch_or_give_up(const ErrorContext& context) {
  return context.can_switch ? AgentAction::switch_model() : give_up();
}

// What may pass by itself: ask again a few times, then somebody else.
AgentAction ask_again(const GenerationError& error, const ErrorContext& context) {
  if (is_retryable(error) && context.attempt < context.limits.retry_attempts) {
    return AgentAction::retry();
  }
  return switch_or_give_up(context);
}

AgentAction ask_once_more(const ErrorContext& context) {
  const int attempts = std::min(2, context.limits.retry_attempts);
  return context.attempt < attempts ? AgentAction::retry() : give_up();
}

AgentAction after_generation(const GenerationError& error, const ErrorContext& context) {
  switch (error.kind) {
    case GenerationKind::context_overflow: return AgentAction::reduce();
    case GenerationKind::rate_limit:
      return context.can_switch ? AgentAction::switch_model() : ask_again(error, context);
    case GenerationKind::overloaded:
    case GenerationKind::server:
    case GenerationKind::network:
    case GenerationKind::timeout:
    case GenerationKind::truncated_stream:
    case GenerationKind::slow_reader: return ask_again(error, context);
    case GenerationKind::protocol:
      // Bytes that will never be read, as a web page instead of an API, are a mistake in
      // the set-up: another model would only hide it.
      return is_retryable(error) ? ask_again(error, context) : give_up();
    case GenerationKind::malformed_call: return ask_once_more(context);
    case GenerationKind::quota: return switch_or_give_up(context);
    case GenerationKind::auth:
    case GenerationKind::invalid_request:
    case GenerationKind::not_found:
    case GenerationKind::request_too_large:
    case GenerationKind::content_filter: return give_up();
  }
  return give_up();
}

/// The standard policy at one place: it answers a closure that has no context to give.
class StandardHere final : public ErrorPolicy {
 public:
  explicit StandardHere(const ErrorContext& here) : here_(here) {}
  [[nodiscard]] AgentAction classify(const AgenticError& error) const override {
    return ErrorPolicy::classify(error, here_);
  }
  [[nodiscard]] AgentAction classify(const AgenticError& error,
                                     const ErrorContext& context) const override {
    return ErrorPolicy::classify(error, context);
  }

 private:
  const ErrorContext& here_;
};

AgentAction ended_by(const char* what) {
  return AgentAction::terminate(
      UnexpectedError{std::string("the error policy threw: ") + what});
}

class CustomPolicy final : public ErrorPolicy {
 public:
  explicit CustomPolicy(Customize closure) : closure_(std::move(closure)) {}
  using ErrorPolicy::classify;
  [[nodiscard]] AgentAction classify(const AgenticError& error,
                                     const ErrorContext& context) const override {
    if (!closure_) return ErrorPolicy::classify(error, context);
    try {
      return closure_(error, StandardHere(context));
    } catch (const std::exception& thrown) {
      return ended_by(thrown.what());
    } catch (...) {
      return ended_by("something that is no std::exception");
    }
  }

 private:
  Customize closure_;
};

}  // namespace

std::shared_ptr<ErrorPolicy> ErrorPolicy::customize(Customize closure) {
  return std::make_shared<CustomPolicy>(std::move(closure));
}

AgentAction ErrorPolicy::classify(const AgenticError& error) const {
  return classify(error, ErrorContext{});
}

AgentAction ErrorPolicy::classify(const AgenticError& error,
                                  const ErrorContext& context) const {
  if (const auto* generation = std::get_if<GenerationError>(&error)) {
    return after_generation(*generation, context);
  }
  const bool model_can_react = std::holds_alternative<ToolCallError>(error) ||
                               std::holds_alternative<LoopDetected>(error);
  return model_can_react ? AgentAction::continue_turn() : give_up();
}

std::int64_t backoff_ms(const AgenticError& error,
                        int attempt,
                        const Limits& limits,
                        std::uint64_t random) {
  const auto* generation = std::get_if<GenerationError>(&error);
  if (generation != nullptr && generation->retry_after_ms.value_or(0) > 0) {
    return std::min(*generation->retry_after_ms, limits.retry_after_max_ms);
  }
  const std::int64_t top =
      doubled(limits.retry_initial_ms, limits.retry_max_ms, attempt - 1);
  return static_cast<std::int64_t>(random % (static_cast<std::uint64_t>(top) + 1));
}

}  // namespace pintle

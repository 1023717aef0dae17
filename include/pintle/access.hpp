// SPDX-License-Identifier: MIT
// SessionAccessProvider: what a user may do. Nothing to do with a provider's credentials.
// Threads: its executor's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/export.hpp"
#include "pintle/json_text.hpp"
#include "pintle/result.hpp"
#include "pintle/task.hpp"
#include "pintle/tool.hpp"

namespace pintle {

/// Tokens that a user may spend and has spent; no limit when unset.
struct TokenBudget {
  std::optional<std::int64_t> limit;
  std::int64_t used = 0;
  [[nodiscard]] std::optional<std::int64_t> remaining() const {
    if (!limit) return std::nullopt;
    return *limit > used ? *limit - used : 0;
  }
};

/// May this call run?
enum class AccessVerdict : std::uint8_t { allow, deny, ask };

/// The call that is asked about, as it would run.
struct ToolUse {
  std::string tool;
  JsonText arguments;  ///< One JSON object, which fits the tool's schema.
  ToolEffect effect = ToolEffect::at_most_once;
};

/// Answers may take time: return `Task::ready` when they do not. An error counts as a
/// denial.
class PINTLE_API SessionAccessProvider {
 public:
  SessionAccessProvider() = default;
  SessionAccessProvider(const SessionAccessProvider&) = delete;
  SessionAccessProvider& operator=(const SessionAccessProvider&) = delete;
  virtual ~SessionAccessProvider() = default;
  virtual Task<Result<bool>> can_access_session(std::string user,
                                                std::string session) = 0;
  virtual Task<Result<bool>> can_use_model(std::string user, std::string model) = 0;
  virtual Task<Result<AccessVerdict>> can_use_tool(std::string user, ToolUse use) = 0;
  virtual Task<Result<bool>> can_spend(std::string user, std::int64_t tokens) = 0;
  virtual Task<Result<TokenBudget>> token_budget(std::string user) = 0;
  /// Tells how many tokens a request used; not answered, must not block.
  virtual void record_usage(std::string_view user, std::int64_t tokens) = 0;
};

/// Allows everything, without limits. Also a base: override what you need.
class PINTLE_API AllowAllAccess : public SessionAccessProvider {
 public:
  Task<Result<bool>> can_access_session(std::string user, std::string session) override;
  Task<Result<bool>> can_use_model(std::string user, std::string model) override;
  Task<Result<AccessVerdict>> can_use_tool(std::string user, ToolUse use) override;
  Task<Result<bool>> can_spend(std::string user, std::int64_t tokens) override;
  Task<Result<TokenBudget>> token_budget(std::string user) override;
  void record_usage(std::string_view user, std::int64_t tokens) override;
};

}  // namespace pintle

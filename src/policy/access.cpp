// SPDX-License-Identifier: MIT
#include "pintle/access.hpp"

namespace pintle {

Task<Result<bool>> AllowAllAccess::can_access_session(std::string /*user*/,
                                                      std::string /*session*/) {
  return Task<Result<bool>>::ready(true);
}

Task<Result<bool>> AllowAllAccess::can_use_model(std::string /*user*/,
                                                 std::string /*model*/) {
  return Task<Result<bool>>::ready(true);
}

Task<Result<AccessVerdict>> AllowAllAccess::can_use_tool(std::string /*user*/,
                                                         ToolUse /*use*/) {
  return Task<Result<AccessVerdict>>::ready(AccessVerdict::allow);
}

Task<Result<bool>> AllowAllAccess::can_spend(std::string /*user*/,
                                             std::int64_t /*tokens*/) {
  return Task<Result<bool>>::ready(true);
}

Task<Result<TokenBudget>> AllowAllAccess::token_budget(std::string /*user*/) {
  return Task<Result<TokenBudget>>::ready(TokenBudget{});
}

void AllowAllAccess::record_usage(std::string_view /*user*/, std::int64_t /*tokens*/) {}

}  // namespace pintle

// SPDX-License-Identifier: MIT
// ScriptedAccess: allows everything but what the test forbids, and keeps a list of what
// was asked. In its rules the empty user stands for every user. Threads: one at a time.
//
//   auto access = std::make_shared<ScriptedAccess>();
//   access->answer_tool("", "write", AccessVerdict::ask).deny_model("ann", "big");
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pintle/access.hpp"
#include "pintle/export.hpp"

namespace pintle::testing {

class PINTLE_API ScriptedAccess final : public SessionAccessProvider {
 public:
  /// The latest rule that fits decides.
  ScriptedAccess& deny_session(std::string user, std::string session);
  ScriptedAccess& allow_session(std::string user, std::string session);
  ScriptedAccess& deny_model(std::string user, std::string model);
  ScriptedAccess& allow_model(std::string user, std::string model);
  ScriptedAccess& answer_tool(std::string user, std::string tool, AccessVerdict verdict);
  /// `can_spend` refuses more than this at once; unset: it refuses nothing.
  ScriptedAccess& spend_at_most(std::optional<std::int64_t> tokens);
  /// What `token_budget` gives.
  ScriptedAccess& set_budget(TokenBudget budget);
  /// Every question fails with this error from now on; unset: no more.
  ScriptedAccess& fail_with(std::optional<AgenticError> error);

  /// What was asked, in order, as "can_use_tool ann write {\"a\":1}".
  [[nodiscard]] const std::vector<std::string>& asked() const { return asked_; }
  /// Tokens of all `record_usage` calls.
  [[nodiscard]] std::int64_t recorded() const { return recorded_; }

  Task<Result<bool>> can_access_session(std::string user, std::string session) override;
  Task<Result<bool>> can_use_model(std::string user, std::string model) override;
  Task<Result<AccessVerdict>> can_use_tool(std::string user, ToolUse use) override;
  Task<Result<bool>> can_spend(std::string user, std::int64_t tokens) override;
  Task<Result<TokenBudget>> token_budget(std::string user) override;
  void record_usage(std::string_view user, std::int64_t tokens) override;

 private:
  enum class Subject : std::uint8_t { session, model, tool };
  struct Rule {
    Subject subject = Subject::tool;
    std::string user;
    std::string name;
    AccessVerdict verdict = AccessVerdict::allow;
  };
  ScriptedAccess& add(Rule rule);
  [[nodiscard]] AccessVerdict verdict(Subject subject,
                                      const std::string& user,
                                      const std::string& name) const;
  template <class T>
  [[nodiscard]] Task<Result<T>> reply(T value) const;

  std::vector<Rule> rules_;
  std::optional<std::int64_t> most_;
  TokenBudget budget_;
  std::optional<AgenticError> error_;
  std::vector<std::string> asked_;
  std::int64_t recorded_ = 0;
};

}  // namespace pintle::testing

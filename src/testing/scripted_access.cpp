// SPDX-License-Identifier: MIT
#include "pintle/testing/scripted_access.hpp"

#include <algorithm>
#include <utility>

namespace pintle::testing {

template <class T>
Task<Result<T>> ScriptedAccess::reply(T value) const {
  if (error_) return Task<Result<T>>::ready(Err{*error_});
  return Task<Result<T>>::ready(std::move(value));
}

ScriptedAccess& ScriptedAccess::add(Rule rule) {
  rules_.push_back(std::move(rule));
  return *this;
}

ScriptedAccess& ScriptedAccess::deny_session(std::string user, std::string session) {
  return add(
      {Subject::session, std::move(user), std::move(session), AccessVerdict::deny});
}

ScriptedAccess& ScriptedAccess::allow_session(std::string user, std::string session) {
  return add(
      {Subject::session, std::move(user), std::move(session), AccessVerdict::allow});
}

ScriptedAccess& ScriptedAccess::deny_model(std::string user, std::string model) {
  return add({Subject::model, std::move(user), std::move(model), AccessVerdict::deny});
}

ScriptedAccess& ScriptedAccess::allow_model(std::string user, std::string model) {
  return add({Subject::model, std::move(user), std::move(model), AccessVerdict::allow});
}

ScriptedAccess& ScriptedAccess::answer_tool(std::string user,
                                            std::string tool,
                                            AccessVerdict verdict) {
  return add({Subject::tool, std::move(user), std::move(tool), verdict});
}

ScriptedAccess& ScriptedAccess::spend_at_most(std::optional<std::int64_t> tokens) {
  most_ = tokens;
  return *this;
}

ScriptedAccess& ScriptedAccess::set_budget(TokenBudget budget) {
  budget_ = budget;
  return *this;
}

ScriptedAccess& ScriptedAccess::fail_with(std::optional<AgenticError> error) {
  error_ = std::move(error);
  return *this;
}

AccessVerdict ScriptedAccess::verdict(Subject subject,
                                      const std::string& user,
                                      const std::string& name) const {
  const auto rule = std::find_if(rules_.rbegin(), rules_.rend(), [&](const Rule& each) {
    return each.subject == subject && (each.user.empty() || each.user == user) &&
           each.name == name;
  });
  return rule == rules_.rend() ? AccessVerdict::allow : rule->verdict;
}

Task<Result<bool>> ScriptedAccess::can_access_session(std::string user,
                                                      std::string session) {
  asked_.push_back("can_access_session " + user + " " + session);
  return reply(verdict(Subject::session, user, session) == AccessVerdict::allow);
}

Task<Result<bool>> ScriptedAccess::can_use_model(std::string user, std::string model) {
  asked_.push_back("can_use_model " + user + " " + model);
  return reply(verdict(Subject::model, user, model) == AccessVerdict::allow);
}

Task<Result<AccessVerdict>> ScriptedAccess::can_use_tool(std::string user, ToolUse use) {
  asked_.push_back("can_use_tool " + user + " " + use.tool + " " + use.arguments);
  return reply(verdict(Subject::tool, user, use.tool));
}

Task<Result<bool>> ScriptedAccess::can_spend(std::string user, std::int64_t tokens) {
  asked_.push_back("can_spend " + user + " " + std::to_string(tokens));
  return reply(!most_ || tokens <= *most_);
}

Task<Result<TokenBudget>> ScriptedAccess::token_budget(std::string user) {
  asked_.push_back("token_budget " + user);
  return reply(budget_);
}

void ScriptedAccess::record_usage(std::string_view user, std::int64_t tokens) {
  asked_.push_back("record_usage " + std::string(user) + " " + std::to_string(tokens));
  recorded_ += tokens;
}

}  // namespace pintle::testing

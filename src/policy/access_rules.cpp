// SPDX-License-Identifier: MIT
#include "pintle/access_rules.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/excerpt.hpp"
#include "core/json_pointer.hpp"
#include "policy/glob.hpp"

namespace pintle {

namespace {

using nlohmann::json;

constexpr std::size_t rule_bytes = 200;  // of one in a message

Err refuse(std::string_view rule, const char* why) {
  return Err{
      SessionError{SessionFault::invalid,
                   "access rule " + json_quote(excerpt(rule, rule_bytes)) + ": " + why}};
}

bool permits(const AccessRule& rule) {
  return rule.verdict == AccessVerdict::allow;
}

std::string text_of(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Every value without members below `value`; an empty container counts as one.
void collect(const json& value, std::vector<std::string>& out) {
  if (!value.is_structured() || value.empty()) return out.push_back(text_of(value));
  for (const json& member : value) collect(member, out);
}

bool pattern_holds(const AccessRule& rule, const json& argument) {
  std::vector<std::string> texts;
  collect(argument, texts);
  const auto matches = [&rule](const std::string& text) {
    return glob_matches(rule.pattern, text);
  };
  return permits(rule) ? std::all_of(texts.begin(), texts.end(), matches)
                       : std::any_of(texts.begin(), texts.end(), matches);
}

bool holds(const AccessRule& rule, const ToolUse& use, const json& arguments) {
  if (!glob_matches(rule.tool, use.tool)) return false;
  if (rule.argument.empty()) return true;
  if (!is_json_pointer(rule.argument)) return !permits(rule);
  const json* const argument = json_at(arguments, rule.argument);
  return argument != nullptr && pattern_holds(rule, *argument);
}

AccessVerdict by_mode(AccessMode mode, ToolEffect effect) {
  switch (mode) {
    case AccessMode::allow_rest: return AccessVerdict::allow;
    case AccessMode::deny_rest: return AccessVerdict::deny;
    case AccessMode::by_effect: break;
  }
  return effect == ToolEffect::read_only ? AccessVerdict::allow : AccessVerdict::ask;
}

class RulesAccess final : public SessionAccessProvider {
 public:
  RulesAccess(AccessRules rules, std::shared_ptr<SessionAccessProvider> others)
      : rules_(std::move(rules)), others_(std::move(others)) {}

  Task<Result<bool>> can_access_session(std::string user, std::string session) override {
    return others_->can_access_session(std::move(user), std::move(session));
  }
  Task<Result<bool>> can_use_model(std::string user, std::string model) override {
    return others_->can_use_model(std::move(user), std::move(model));
  }
  Task<Result<AccessVerdict>> can_use_tool(std::string /*user*/, ToolUse use) override {
    return Task<Result<AccessVerdict>>::ready(decide(rules_, use));
  }
  Task<Result<bool>> can_spend(std::string user, std::int64_t tokens) override {
    return others_->can_spend(std::move(user), tokens);
  }
  Task<Result<TokenBudget>> token_budget(std::string user) override {
    return others_->token_budget(std::move(user));
  }
  void record_usage(std::string_view user, std::int64_t tokens) override {
    others_->record_usage(user, tokens);
  }

 private:
  AccessRules rules_;
  std::shared_ptr<SessionAccessProvider> others_;
};

}  // namespace

Result<AccessRule> access_rule(AccessVerdict verdict, std::string_view text) {
  constexpr auto none = std::string_view::npos;
  AccessRule rule;
  rule.verdict = verdict;
  const std::size_t open = text.find('(');
  rule.tool = text.substr(0, open);
  if (rule.tool.empty()) return refuse(text, "it names no tool");
  if (open == none) return rule;
  const std::size_t equals = text.find('=', open);
  if (text.back() != ')' || equals == none) {
    return refuse(text, "expected tool(/argument=pattern)");
  }
  rule.argument = text.substr(open + 1, equals - open - 1);
  rule.pattern = text.substr(equals + 1, text.size() - equals - 2);
  if (rule.argument.empty() || !is_json_pointer(rule.argument)) {
    return refuse(text, "the argument is no JSON Pointer, as /command");
  }
  return rule;
}

std::string to_string(const AccessRule& rule) {
  std::string out;
  switch (rule.verdict) {
    case AccessVerdict::allow: out = "allow "; break;
    case AccessVerdict::deny: out = "deny "; break;
    case AccessVerdict::ask: out = "ask "; break;
  }
  out += rule.tool;
  if (rule.argument.empty()) return out;
  return out + "(" + rule.argument + "=" + rule.pattern + ")";
}

AccessVerdict decide(const AccessRules& rules, const ToolUse& use) {
  if (!is_json(use.arguments)) return AccessVerdict::deny;
  const json arguments = json::parse(use.arguments, nullptr, false);
  if (arguments.is_discarded()) return AccessVerdict::deny;
  const std::vector<AccessRule>* const layers[] = {
      &rules.session, &rules.project, &rules.user};
  const auto has = [&](const std::vector<AccessRule>& layer, AccessVerdict verdict) {
    return std::any_of(layer.begin(), layer.end(), [&](const AccessRule& rule) {
      return rule.verdict == verdict && holds(rule, use, arguments);
    });
  };
  for (const auto* const layer : layers) {
    if (has(*layer, AccessVerdict::deny)) return AccessVerdict::deny;
  }
  for (const auto* const layer : layers) {
    if (has(*layer, AccessVerdict::ask)) return AccessVerdict::ask;
    if (has(*layer, AccessVerdict::allow)) return AccessVerdict::allow;
  }
  return by_mode(rules.mode, use.effect);
}

Result<std::shared_ptr<SessionAccessProvider>> access_by_rules(
    AccessRules rules, std::shared_ptr<SessionAccessProvider> others) {
  for (const auto* const layer : {&rules.session, &rules.project, &rules.user}) {
    for (const AccessRule& rule : *layer) {
      if (rule.tool.empty()) return refuse(to_string(rule), "it names no tool");
      if (!is_json_pointer(rule.argument)) {
        return refuse(to_string(rule), "the argument is no JSON Pointer, as /command");
      }
    }
  }
  if (!others) others = std::make_shared<AllowAllAccess>();
  return std::shared_ptr<SessionAccessProvider>(
      std::make_shared<RulesAccess>(std::move(rules), std::move(others)));
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
// Access to tools by rules, as people write them into settings:
//
//   pintle::AccessRules rules;
//   rules.user = {pintle::access_rule(deny, "shell(/command=*rm -rf*)").value()};
//   rules.project = {pintle::access_rule(allow, "shell(/command=git *)").value()};
//   builder.with_access(pintle::access_by_rules(rules).value());
//
// Order of decision: an explicit `deny` of any layer, whatever else is said; then the
// first of session, project and user that has a rule for the call, where `ask` goes
// before `allow`; then the mode. Where a rule cannot tell, it holds when it restricts and
// does not when it permits. Values; the provider is immutable, its threads are its
// executor's.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/access.hpp"
#include "pintle/export.hpp"
#include "pintle/result.hpp"

namespace pintle {

/// What is said of some calls. `*` in `tool` and `pattern` stands for any characters,
/// also none; all other characters for themselves, `\*` for a star.
struct AccessRule {
  AccessVerdict verdict = AccessVerdict::deny;
  std::string tool = "*";
  /// JSON Pointer (RFC 6901) to the argument that `pattern` is about; empty: to none, the
  /// rule is about every call of the tool.
  std::string argument{};
  /// Compared with a string's text, or any other value's compact JSON. Of a list or an
  /// object every member counts: one that matches is enough to restrict, all must match
  /// to permit. Paths are compared as they are written; a tool that takes paths has to
  /// resolve "..", and links itself.
  std::string pattern = "*";
  friend bool operator==(const AccessRule&, const AccessRule&) = default;
};

/// A rule from its text: `tool`, or `tool(/argument=pattern)`. Errors: Session{invalid}
/// for any other text.
[[nodiscard]] PINTLE_API Result<AccessRule> access_rule(AccessVerdict verdict,
                                                        std::string_view text);
/// "deny shell(/command=*rm -rf*)".
[[nodiscard]] PINTLE_API std::string to_string(const AccessRule& rule);

/// What holds for a call that no rule is about.
enum class AccessMode : std::uint8_t {
  by_effect,   ///< read_only calls are allowed, all others asked about. The default.
  allow_rest,  ///< All are allowed: for a sandbox, or a person who watches.
  deny_rest    ///< All are denied: for runs that nobody attends.
};

struct AccessRules {
  std::vector<AccessRule> session{};  ///< The nearest layer: what a person said just now.
  std::vector<AccessRule> project{};
  std::vector<AccessRule> user{};
  AccessMode mode = AccessMode::by_effect;
};

/// The verdict on a call. Arguments that are no JSON are denied.
[[nodiscard]] PINTLE_API AccessVerdict decide(const AccessRules& rules,
                                              const ToolUse& use);

/// Answers `can_use_tool` by the rules, and everything else as `others` does; null: all
/// allowed. Errors: Session{invalid} for a rule whose `argument` is no JSON Pointer or
/// whose `tool` is empty; the message shows it.
[[nodiscard]] PINTLE_API Result<std::shared_ptr<SessionAccessProvider>> access_by_rules(
    AccessRules rules, std::shared_ptr<SessionAccessProvider> others = nullptr);

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "pintle/testing/contracts/access.hpp"

#include "testing/contracts/support.hpp"

namespace pintle::testing {

namespace {

// One user's answers, as text, so that two rounds of them can be compared.
std::string ask_all(Findings& is,
                    SessionAccessProvider& access,
                    const std::string& user,
                    const Idle& idle) {
  std::string answers;
  const auto note = [&](const char* question, const auto& result) {
    if (!is.expect(result.has_value(), std::string(question) + " is answered")) return;
    if (!result->ok()) {
      answers += to_string(result->error()) + ";";
    } else {
      answers += std::to_string(static_cast<std::int64_t>(result->value())) + ";";
    }
  };
  note("can_access_session", finish(access.can_access_session(user, "s-1"), idle));
  note("can_use_model", finish(access.can_use_model(user, "m"), idle));
  note("can_use_tool", finish(access.can_use_tool(user, ToolUse{"read", "{}"}), idle));
  note("can_spend", finish(access.can_spend(user, 1'000), idle));
  note("can_spend of nothing", finish(access.can_spend(user, 0), idle));
  return answers;
}

void check_budget(Findings& is,
                  SessionAccessProvider& access,
                  const std::string& user,
                  const Idle& idle) {
  const auto budget = finish(access.token_budget(user), idle);
  if (!is.expect(budget.has_value(), "token_budget is answered")) return;
  if (!budget->ok()) return;
  is.expect(budget->value().used >= 0, "what was used is not negative");
  is.expect(budget->value().limit.value_or(0) >= 0, "a limit is not negative");
}

}  // namespace

Faults check_access(UniqueFunction<std::shared_ptr<SessionAccessProvider>()> make,
                    UniqueFunction<void()> idle) {
  Findings is;
  is.run("answers", [&](Findings& f) {
    const std::shared_ptr<SessionAccessProvider> access = make();
    for (const char* user : {"", "local", "nobody/ünknown"}) {
      const std::string first = ask_all(f, *access, user, idle);
      f.expect(first == ask_all(f, *access, user, idle),
               "the same question has the same answer");
      check_budget(f, *access, user, idle);
    }
  });
  is.run("usage", [&](Findings& f) {
    const std::shared_ptr<SessionAccessProvider> access = make();
    for (const std::int64_t tokens : {0, 1, 1'000'000}) {
      access->record_usage("local", tokens);
      check_budget(f, *access, "local", idle);
    }
  });
  return is.take();
}

}  // namespace pintle::testing

// SPDX-License-Identifier: MIT
#include "pintle/finish.hpp"

#include <ostream>

#include "core/overloaded.hpp"

namespace pintle {

bool is_failure(const FinishReason& reason) noexcept {
  return std::visit(Overloaded{
                        [](const finish::Completed&) { return false; },
                        [](const finish::Truncated&) { return false; },
                        [](const finish::StepCap&) { return false; },
                        [](const finish::OuterCap&) { return false; },
                        [](const finish::Stuck&) { return false; },
                        [](const finish::Loop&) { return true; },
                        [](const finish::BudgetSpent&) { return true; },
                        [](const finish::ContextLimit&) { return true; },
                        [](const finish::Cancelled&) { return false; },
                        [](const finish::Refused&) { return false; },
                        [](const finish::ContentFiltered&) { return false; },
                        [](const finish::ProviderStop&) { return false; },
                        [](const finish::ProviderError&) { return true; },
                        [](const finish::PermissionDenied&) { return true; },
                        [](const finish::StoreFailed&) { return true; },
                        [](const finish::Suspended&) { return false; },
                    },
                    reason);
}

namespace {

std::string tagged(std::string_view tag, std::string_view detail, std::int64_t count) {
  std::string text(tag);
  if (!detail.empty()) text.append(":").append(detail);
  return text + ":" + std::to_string(count);
}

std::string out_of(std::string_view tag, std::int64_t used, std::int64_t limit) {
  return std::string(tag) + ":" + std::to_string(used) + "/" + std::to_string(limit);
}

}  // namespace

std::string to_string(const FinishReason& reason) {
  return std::visit(
      Overloaded{
          [](const finish::Completed&) { return std::string("completed"); },
          [](const finish::Truncated&) { return std::string("truncated"); },
          [](const finish::StepCap& f) { return tagged("step_cap", "", f.limit); },
          [](const finish::OuterCap& f) { return tagged("outer_cap", "", f.limit); },
          [](const finish::Stuck& f) { return tagged("stuck", f.call, f.count); },
          [](const finish::Loop& f) { return tagged("loop", f.kind, f.count); },
          [](const finish::BudgetSpent& f) {
            return out_of("budget_" + std::string(to_string(f.kind)), f.used, f.limit);
          },
          [](const finish::ContextLimit& f) {
            return out_of("context_limit", f.size, f.limit);
          },
          [](const finish::Cancelled&) { return std::string("cancelled"); },
          [](const finish::Refused&) { return std::string("refused"); },
          [](const finish::ContentFiltered&) { return std::string("content_filter"); },
          [](const finish::ProviderStop& f) { return "provider_stop:" + f.reason; },
          [](const finish::ProviderError&) { return std::string("provider_error"); },
          [](const finish::PermissionDenied&) {
            return std::string("permission_denied");
          },
          [](const finish::StoreFailed&) { return std::string("store_failed"); },
          [](const finish::Suspended&) { return std::string("suspended"); },
      },
      reason);
}

std::ostream& finish::operator<<(std::ostream& out, const FinishReason& reason) {
  return out << to_string(reason);
}

}  // namespace pintle

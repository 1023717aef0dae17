// SPDX-License-Identifier: MIT
// The rules that look at the members of a container.
#include <string>
#include <string_view>
#include <vector>

#include "core/excerpt.hpp"
#include "core/json_kind.hpp"
#include "core/nearest.hpp"
#include "schema/evaluation.hpp"

namespace pintle::schema {

namespace {
constexpr std::size_t name_bytes = 60;  // of a field in a message
}  // namespace

bool Evaluation::holds(const Items& rule, const At& at) {
  if (!at.value.is_array()) return true;
  const std::size_t prefix = rule.prefix.size();
  bool fits = true;
  for (std::size_t i = 0; i < at.value.size(); ++i) {
    if (i >= prefix && !rule.rest) break;
    if (i >= prefix && refuses_all(*rule.rest)) {
      if (quiet()) return false;
      return fail(at,
                  "expected at most " + counted(prefix, type_array) + ", got " +
                      std::to_string(at.value.size()));
    }
    fits = item(i, i < prefix ? rule.prefix[i] : *rule.rest, at.value[i]) && fits;
    if (at.seen != nullptr) (*at.seen)[i] = true;
    if (!fits && done()) return false;
  }
  return fits;
}

bool Evaluation::holds(const Contains& rule, const At& at) {
  if (!at.value.is_array()) return true;
  std::size_t fitting = 0;
  for (std::size_t i = 0; i < at.value.size(); ++i) {
    if (!quietly(rule.node, at.value[i], nullptr)) continue;
    ++fitting;
    if (at.seen != nullptr) (*at.seen)[i] = true;
  }
  const bool enough = fitting >= rule.at_least;
  if (enough && (!rule.at_most || fitting <= *rule.at_most)) return true;
  if (quiet()) return false;
  return fail(at,
              std::string("expected at ") + (enough ? "most " : "least ") +
                  counted(enough ? *rule.at_most : rule.at_least, type_array) +
                  " of the form that `contains` gives, got " + std::to_string(fitting));
}

bool Evaluation::holds(const Fields& rule, const At& at) {
  if (!at.value.is_object()) return true;
  bool fits = true;
  std::size_t position = 0;
  for (const auto& [name, value] : at.value.get_ref<const Json::object_t&>()) {
    const bool known = rule.others || rule.named.contains(name);
    fits = field(rule, at, name, value) && fits;
    if (at.seen != nullptr && known) (*at.seen)[position] = true;
    if (at.seen != nullptr && !known) {
      for (const auto& [pattern, id] : rule.matching) {
        if (matches(pattern, name)) (*at.seen)[position] = true;
      }
    }
    ++position;
    if (!fits && done()) return false;
  }
  return fits;
}

// One field, by its name, by the patterns that it matches, or else as any other.
bool Evaluation::field(const Fields& rule,
                       const At& at,
                       const std::string& name,
                       const Json& value) {
  bool known = false;
  bool fits = true;
  const auto named = rule.named.find(name);
  if (named != rule.named.end()) {
    known = true;
    fits = member(name, named->second, value);
  }
  for (const auto& [pattern, id] : rule.matching) {
    if (!matches(pattern, name)) continue;
    known = true;
    fits = member(name, id, value) && fits;
  }
  if (known || !rule.others) return fits;
  if (!refuses_all(*rule.others)) return member(name, *rule.others, value);
  if (quiet()) return false;
  std::vector<std::string_view> names;
  for (const auto& [other, id] : rule.named) names.emplace_back(other);
  std::string what = "unknown field " + json_quote(excerpt(name, name_bytes));
  if (!names.empty()) what += "; it may have: " + listed(nearest_first(name, names));
  return fail(at, std::move(what));
}

bool Evaluation::holds(const FieldNames& rule, const At& at) {
  if (!at.value.is_object()) return true;
  bool fits = true;
  for (const auto& [name, value] : at.value.get_ref<const Json::object_t&>()) {
    if (quietly(rule.node, Json(name), nullptr)) continue;
    fits = false;
    if (done()) return false;
    fail(at,
         "the field name " + json_quote(excerpt(name, name_bytes)) + " is not allowed");
  }
  return fits;
}

bool Evaluation::holds(const UnevaluatedItems& rule, const At& at) {
  if (!at.value.is_array() || at.seen == nullptr) return true;
  bool fits = true;
  for (std::size_t i = 0; i < at.value.size(); ++i) {
    if ((*at.seen)[i]) continue;
    fits = item(i, rule.node, at.value[i]) && fits;
    (*at.seen)[i] = true;
    if (!fits && done()) return false;
  }
  return fits;
}

bool Evaluation::holds(const UnevaluatedFields& rule, const At& at) {
  if (!at.value.is_object() || at.seen == nullptr) return true;
  bool fits = true;
  std::size_t position = 0;
  for (const auto& [name, value] : at.value.get_ref<const Json::object_t&>()) {
    const std::size_t here = position++;
    if ((*at.seen)[here]) continue;
    fits = member(name, rule.node, value) && fits;
    (*at.seen)[here] = true;
    if (!fits && done()) return false;
  }
  return fits;
}

}  // namespace pintle::schema

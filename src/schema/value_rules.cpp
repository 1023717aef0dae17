// SPDX-License-Identifier: MIT
// The rules for one value, without a look at what is inside it. A message is only made
// when somebody collects it.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/excerpt.hpp"
#include "core/json_kind.hpp"
#include "schema/evaluation.hpp"
#include "schema/number.hpp"

namespace pintle::schema {

namespace {

constexpr std::size_t allowed_bytes = 400;
constexpr std::size_t pattern_bytes = 200;
constexpr std::size_t bytes_a_step = 64;  // of a text that is only run over

TypeSet types_of(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null: return type_null;
    case Json::value_t::boolean: return type_boolean;
    case Json::value_t::string: return type_string;
    case Json::value_t::array: return type_array;
    case Json::value_t::object: return type_object;
    default: return is_whole(value) ? type_integer | type_number : type_number;
  }
}

std::size_t text_cost(const Json& value) {
  const auto* const text = value.get_ptr<const std::string*>();
  return text == nullptr ? 1 : 1 + text->size() / bytes_a_step;
}

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::string compact(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool within(Bound bound, std::weak_ordering to_limit) {
  switch (bound) {
    case Bound::minimum: return to_limit >= 0;
    case Bound::maximum: return to_limit <= 0;
    case Bound::above: return to_limit > 0;
    case Bound::below: return to_limit < 0;
  }
  return true;
}

const char* words(Bound bound) {
  switch (bound) {
    case Bound::minimum: return "at least ";
    case Bound::maximum: return "at most ";
    case Bound::above: return "more than ";
    case Bound::below: return "less than ";
  }
  return "";
}

}  // namespace

std::string counted(std::size_t count, TypeBit of) {
  const char* one = of == type_string  ? " character"
                    : of == type_array ? " item"
                                       : " field";
  return std::to_string(count) + one + (count == 1 ? "" : "s");
}

bool Evaluation::holds(const Nothing&, const At& at) {
  return quiet() ? false : fail(at, "nothing is allowed here");
}

bool Evaluation::holds(const TypeIs& rule, const At& at) {
  if ((types_of(at.value) & rule.types) != 0) return true;
  if (quiet()) return false;
  return fail(
      at, "expected " + type_list(rule.types) + ", got " + shown(at.value), rule.types);
}

bool Evaluation::holds(const OneOfValues& rule, const At& at) {
  for (const Json* const allowed : rule.allowed) {
    if (!step()) return false;
    if (compare(*allowed, at.value) == 0) return true;
  }
  if (quiet()) return false;
  std::string list;
  for (const Json* const allowed : rule.allowed) {
    if (!list.empty()) list += ", ";
    list += compact(*allowed);
    if (list.size() > allowed_bytes) break;
  }
  return fail(at,
              (rule.allowed.size() == 1 ? "expected " : "expected one of ") +
                  excerpt(list, allowed_bytes) + ", got " + shown(at.value));
}

bool Evaluation::holds(const NumberBound& rule, const At& at) {
  if (!at.value.is_number() || within(rule.bound, compare(at.value, *rule.limit)))
    return true;
  if (quiet()) return false;
  return fail(at,
              std::string("expected ") + words(rule.bound) + compact(*rule.limit) +
                  ", got " + shown(at.value));
}

bool Evaluation::holds(const MultipleOf& rule, const At& at) {
  if (!at.value.is_number() || is_multiple(at.value, *rule.divisor)) return true;
  if (quiet()) return false;
  return fail(
      at,
      "expected a multiple of " + compact(*rule.divisor) + ", got " + shown(at.value));
}

bool Evaluation::holds(const SizeBound& rule, const At& at) {
  const TypeSet type = types_of(at.value);
  if ((type & rule.of) == 0) return true;
  if (!step(text_cost(at.value))) return false;
  const std::size_t size = rule.of == type_string
                               ? code_points(at.value.get_ref<const std::string&>())
                               : at.value.size();
  if (rule.at_least ? size >= rule.limit : size <= rule.limit) return true;
  if (quiet()) return false;
  return fail(at,
              std::string("expected at ") + (rule.at_least ? "least " : "most ") +
                  counted(rule.limit, rule.of) + ", got " + std::to_string(size));
}

bool Evaluation::spend_on_patterns(std::size_t steps) {
  constexpr std::size_t searches = 100;  // at their limit, in one check
  pattern_steps_ += steps;
  return pattern_steps_ <= searches * program_.limits.pattern_steps;
}

// A search does not tell how many steps it took, so it is tried with few first: what all
// searches of a check may take together is bounded as well.
bool Evaluation::matches(const Pattern& pattern, std::string_view text) {
  constexpr std::uint32_t few = 100;
  const std::uint32_t most = program_.limits.pattern_steps;
  Search found = Search::over_limit;
  for (std::uint32_t steps = std::min(few, most);; steps = std::min(steps * 10, most)) {
    if (!spend_on_patterns(steps + text.size() / bytes_a_step)) break;
    found = pattern.search(text, steps);
    if (found != Search::over_limit || steps == most) break;
  }
  if (found == Search::over_limit) {
    stop("the search for the pattern " +
         json_quote(excerpt(pattern.text(), pattern_bytes)) +
         " takes too long on this text");
  }
  return found == Search::found;
}

bool Evaluation::holds(const Matches& rule, const At& at) {
  if (!at.value.is_string()) return true;
  if (matches(rule.pattern, at.value.get_ref<const std::string&>())) return true;
  if (quiet()) return false;
  return fail(at,
              "expected text that matches the pattern " +
                  json_quote(excerpt(rule.pattern.text(), pattern_bytes)) + ", got " +
                  shown(at.value));
}

bool Evaluation::holds(const HasFormat& rule, const At& at) {
  if (!at.value.is_string()) return true;
  if (!step(text_cost(at.value))) return false;
  if (rule.format->fits(at.value.get_ref<const std::string&>())) return true;
  if (quiet()) return false;
  return fail(at,
              "expected text of the format " + std::string(rule.format->name) + ", got " +
                  shown(at.value));
}

bool Evaluation::holds(const Required& rule, const At& at) {
  if (!at.value.is_object()) return true;
  bool fits = true;
  for (const std::string& name : rule.names) {
    if (at.value.contains(name)) continue;
    fits = false;
    if (done()) return false;
    fail(at, "missing required field " + json_quote(name));
  }
  return fits;
}

bool Evaluation::holds(const DependentFields& rule, const At& at) {
  if (!at.value.is_object()) return true;
  bool fits = true;
  for (const auto& [name, needs] : rule.needs) {
    if (!at.value.contains(name)) continue;
    for (const std::string& needed : needs) {
      if (at.value.contains(needed)) continue;
      fits = false;
      if (done()) return false;
      fail(at, "field " + json_quote(name) + " needs the field " + json_quote(needed));
    }
  }
  return fits;
}

bool Evaluation::holds(const UniqueItems&, const At& at) {
  if (!at.value.is_array() || at.value.size() < 2) return true;
  if (!step(at.value.size())) return false;
  std::vector<std::size_t> order(at.value.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const Json& items = at.value;
  std::sort(order.begin(), order.end(), [&items](std::size_t a, std::size_t b) {
    const std::weak_ordering found = compare(items[a], items[b]);
    return found == 0 ? a < b : found < 0;
  });
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (compare(items[order[i - 1]], items[order[i]]) != 0) continue;
    if (quiet()) return false;
    return fail(at,
                "items " + std::to_string(order[i - 1]) + " and " +
                    std::to_string(order[i]) + " are equal; each may stand once");
  }
  return true;
}

}  // namespace pintle::schema

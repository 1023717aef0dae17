// SPDX-License-Identifier: MIT
// Compiling the keywords that lead to no other schema (validation, section 6 and 7).
#include <array>
#include <utility>

#include "core/excerpt.hpp"
#include "core/json_kind.hpp"
#include "schema/compiler.hpp"

namespace pintle::schema {

namespace {

constexpr std::size_t pattern_bytes = 200;  // of one in a message

struct SizeKeyword {
  const char* keyword;
  TypeBit of;
  bool at_least;
};
constexpr SizeKeyword size_keywords[] = {
    {"minLength", type_string, true},
    {"maxLength", type_string, false},
    {"minItems", type_array, true},
    {"maxItems", type_array, false},
    {"minProperties", type_object, true},
    {"maxProperties", type_object, false},
};

constexpr std::pair<const char*, Bound> number_keywords[] = {
    {"minimum", Bound::minimum},
    {"maximum", Bound::maximum},
    {"exclusiveMinimum", Bound::above},
    {"exclusiveMaximum", Bound::below},
};

}  // namespace

void Compiler::read_type(Work& work) {
  const auto value = work.schema.find("type");
  if (value == work.schema.end()) return;
  TypeSet types = 0;
  const Json one = Json::array({*value});
  for (const Json& name : value->is_array() ? *value : one) {
    const std::string* const text = name.get_ptr<const std::string*>();
    const TypeSet bit = text == nullptr ? TypeSet{0} : type_bit(*text);
    if (!expect(bit != 0, work, "type", "the name of a type, or a list of them", name))
      return;
    types = static_cast<TypeSet>(types | bit);
  }
  work.rules.push_back(Rule{"type", TypeIs{types}});
}

void Compiler::read_values(Work& work) {
  if (const auto value = work.schema.find("enum"); value != work.schema.end()) {
    if (!expect(value->is_array(), work, "enum", "a list of values", *value)) return;
    OneOfValues rule;
    for (const Json& allowed : *value) rule.allowed.push_back(&allowed);
    work.rules.push_back(Rule{"enum", std::move(rule)});
  }
  if (const auto value = work.schema.find("const"); value != work.schema.end()) {
    work.rules.push_back(Rule{"const", OneOfValues{{&*value}}});
  }
}

void Compiler::read_numbers(Work& work) {
  for (const auto& [keyword, bound] : number_keywords) {
    const auto value = work.schema.find(keyword);
    if (value == work.schema.end()) continue;
    if (!expect(value->is_number(), work, keyword, "a number", *value)) return;
    work.rules.push_back(Rule{keyword, NumberBound{bound, &*value}});
  }
  const auto value = work.schema.find("multipleOf");
  if (value == work.schema.end()) return;
  const bool positive = value->is_number() && value->get<double>() > 0;
  if (!expect(positive, work, "multipleOf", "a number above 0", *value)) return;
  work.rules.push_back(Rule{"multipleOf", MultipleOf{&*value}});
}

void Compiler::read_sizes(Work& work) {
  for (const SizeKeyword& size : size_keywords) {
    const auto value = work.schema.find(size.keyword);
    if (value == work.schema.end()) continue;
    const std::size_t limit = count(work, size.keyword, *value);
    work.rules.push_back(Rule{size.keyword, SizeBound{size.of, size.at_least, limit}});
  }
  const auto unique = work.schema.find("uniqueItems");
  if (unique == work.schema.end()) return;
  if (!expect(unique->is_boolean(), work, "uniqueItems", "a boolean", *unique)) return;
  if (unique->get<bool>()) work.rules.push_back(Rule{"uniqueItems", UniqueItems{}});
}

void Compiler::read_strings(Work& work) {
  const auto text = work.schema.find("pattern");
  if (text != work.schema.end() && work.dialect.validates) {
    if (!expect(text->is_string(), work, "pattern", "a string", *text)) return;
    Pattern made = pattern(work, "pattern", text->get_ref<const std::string&>());
    work.rules.push_back(Rule{"pattern", Matches{std::move(made)}});
  }
  const auto name = work.schema.find("format");
  if (name == work.schema.end() || !work.dialect.asserts_formats) return;
  if (!expect(name->is_string(), work, "format", "a string", *name)) return;
  const Format* const format = find_format(name->get_ref<const std::string&>());
  if (format != nullptr) work.rules.push_back(Rule{"format", HasFormat{format}});
}

void Compiler::read_required(Work& work) {
  const auto value = work.schema.find("required");
  if (value == work.schema.end()) return;
  work.rules.push_back(Rule{"required", Required{names(work, "/required", *value)}});
}

Pattern Compiler::pattern(const Work& work, const char* keyword, std::string_view text) {
  std::string fault;
  Pattern made = Pattern::compile(text, fault);
  if (!fault.empty()) {
    fail(work,
         pointer_step(keyword),
         "the pattern " + json_quote(excerpt(text, pattern_bytes)) + ": " + fault);
  }
  return made;
}

std::size_t Compiler::count(const Work& work, const char* keyword, const Json& value) {
  constexpr double most = 9007199254740992.0;  // 2^53: no value has so many
  const bool counts = is_whole(value) && value.get<double>() >= 0;
  if (!expect(counts, work, keyword, "a whole number of at least 0", value)) return 0;
  return static_cast<std::size_t>(std::min(value.get<double>(), most));
}

std::vector<std::string> Compiler::names(const Work& work,
                                         const std::string& at,
                                         const Json& value) {
  std::vector<std::string> out;
  if (!value.is_array()) {
    fail(work, at, "expected a list of field names, got " + shown(value));
    return out;
  }
  for (const Json& name : value) {
    if (name.is_string()) {
      out.push_back(name.get<std::string>());
    } else {
      fail(work, at, "expected a list of field names, got one with " + shown(name));
    }
  }
  return out;
}

}  // namespace pintle::schema

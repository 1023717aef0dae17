// SPDX-License-Identifier: MIT
#include "pintle/schema.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "core/json_kind.hpp"
#include "schema/compiler.hpp"
#include "schema/evaluation.hpp"

namespace pintle {

namespace {

using schema::Finding;
using schema::Json;
using schema::TypeSet;

// Rounds of coercion: one may uncover more, as in a string that holds a list of strings.
constexpr int rounds_max = 100;

// The library parses without a limit of depth and destroys recursively, so the text is
// scanned first. Discarded: not JSON, too deep, or a number that no double can hold.
Json parsed(std::string_view text) {
  if (!is_json(text)) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
}

SchemaFault not_json() {
  return {"", "#", "", "it is not valid JSON"};
}

std::vector<SchemaFault> faults_of(std::vector<Finding> findings) {
  std::vector<SchemaFault> out;
  out.reserve(findings.size());
  for (Finding& finding : findings) out.push_back(std::move(finding.fault));
  return out;
}

// Not an integer that became a double and lost digits.
bool keeps_its_digits(const Json& value) {
  constexpr double exact = 9007199254740992.0;  // 2^53
  return !value.is_number_float() || !is_whole(value) ||
         std::abs(value.get<double>()) <= exact;
}

// What `text` spells, where that is of one of `types`.
std::optional<Json> spelled(const std::string& text, TypeSet types) {
  Json value = parsed(text);
  if (value.is_discarded() || value.is_string() || !keeps_its_digits(value)) {
    return std::nullopt;
  }
  TypeSet type = schema::type_bit(kind_of(value));
  if (type == schema::type_integer) type = schema::type_integer | schema::type_number;
  if ((type & types) == 0) return std::nullopt;
  return value;
}

// Changes one string of `value` to what the schema asked for there. The report, or empty.
std::string coerce(Json& value, const Finding& finding) {
  if (finding.expected == 0 || (finding.expected & schema::type_string) != 0) return {};
  Json& at = value[Json::json_pointer(finding.fault.instance)];
  const std::string* const text = at.get_ptr<const std::string*>();
  if (text == nullptr) return {};
  std::optional<Json> made = spelled(*text, finding.expected);
  if (!made) return {};
  std::string report = at_pointer(finding.fault.instance) + "read " + shown(at) + " as " +
                       std::string(kind_of(*made));
  at = std::move(*made);
  return report;
}

}  // namespace

std::string to_string(const SchemaFault& fault) {
  return at_pointer(fault.instance) + fault.message;
}

std::string to_string(const std::vector<SchemaFault>& faults) {
  std::string out;
  for (const SchemaFault& fault : faults) {
    if (!out.empty()) out += "; ";
    out += to_string(fault);
  }
  return out;
}

Result<Schema> Schema::compile(std::string_view schema, const SchemaOptions& options) {
  auto program = schema::Compiler(options).run(schema);
  if (!program) return Err{program.error()};
  return Schema(*std::move(program));
}

std::vector<SchemaFault> Schema::check(std::string_view value) const {
  const Json json = parsed(value);
  if (json.is_discarded()) return {not_json()};
  return faults_of(evaluate(*program_, json));
}

Fitted Schema::fit(std::string_view value) const {
  Fitted out;
  out.value = value;
  Json json = parsed(value);
  if (json.is_discarded()) {
    out.faults.push_back(not_json());
    return out;
  }
  std::vector<Finding> findings = evaluate(*program_, json);
  for (int round = 0; round < rounds_max && !findings.empty(); ++round) {
    const std::size_t before = out.changes.size();
    for (const Finding& finding : findings) {
      std::string report = coerce(json, finding);
      if (!report.empty()) out.changes.push_back(std::move(report));
    }
    if (out.changes.size() == before) break;
    findings = evaluate(*program_, json);
  }
  if (!out.changes.empty()) {
    out.value = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  out.faults = faults_of(std::move(findings));
  return out;
}

bool Schema::allows_object() const noexcept {
  for (const schema::Rule& rule : program_->nodes.front().rules) {
    if (std::holds_alternative<schema::Nothing>(rule.check)) return false;
    const auto* const type = std::get_if<schema::TypeIs>(&rule.check);
    if (type != nullptr) return (type->types & schema::type_object) != 0;
  }
  return true;
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "tools/arguments_schema.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "pintle/json_text.hpp"
#include "pintle/tool_manager.hpp"

#include "core/excerpt.hpp"
#include "core/json_kind.hpp"
#include "core/nearest.hpp"

namespace pintle {

namespace {

using nlohmann::json;

constexpr std::size_t faults_max = 5;
constexpr std::size_t name_bytes = 60;
constexpr std::size_t allowed_bytes = 400;

// The library parses without a depth limit and destroys recursively, so the text is
// scanned first. Discarded: not JSON, too deep, or a number that no double can hold.
json parsed(std::string_view text) {
  if (!is_json(text)) return json(json::value_t::discarded);
  return json::parse(text, nullptr, false);
}

// Collects faults while it walks; recursion is bounded by the depth of the value.
class Checker {
 public:
  void check(const json& schema, const json& value) {
    if (schema.is_boolean() && !schema.get<bool>()) fault("nothing is allowed here");
    if (!schema.is_object() || full()) return;
    if (!check_type(schema, value)) return;
    check_enum(schema, value);
    if (value.is_object()) check_object(schema, value);
    if (value.is_array()) check_array(schema, value);
  }

  [[nodiscard]] std::string text() const {
    std::string out;
    for (const std::string& fault : faults_) {
      if (!out.empty()) out += "; ";
      out += fault;
    }
    return out;
  }

 private:
  [[nodiscard]] bool full() const { return faults_.size() >= faults_max; }
  void fault(const std::string& what) {
    if (!full()) faults_.push_back(at_pointer(excerpt(path_, allowed_bytes)) + what);
  }

  void check_at(std::string_view segment, const json& schema, const json& value) {
    const std::size_t length = path_.size();
    path_ += pointer_step(segment);
    check(schema, value);
    path_.resize(length);
  }

  static bool has_type(const json& type, const json& value) {
    if (!type.is_string()) return true;
    const auto& name = type.get_ref<const std::string&>();
    if (name == "number") return value.is_number();
    if (name == "integer") return is_whole(value);
    return name == kind_of(value);
  }

  bool check_type(const json& schema, const json& value) {
    const auto type = schema.find("type");
    if (type == schema.end()) return true;
    std::string expected;
    for (const json& one : type->is_array() ? *type : json::array({*type})) {
      if (has_type(one, value)) return true;
      if (!expected.empty()) expected += " or ";
      expected += one.get_ref<const std::string&>();
    }
    fault("expected " + expected + ", got " + shown(value));
    return false;
  }

  void check_enum(const json& schema, const json& value) {
    const auto allowed = schema.find("enum");
    if (allowed == schema.end() || !allowed->is_array()) return;
    if (std::find(allowed->begin(), allowed->end(), value) != allowed->end()) return;
    std::string list;
    for (const json& one : *allowed) {
      if (!list.empty()) list += ", ";
      list += one.dump(-1, ' ', false, json::error_handler_t::replace);
    }
    fault("expected one of " + excerpt(list, allowed_bytes) + ", got " + shown(value));
  }

  void check_object(const json& schema, const json& value) {
    const auto required = schema.find("required");
    if (required != schema.end() && required->is_array()) {
      for (const json& name : *required) {
        if (name.is_string() && !value.contains(name.get_ref<const std::string&>())) {
          fault("missing required field " + name.dump());
        }
      }
    }
    const auto properties = schema.find("properties");
    const bool declared = properties != schema.end() && properties->is_object();
    const json& fields = declared ? *properties : no_fields_;
    for (const auto& [name, member] : value.items()) {
      const auto field = fields.find(name);
      if (field != fields.end()) {
        check_at(name, *field, member);
      } else {
        check_other(schema, fields, name, member);
      }
    }
  }

  // A field that `properties` does not name.
  void check_other(const json& schema,
                   const json& fields,
                   const std::string& name,
                   const json& member) {
    const auto others = schema.find("additionalProperties");
    if (others == schema.end()) return;
    if (!others->is_boolean()) return check_at(name, *others, member);
    if (others->get<bool>()) return;
    std::vector<std::string_view> names;
    for (const auto& field : fields.items()) names.emplace_back(field.key());
    std::string what = "unknown field " + json_quote(excerpt(name, name_bytes));
    if (!names.empty()) what += "; it may have: " + listed(nearest_first(name, names));
    fault(what);
  }

  void check_array(const json& schema, const json& value) {
    const auto items = schema.find("items");
    if (items == schema.end()) return;
    for (std::size_t i = 0; i < value.size() && !full(); ++i) {
      check_at(std::to_string(i), *items, value[i]);
    }
  }

  std::string path_;
  std::vector<std::string> faults_;
  const json no_fields_ = json::object();
};

}  // namespace

ArgumentsSchema::ArgumentsSchema(json root)
    : root_(std::make_shared<const json>(std::move(root))) {}

std::optional<ArgumentsSchema> ArgumentsSchema::parse(std::string_view schema) {
  json root = parsed(schema);
  if (!root.is_object()) return std::nullopt;
  return ArgumentsSchema(std::move(root));
}

bool ArgumentsSchema::allows_object() const {
  const auto type = root_->find("type");
  if (type == root_->end()) return true;
  if (type->is_array())
    return std::find(type->begin(), type->end(), "object") != type->end();
  return *type == "object";
}

std::string ArgumentsSchema::check(std::string_view arguments) const {
  const json value = parsed(arguments);
  if (value.is_discarded()) return "the arguments are not valid JSON";
  if (!value.is_object()) return "the arguments must be an object, not " + shown(value);
  Checker checker;
  checker.check(*root_, value);
  return checker.text();
}

std::string check_arguments(std::string_view schema, std::string_view arguments) {
  const std::optional<ArgumentsSchema> parsed_schema = ArgumentsSchema::parse(schema);
  if (!parsed_schema) return "the schema is not a JSON object";
  return parsed_schema->check(arguments);
}

}  // namespace pintle

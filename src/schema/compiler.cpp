// SPDX-License-Identifier: MIT
// The nodes of a Program, and the keywords that lead to other nodes.
#include "schema/compiler.hpp"

#include <array>
#include <utility>

#include "core/json_kind.hpp"

namespace pintle::schema {

Compiler::Compiler(const SchemaOptions& options)
    : documents_(options, program_->documents) {
  program_->limits = options.limits;
}

Result<std::shared_ptr<const Program>> Compiler::run(std::string_view text) {
  std::string fault;
  const Json* const root = documents_.add("", text, fault);
  if (root == nullptr) {
    return Err{SessionError{SessionFault::invalid, "the schema is none: " + fault}};
  }
  node(*root, "#");
  // Filling a node makes more of them.
  for (NodeId id = 0; id < program_->nodes.size() && error_.empty(); ++id) {
    fill(id);
    if (id + 1 == program_->nodes.size()) add_dynamic_anchors();
  }
  if (!error_.empty()) return Err{SessionError{SessionFault::invalid, error_}};
  return std::shared_ptr<const Program>(program_);
}

// Any resource may turn out to be the outermost, so the anchor of each gets its node.
void Compiler::add_dynamic_anchors() {
  program_->dynamic_anchors.resize(documents_.size());
  for (ResourceId id = 0; id < documents_.size(); ++id) {
    const Resource& resource = documents_.resource(id);
    for (const auto& [name, schema] : resource.dynamic_anchors) {
      if (!dynamic_names_.contains(name)) continue;
      program_->dynamic_anchors[id][name] = node(*schema, resource.uri + "#" + name);
    }
  }
}

NodeId Compiler::node(const Json& schema, std::string location) {
  const auto id = static_cast<NodeId>(program_->nodes.size());
  const auto [known, added] = ids_.emplace(&schema, id);
  if (!added) return known->second;
  program_->nodes.push_back(
      Node{std::move(location), documents_.owner(schema), false, {}});
  schemas_.push_back(&schema);
  return id;
}

NodeId Compiler::part(const Work& work, std::string_view step, const Json& schema) {
  if (!schema.is_object() && !schema.is_boolean()) {
    fail(work, step, "expected a schema (an object or a boolean), got " + shown(schema));
    return 0;
  }
  return node(schema, work.location + std::string(step));
}

std::vector<NodeId> Compiler::list(const Work& work,
                                   const char* keyword,
                                   const Json& value) {
  std::vector<NodeId> out;
  if (!expect(value.is_array(), work, keyword, "a list of schemas", value)) return out;
  for (std::size_t i = 0; i < value.size(); ++i) {
    out.push_back(
        part(work, pointer_step(keyword) + pointer_step(std::to_string(i)), value[i]));
  }
  return out;
}

void Compiler::fill(NodeId id) {
  const Json& schema = *schemas_[id];
  const ResourceId resource = program_->nodes[id].resource;
  // By value: reading may add resources.
  const Dialect dialect = documents_.resource(resource).dialect;
  Work work{schema, dialect, program_->nodes[id].location, resource};
  if (schema.is_boolean()) {
    if (!schema.get<bool>()) work.rules.push_back(Rule{"false", Nothing{}});
  } else if (dialect.draft07 && schema.contains("$ref")) {
    read_references(work);  // draft-07, core 8.3: what stands beside it means nothing
  } else {
    if (dialect.validates) {
      read_type(work);
      read_values(work);
      read_numbers(work);
      read_sizes(work);
      read_required(work);
    }
    read_strings(work);
    read_references(work);
    read_items(work);
    read_contains(work);
    read_fields(work);
    read_dependencies(work, "dependentSchemas");
    read_dependencies(work, "dependentRequired");
    read_dependencies(work, "dependencies");
    read_applicators(work);
    read_condition(work);
    read_unevaluated(work);
  }
  Node& node = program_->nodes[id];
  node.rules = std::move(work.rules);
  for (const Rule& rule : node.rules) {
    node.notes_evaluated =
        node.notes_evaluated || rule.keyword.starts_with("unevaluated");
  }
}

const Json* Compiler::newer(const Work& work, const char* keyword) {
  if (work.dialect.draft07) return nullptr;
  const auto found = work.schema.find(keyword);
  return found == work.schema.end() ? nullptr : &*found;
}

void Compiler::read_references(Work& work) {
  if (const auto value = work.schema.find("$ref"); value != work.schema.end()) {
    if (!expect(value->is_string(), work, "$ref", "a string", *value)) return;
    std::string fault;
    const Place to =
        documents_.find(value->get_ref<const std::string&>(), work.resource, fault);
    if (to.schema == nullptr) return fail(work, "/$ref", fault);
    work.rules.push_back(Rule{"$ref", Reference{node(*to.schema, to.location)}});
  }
  if (const Json* const value = newer(work, "$dynamicRef")) {
    read_dynamic_reference(work, *value);
  }
}

void Compiler::read_dynamic_reference(Work& work, const Json& value) {
  if (!expect(value.is_string(), work, "$dynamicRef", "a string", value)) return;
  std::string fault;
  const Place to =
      documents_.find(value.get_ref<const std::string&>(), work.resource, fault);
  if (to.schema == nullptr) return fail(work, "/$dynamicRef", fault);
  const NodeId fallback = node(*to.schema, to.location);
  if (to.dynamic_anchor.empty()) {
    work.rules.push_back(Rule{"$dynamicRef", Reference{fallback}});
    return;
  }
  work.rules.push_back(
      Rule{"$dynamicRef", DynamicReference{fallback, to.dynamic_anchor}});
  dynamic_names_.insert(to.dynamic_anchor);
}

void Compiler::read_items(Work& work) {
  Items items;
  const Json* const prefix =
      work.dialect.has_prefix_items ? newer(work, "prefixItems") : nullptr;
  if (prefix != nullptr) items.prefix = list(work, "prefixItems", *prefix);
  const auto rest = work.schema.find("items");
  const auto others = work.schema.find("additionalItems");
  const bool old_list =
      rest != work.schema.end() && rest->is_array() && prefix == nullptr;
  if (old_list) {
    items.prefix = list(work, "items", *rest);
    if (others != work.schema.end()) items.rest = part(work, "/additionalItems", *others);
  } else if (rest != work.schema.end()) {
    items.rest = part(work, "/items", *rest);
  }
  if (items.rest || !items.prefix.empty()) work.rules.push_back(Rule{"items", items});
}

void Compiler::read_contains(Work& work) {
  const auto value = work.schema.find("contains");
  if (value == work.schema.end()) return;
  Contains contains;
  contains.node = part(work, "/contains", *value);
  const Json* const least = newer(work, "minContains");
  const Json* const most = newer(work, "maxContains");
  if (least != nullptr && work.dialect.validates) {
    contains.at_least = count(work, "minContains", *least);
  }
  if (most != nullptr && work.dialect.validates) {
    contains.at_most = count(work, "maxContains", *most);
  }
  work.rules.push_back(Rule{"contains", contains});
}

void Compiler::read_fields(Work& work) {
  Fields fields;
  const auto named = work.schema.find("properties");
  const auto matching = work.schema.find("patternProperties");
  const auto others = work.schema.find("additionalProperties");
  if (named != work.schema.end() &&
      expect(named->is_object(), work, "properties", "an object", *named)) {
    for (const auto& [name, value] : named->items()) {
      fields.named.emplace(name, part(work, "/properties" + pointer_step(name), value));
    }
  }
  if (matching != work.schema.end() &&
      expect(matching->is_object(), work, "patternProperties", "an object", *matching)) {
    for (const auto& [text, value] : matching->items()) {
      const NodeId id = part(work, "/patternProperties" + pointer_step(text), value);
      fields.matching.emplace_back(pattern(work, "patternProperties", text), id);
    }
  }
  if (others != work.schema.end()) {
    fields.others = part(work, "/additionalProperties", *others);
  }
  const bool any = fields.others || !fields.named.empty() || !fields.matching.empty();
  if (any) work.rules.push_back(Rule{"properties", std::move(fields)});
  const auto keys = work.schema.find("propertyNames");
  if (keys == work.schema.end()) return;
  work.rules.push_back(
      Rule{"propertyNames", FieldNames{part(work, "/propertyNames", *keys)}});
}

// draft-07's `dependencies` holds both kinds; it is read in every draft.
void Compiler::read_dependencies(Work& work, const char* keyword) {
  const bool old = std::string_view(keyword) == "dependencies";
  const auto found = work.schema.find(keyword);
  if (found == work.schema.end() || (work.dialect.draft07 && !old)) return;
  if (!expect(found->is_object(), work, keyword, "an object", *found)) return;
  DependentFields fields;
  DependentNodes nodes;
  for (const auto& [name, value] : found->items()) {
    const std::string at = pointer_step(keyword) + pointer_step(name);
    if (value.is_array()) {
      fields.needs.emplace_back(name, names(work, at, value));
    } else {
      nodes.nodes.emplace_back(name, part(work, at, value));
    }
  }
  const std::string_view both[] = {"dependentRequired", "dependentSchemas"};
  if (!fields.needs.empty()) work.rules.push_back(Rule{both[0], std::move(fields)});
  if (!nodes.nodes.empty()) work.rules.push_back(Rule{both[1], std::move(nodes)});
}

void Compiler::read_applicators(Work& work) {
  const auto all = work.schema.find("allOf");
  if (all != work.schema.end()) {
    work.rules.push_back(Rule{"allOf", AllOf{list(work, "allOf", *all)}});
  }
  const auto any = work.schema.find("anyOf");
  if (any != work.schema.end()) {
    work.rules.push_back(Rule{"anyOf", AnyOf{list(work, "anyOf", *any)}});
  }
  const auto one = work.schema.find("oneOf");
  if (one != work.schema.end()) {
    work.rules.push_back(Rule{"oneOf", OneOf{list(work, "oneOf", *one)}});
  }
  const auto not_this = work.schema.find("not");
  if (not_this != work.schema.end()) {
    work.rules.push_back(Rule{"not", Not{part(work, "/not", *not_this)}});
  }
}

void Compiler::read_condition(Work& work) {
  const auto condition = work.schema.find("if");
  if (condition == work.schema.end()) return;
  IfThenElse rule{part(work, "/if", *condition), {}, {}};
  const auto then = work.schema.find("then");
  const auto otherwise = work.schema.find("else");
  if (then != work.schema.end()) rule.then = part(work, "/then", *then);
  if (otherwise != work.schema.end()) rule.otherwise = part(work, "/else", *otherwise);
  work.rules.push_back(Rule{"if", rule});
}

// Last: they look at what all other rules of the node have seen.
void Compiler::read_unevaluated(Work& work) {
  if (const Json* const value = newer(work, "unevaluatedItems")) {
    const NodeId id = part(work, "/unevaluatedItems", *value);
    work.rules.push_back(Rule{"unevaluatedItems", UnevaluatedItems{id}});
  }
  if (const Json* const value = newer(work, "unevaluatedProperties")) {
    const NodeId id = part(work, "/unevaluatedProperties", *value);
    work.rules.push_back(Rule{"unevaluatedProperties", UnevaluatedFields{id}});
  }
}

void Compiler::fail(const Work& work, std::string_view step, const std::string& what) {
  if (error_.empty()) {
    error_ = "in the schema, at " + work.location + std::string(step) + ": " + what;
  }
}

bool Compiler::expect(bool holds,
                      const Work& work,
                      std::string_view keyword,
                      const char* what,
                      const Json& got) {
  if (!holds) {
    fail(work,
         pointer_step(keyword),
         std::string("expected ") + what + ", got " + shown(got));
  }
  return holds;
}

}  // namespace pintle::schema

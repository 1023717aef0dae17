// SPDX-License-Identifier: MIT
#include "schema/documents.hpp"

#include <array>

#include "core/excerpt.hpp"
#include "core/json_kind.hpp"
#include "core/json_pointer.hpp"
#include "schema/uri.hpp"

namespace pintle::schema {

namespace {

constexpr std::size_t uri_bytes = 200;  // of one in a message

enum class Holds : std::uint8_t { schema, list, map };  // a list may be one schema

struct Part {
  std::string_view keyword;
  Holds holds;
};
constexpr std::array<Part, 21> parts{{
    {"$defs", Holds::map},
    {"definitions", Holds::map},
    {"properties", Holds::map},
    {"patternProperties", Holds::map},
    {"dependentSchemas", Holds::map},
    {"dependencies", Holds::map},
    {"allOf", Holds::list},
    {"anyOf", Holds::list},
    {"oneOf", Holds::list},
    {"prefixItems", Holds::list},
    {"items", Holds::list},
    {"additionalItems", Holds::schema},
    {"contains", Holds::schema},
    {"additionalProperties", Holds::schema},
    {"propertyNames", Holds::schema},
    {"unevaluatedItems", Holds::schema},
    {"unevaluatedProperties", Holds::schema},
    {"not", Holds::schema},
    {"if", Holds::schema},
    {"then", Holds::schema},
    {"else", Holds::schema},
}};

const std::string* text_of(const Json& schema, const char* keyword) {
  const auto found = schema.find(keyword);
  if (found == schema.end()) return nullptr;
  return found->get_ptr<const std::string*>();
}

}  // namespace

Documents::Documents(const SchemaOptions& options,
                     std::vector<std::shared_ptr<const Json>>& kept)
    : options_(options), kept_(kept) {}

const Json* Documents::add(std::string_view uri,
                           std::string_view text,
                           std::string& error) {
  // The library parses without a limit of depth, so the text is scanned first.
  Json parsed =
      is_json(text) ? Json::parse(text, nullptr, false) : Json(Json::value_t::discarded);
  if (!parsed.is_object() && !parsed.is_boolean()) {
    error = parsed.is_discarded()
                ? "it is not valid JSON of at most " + std::to_string(json_depth_max) +
                      " levels"
                : "expected an object or a boolean, got " + shown(parsed);
    return nullptr;
  }
  kept_.push_back(std::make_shared<const Json>(std::move(parsed)));
  const Json& root = *kept_.back();
  const auto id = static_cast<ResourceId>(resources_.size());
  resources_.push_back(Resource{std::string(split_fragment(uri).document), {}, {}, {}});
  resources_[id].dialect.asserts_formats = options_.assert_formats;
  roots_.emplace(resources_[id].uri, &root);
  const Dialect own = dialect(root, resources_[id].dialect);
  resources_[id].dialect = own;
  index(root, id);
  return &root;
}

// `add` gave the owner of a document's root; parts inherit theirs.
void Documents::index(const Json& schema, ResourceId current) {
  if (owners_.contains(&schema)) return;
  const ResourceId owner = schema.is_object() ? enter(schema, current) : current;
  owners_.emplace(&schema, owner);
  if (schema.is_object()) index_parts(schema, owner);
}

// Begins a resource where the schema has an `$id`, and notes its anchors.
ResourceId Documents::enter(const Json& schema, ResourceId current) {
  ResourceId owner = current;
  const bool reference_alone =
      resources_[current].dialect.draft07 && schema.contains("$ref");
  const std::string* const id = text_of(schema, "$id");
  if (id != nullptr && !reference_alone) {
    const std::string uri = resolve(resources_[current].uri, *id);
    const auto [document, fragment] = split_fragment(uri);
    if (!fragment.empty() && document == resources_[current].uri) {
      resources_[current].anchors.emplace(fragment, &schema);  // draft-07's anchor
    } else {
      const Dialect own = dialect(schema, resources_[current].dialect);
      owner = static_cast<ResourceId>(resources_.size());
      resources_.push_back(Resource{std::string(document), own, {}, {}});
      roots_.emplace(resources_[owner].uri, &schema);
    }
  }
  if (const auto* const name = text_of(schema, "$anchor")) {
    resources_[owner].anchors.emplace(*name, &schema);
  }
  if (const auto* const name = text_of(schema, "$dynamicAnchor")) {
    resources_[owner].anchors.emplace(*name, &schema);
    resources_[owner].dynamic_anchors.emplace(*name, &schema);
  }
  return owner;
}

void Documents::index_parts(const Json& schema, ResourceId owner) {
  for (const Part& part : parts) {
    const auto found = schema.find(part.keyword);
    if (found == schema.end()) continue;
    const bool whole =
        part.holds == Holds::schema || (part.holds == Holds::list && !found->is_array());
    if (whole) {
      index(*found, owner);
    } else if (found->is_structured()) {
      for (const Json& member : *found) index(member, owner);
    }
  }
}

Dialect Documents::dialect(const Json& schema, const Dialect& outer) {
  const std::string* const named =
      schema.is_object() ? text_of(schema, "$schema") : nullptr;
  if (named == nullptr) return outer;
  Dialect out;
  out.asserts_formats = options_.assert_formats;
  for (const std::string_view old : {"/draft-07/", "/draft-06/", "/draft-04/"}) {
    if (named->find(old) != std::string::npos) out.draft07 = true;
  }
  out.has_prefix_items = named->find("/2019-09/") == std::string::npos;
  for (const SchemaDocument& document : options_.documents) {
    if (document.uri != split_fragment(*named).document) continue;
    const Json metaschema = Json::parse(document.text, nullptr, false);
    if (!metaschema.is_object() || !metaschema.contains("$vocabulary")) break;
    const Json& used = metaschema["$vocabulary"];
    out.validates =
        used.contains("https://json-schema.org/draft/2020-12/vocab/validation");
    out.asserts_formats =
        out.asserts_formats ||
        used.contains("https://json-schema.org/draft/2020-12/vocab/format-assertion");
  }
  return out;
}

const Json* Documents::root(const std::string& uri, std::string& error) {
  const auto known = roots_.find(uri);
  if (known != roots_.end()) return known->second;
  if (const std::string_view built_in = metaschema(uri); !built_in.empty()) {
    return add(uri, built_in, error);
  }
  for (const SchemaDocument& document : options_.documents) {
    if (split_fragment(document.uri).document != uri) continue;
    const Json* const added = add(uri, document.text, error);
    if (added == nullptr) error = "the document " + uri + ": " + error;
    return added;
  }
  error = "there is no document " + json_quote(excerpt(uri, uri_bytes)) +
          ", and none is fetched; give it in SchemaOptions::documents";
  return nullptr;
}

// A pointer may lead through what no keyword of ours holds; what it meets is indexed as
// part of the last schema before it.
const Json* Documents::at_pointer(const Json& root, std::string_view pointer) {
  const Json* at = &root;
  ResourceId last = owner(root);
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::string_view step = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(step.size());
    at = json_child(*at, step);
    if (at == nullptr) return nullptr;
    if (const auto known = owners_.find(at); known != owners_.end()) last = known->second;
  }
  index(*at, last);
  return at;
}

Place Documents::find(std::string_view reference, ResourceId from, std::string& error) {
  Place place;
  place.location = resolve(resources_[from].uri, reference);
  const auto [document, encoded] = split_fragment(place.location);
  const Json* const top = root(std::string(document), error);
  if (top == nullptr) return place;
  const std::string fragment = percent_decoded(encoded);
  if (encoded.empty()) {
    place.schema = top;
    if (place.location.find('#') == std::string::npos) place.location += '#';
  } else if (fragment.starts_with('/')) {
    place.schema = at_pointer(*top, fragment);
  } else {
    const Resource& resource = resources_[owner(*top)];
    const auto anchor = resource.anchors.find(fragment);
    if (anchor != resource.anchors.end()) place.schema = anchor->second;
    if (resource.dynamic_anchors.contains(fragment)) place.dynamic_anchor = fragment;
  }
  if (place.schema == nullptr) {
    error = "there is nothing at " + json_quote(excerpt(place.location, uri_bytes));
  } else if (!place.schema->is_object() && !place.schema->is_boolean()) {
    error = json_quote(excerpt(place.location, uri_bytes)) + " is no schema, but " +
            shown(*place.schema);
    place.schema = nullptr;
  }
  return place;
}

}  // namespace pintle::schema

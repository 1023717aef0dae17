// SPDX-License-Identifier: MIT
// Documents: the schemas that a schema's references can reach, and what each is called.
// It finds `$id`, `$anchor` and `$dynamicAnchor` where a subschema can stand (core,
// section 8.2), and the dialect of each resource. Single-threaded; lives as long as a
// compilation.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pintle/schema.hpp"

#include "schema/program.hpp"

namespace pintle::schema {

struct Dialect {
  bool draft07 = false;
  bool has_prefix_items = true;
  bool validates = true;  // false: its metaschema leaves the validation vocabulary out
  bool asserts_formats = false;
};

/// A schema with a URI of its own.
struct Resource {
  std::string uri;
  Dialect dialect;
  std::map<std::string, const Json*, std::less<>> anchors;  // dynamic ones too
  std::map<std::string, const Json*, std::less<>> dynamic_anchors;
};

/// Where a reference leads.
struct Place {
  const Json* schema = nullptr;
  std::string location;
  std::string dynamic_anchor;  // the reference ends in this `$dynamicAnchor`
};

class Documents {
 public:
  Documents(const SchemaOptions& options, std::vector<std::shared_ptr<const Json>>& kept);

  /// Parses, keeps and indexes a document. Null with `error` set when it is none.
  const Json* add(std::string_view uri, std::string_view text, std::string& error);

  /// What `reference` in `from` leads to. On failure `error` says why there is nothing.
  [[nodiscard]] Place find(std::string_view reference,
                           ResourceId from,
                           std::string& error);

  /// The resource of a schema that `add` or `find` has met.
  [[nodiscard]] ResourceId owner(const Json& schema) const { return owners_.at(&schema); }
  [[nodiscard]] const Resource& resource(ResourceId id) const { return resources_[id]; }
  [[nodiscard]] std::size_t size() const noexcept { return resources_.size(); }

 private:
  void index(const Json& schema, ResourceId current);
  ResourceId enter(const Json& schema, ResourceId current);
  void index_parts(const Json& schema, ResourceId owner);
  [[nodiscard]] Dialect dialect(const Json& schema, const Dialect& outer);
  /// The root of a document, loaded when it is one that was given or built in.
  const Json* root(const std::string& uri, std::string& error);
  const Json* at_pointer(const Json& root, std::string_view pointer);

  const SchemaOptions& options_;
  std::vector<std::shared_ptr<const Json>>& kept_;
  std::vector<Resource> resources_;
  std::map<std::string, const Json*, std::less<>> roots_;  // by URI
  std::unordered_map<const Json*, ResourceId> owners_;
};

/// The metaschemas that need no document: draft 2020-12 with its vocabularies, draft-07.
/// Empty: `uri` names none.
[[nodiscard]] std::string_view metaschema(std::string_view uri);

}  // namespace pintle::schema

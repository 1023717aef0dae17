// SPDX-License-Identifier: MIT
// Compiler: from the text of a schema to a Program. It makes a node of each schema that
// can be reached and reads keyword by keyword; the first value that a keyword cannot have
// ends it. Single-use, single-threaded.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schema/documents.hpp"
#include "schema/program.hpp"

namespace pintle::schema {

class Compiler {
 public:
  explicit Compiler(const SchemaOptions& options);
  Result<std::shared_ptr<const Program>> run(std::string_view text);

 private:
  /// One schema object while its rules are made.
  struct Work {
    const Json& schema;
    const Dialect& dialect;
    std::string location;
    ResourceId resource;
    std::vector<Rule> rules{};
  };
  /// Since draft 2019-09; draft-07 knows no such keyword.
  [[nodiscard]] static const Json* newer(const Work& work, const char* keyword);

  NodeId node(const Json& schema, std::string location);
  NodeId part(const Work& work, std::string_view step, const Json& schema);
  std::vector<NodeId> list(const Work& work, const char* keyword, const Json& value);
  void fill(NodeId id);
  void add_dynamic_anchors();

  void read_references(Work& work);
  void read_dynamic_reference(Work& work, const Json& value);
  void read_type(Work& work);
  void read_values(Work& work);
  void read_numbers(Work& work);
  void read_sizes(Work& work);
  void read_strings(Work& work);
  void read_required(Work& work);
  void read_items(Work& work);
  void read_contains(Work& work);
  void read_fields(Work& work);
  void read_dependencies(Work& work, const char* keyword);
  void read_applicators(Work& work);
  void read_condition(Work& work);
  void read_unevaluated(Work& work);

  Pattern pattern(const Work& work, const char* keyword, std::string_view text);
  std::size_t count(const Work& work, const char* keyword, const Json& value);
  std::vector<std::string> names(const Work& work,
                                 const std::string& at,
                                 const Json& value);
  void fail(const Work& work, std::string_view step, const std::string& what);
  bool expect(bool holds,
              const Work& work,
              std::string_view keyword,
              const char* what,
              const Json& got);

  std::shared_ptr<Program> program_ = std::make_shared<Program>();
  Documents documents_;
  std::unordered_map<const Json*, NodeId> ids_;
  std::vector<const Json*> schemas_;                  // by node
  std::set<std::string, std::less<>> dynamic_names_;  // that a $dynamicRef looks for
  std::string error_;
};

}  // namespace pintle::schema

// SPDX-License-Identifier: MIT
// Evaluation: one walk of a value through a Program. A quiet walk only answers yes or no
// and stops at the first no; one that collects goes on, to tell what is wrong. Recursion
// is bounded by SchemaLimits::depth. Single-use, single-threaded.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/program.hpp"

namespace pintle::schema {

class Evaluation {
 public:
  /// Quiet when `findings` is null.
  Evaluation(const Program& program, std::vector<Finding>* findings)
      : program_(program), findings_(findings) {}

  bool run(const Json& value);

 private:
  /// Which members of a container have been evaluated (core, section 7.7), by position.
  using Seen = std::vector<bool>;
  /// Where a rule is checked.
  struct At {
    const Node& node;
    const Rule& rule;
    const Json& value;
    Seen* seen;  // null: nobody asks
  };
  class Frame;

  bool node(NodeId id, const Json& value, Seen* seen);
  bool rules(const Node& node, const Json& value, Seen* seen);
  /// A node for a member of the value, whose path is one step longer.
  bool member(std::string_view step, NodeId id, const Json& value);
  bool item(std::size_t index, NodeId id, const Json& value);
  /// Without findings of its own.
  bool quietly(NodeId id, const Json& value, Seen* seen);

  bool holds(const Nothing& rule, const At& at);
  bool holds(const TypeIs& rule, const At& at);
  bool holds(const OneOfValues& rule, const At& at);
  bool holds(const NumberBound& rule, const At& at);
  bool holds(const MultipleOf& rule, const At& at);
  bool holds(const SizeBound& rule, const At& at);
  bool holds(const Matches& rule, const At& at);
  bool holds(const HasFormat& rule, const At& at);
  bool holds(const Items& rule, const At& at);
  bool holds(const Contains& rule, const At& at);
  bool holds(const UniqueItems& rule, const At& at);
  bool holds(const Fields& rule, const At& at);
  bool holds(const FieldNames& rule, const At& at);
  bool holds(const Required& rule, const At& at);
  bool holds(const DependentFields& rule, const At& at);
  bool holds(const DependentNodes& rule, const At& at);
  bool holds(const AllOf& rule, const At& at);
  bool holds(const AnyOf& rule, const At& at);
  bool holds(const OneOf& rule, const At& at);
  bool holds(const Not& rule, const At& at);
  bool holds(const IfThenElse& rule, const At& at);
  bool holds(const Reference& rule, const At& at);
  bool holds(const DynamicReference& rule, const At& at);
  bool holds(const UnevaluatedItems& rule, const At& at);
  bool holds(const UnevaluatedFields& rule, const At& at);

  bool field(const Fields& rule,
             const At& at,
             const std::string& name,
             const Json& value);
  bool matches(const Pattern& pattern, std::string_view text);
  void explain_choice(const std::vector<NodeId>& forms, const At& at);

  [[nodiscard]] bool refuses_all(NodeId id) const;
  [[nodiscard]] bool quiet() const noexcept { return findings_ == nullptr; }
  /// Nothing more is to be learned.
  [[nodiscard]] bool done() const;
  /// Some units of work; false: there are not so many left.
  bool step(std::size_t cost = 1);
  bool spend_on_patterns(std::size_t steps);
  void stop(std::string_view why);
  /// Always false, so that a check can end with it.
  bool fail(const At& at, std::string message, TypeSet expected = 0);

  const Program& program_;
  std::vector<Finding>* findings_;
  std::string path_;  // kept only while findings are collected
  std::vector<ResourceId> scope_;
  std::size_t depth_ = 0;
  std::size_t steps_ = 0;
  std::size_t pattern_steps_ = 0;
  std::optional<std::string> stopped_;
};

/// "1 item", "3 characters": so many parts of a value of type `of`.
[[nodiscard]] std::string counted(std::size_t count, TypeBit of);

}  // namespace pintle::schema

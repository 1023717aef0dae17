// SPDX-License-Identifier: MIT
// The walk itself, and the rules that lead to other nodes for the same value.
#include "schema/evaluation.hpp"

#include <algorithm>
#include <utility>

#include "core/json_kind.hpp"

namespace pintle::schema {

// One node being entered: its depth, and its resource in the dynamic scope.
class Evaluation::Frame {
 public:
  Frame(Evaluation& walk, const Node& node) : walk_(walk) {
    ++walk_.depth_;
    entered_ = walk_.scope_.empty() || walk_.scope_.back() != node.resource;
    if (entered_) walk_.scope_.push_back(node.resource);
  }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;
  ~Frame() {
    --walk_.depth_;
    if (entered_) walk_.scope_.pop_back();
  }

 private:
  Evaluation& walk_;
  bool entered_ = false;
};

bool Evaluation::run(const Json& value) {
  const bool fits = node(0, value, nullptr);
  if (stopped_ && !quiet()) {
    findings_->push_back(Finding{{path_, program_.nodes[0].location, "", *stopped_}, 0});
  }
  return fits && !stopped_;
}

bool Evaluation::node(NodeId id, const Json& value, Seen* seen) {
  const Node& node = program_.nodes[id];
  if (node.rules.empty()) return true;
  if (!step()) return false;
  if (depth_ >= program_.limits.depth) {
    stop("it needs more than " + std::to_string(program_.limits.depth) +
         " schemas inside each other to be checked");
    return false;
  }
  const Frame frame(*this, node);
  if (!value.is_structured() || (seen == nullptr && !node.notes_evaluated)) {
    return rules(node, value, nullptr);
  }
  Seen own(value.size());
  if (!rules(node, value, &own)) return false;
  if (seen != nullptr) {
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (own[i]) (*seen)[i] = true;
    }
  }
  return true;
}

bool Evaluation::rules(const Node& node, const Json& value, Seen* seen) {
  bool fits = true;
  for (const Rule& rule : node.rules) {
    const At at{node, rule, value, seen};
    const auto check = [this, &at](const auto& one) { return holds(one, at); };
    if (std::visit(check, rule.check)) continue;
    fits = false;
    // A value of another type has nothing else worth a word.
    if (done() || std::holds_alternative<TypeIs>(rule.check)) break;
  }
  return fits;
}

bool Evaluation::member(std::string_view step, NodeId id, const Json& value) {
  if (quiet()) return node(id, value, nullptr);
  const std::size_t length = path_.size();
  path_ += pointer_step(step);
  const bool fits = node(id, value, nullptr);
  if (!stopped_) path_.resize(length);
  return fits;
}

bool Evaluation::item(std::size_t index, NodeId id, const Json& value) {
  return quiet() ? node(id, value, nullptr) : member(std::to_string(index), id, value);
}

bool Evaluation::quietly(NodeId id, const Json& value, Seen* seen) {
  std::vector<Finding>* const kept = std::exchange(findings_, nullptr);
  const bool fits = node(id, value, seen);
  findings_ = kept;
  return fits;
}

bool Evaluation::holds(const AllOf& rule, const At& at) {
  bool fits = true;
  for (const NodeId id : rule.nodes) {
    fits = node(id, at.value, at.seen) && fits;
    if (!fits && done()) return false;
  }
  return fits;
}

bool Evaluation::holds(const AnyOf& rule, const At& at) {
  bool fits = false;
  for (const NodeId id : rule.nodes) {
    fits = quietly(id, at.value, at.seen) || fits;
    if (fits && at.seen == nullptr) return true;
  }
  if (!fits && !quiet()) explain_choice(rule.nodes, at);
  return fits;
}

bool Evaluation::holds(const OneOf& rule, const At& at) {
  std::vector<std::size_t> fitting;
  for (std::size_t i = 0; i < rule.nodes.size() && fitting.size() < 2; ++i) {
    if (quietly(rule.nodes[i], at.value, at.seen)) fitting.push_back(i);
  }
  if (fitting.size() == 1) return true;
  if (fitting.empty()) {
    if (!quiet()) explain_choice(rule.nodes, at);
    return false;
  }
  if (quiet()) return false;
  return fail(at,
              "expected exactly one of the forms of oneOf, but both form " +
                  std::to_string(fitting[0] + 1) + " and form " +
                  std::to_string(fitting[1] + 1) + " fit");
}

bool Evaluation::holds(const Not& rule, const At& at) {
  if (!quietly(rule.node, at.value, nullptr)) return true;
  return quiet() ? false
                 : fail(at, shown(at.value) + " has the form that is not allowed here");
}

bool Evaluation::holds(const IfThenElse& rule, const At& at) {
  const bool chosen = quietly(rule.condition, at.value, at.seen);
  const std::optional<NodeId>& next = chosen ? rule.then : rule.otherwise;
  return !next || node(*next, at.value, at.seen);
}

bool Evaluation::holds(const Reference& rule, const At& at) {
  return node(rule.node, at.value, at.seen);
}

bool Evaluation::holds(const DynamicReference& rule, const At& at) {
  for (const ResourceId id : scope_) {
    const auto found = program_.dynamic_anchors[id].find(rule.anchor);
    if (found == program_.dynamic_anchors[id].end()) continue;
    return node(found->second, at.value, at.seen);
  }
  return node(rule.fallback, at.value, at.seen);
}

bool Evaluation::holds(const DependentNodes& rule, const At& at) {
  if (!at.value.is_object()) return true;
  bool fits = true;
  for (const auto& [name, id] : rule.nodes) {
    if (!at.value.contains(name)) continue;
    fits = node(id, at.value, at.seen) && fits;
    if (!fits && done()) return false;
  }
  return fits;
}

bool Evaluation::refuses_all(NodeId id) const {
  const std::vector<Rule>& rules = program_.nodes[id].rules;
  return rules.size() == 1 && std::holds_alternative<Nothing>(rules.front().check);
}

bool Evaluation::done() const {
  return stopped_ || quiet() || findings_->size() >= program_.limits.faults;
}

bool Evaluation::step(std::size_t cost) {
  if (stopped_) return false;
  steps_ += cost;
  if (steps_ <= program_.limits.steps) return true;
  stop("it takes more than " + std::to_string(program_.limits.steps) +
       " steps to be checked");
  return false;
}

void Evaluation::stop(std::string_view why) {
  if (!stopped_) stopped_ = why;
}

bool Evaluation::fail(const At& at, std::string message, TypeSet expected) {
  if (done()) return false;
  findings_->push_back(Finding{{path_,
                                at.node.location + pointer_step(at.rule.keyword),
                                std::string(at.rule.keyword),
                                std::move(message)},
                               expected});
  return false;
}

std::vector<Finding> evaluate(const Program& program, const Json& value) {
  std::vector<Finding> findings;
  if (Evaluation(program, nullptr).run(value)) return findings;
  Evaluation(program, &findings).run(value);
  return findings;
}

}  // namespace pintle::schema

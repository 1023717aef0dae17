// SPDX-License-Identifier: MIT
// Schema: a JSON Schema, compiled once and checked against many values.
//
//   const auto schema =
//   pintle::Schema::compile(R"({"type":"object","required":["city"]})"); for (const auto&
//   fault : schema->check(R"({})")) std::puts(to_string(fault).c_str());
//
// It reads draft 2020-12 (https://json-schema.org/draft/2020-12), and draft-07 where
// `$schema` says so; of draft-07, `definitions`, `dependencies` and an array of `items`
// are read everywhere, since tool servers send them. Unknown keywords mean nothing. It
// never goes to the network: what a `$ref` names stands in the schema, in
// `SchemaOptions::documents`, or is a metaschema of the two drafts. Work is bounded by
// `SchemaLimits`. Values; immutable, so usable from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/json_text.hpp"
#include "pintle/result.hpp"

namespace pintle {

namespace schema {
struct Program;
}  // namespace schema

/// Bounds of one check. What goes beyond one is a fault, never a hang.
struct SchemaLimits {
  std::size_t faults = 5;                 ///< The check ends after so many.
  std::size_t depth = 512;                ///< Subschemas inside each other, `$ref`s too.
  std::size_t steps = 1'000'000;          ///< Subschemas and members looked at.
  std::uint32_t pattern_steps = 100'000;  ///< Of one search; of a check 100 times that.
};

/// A document that a `$ref` may name. `text` is a schema of its own.
struct SchemaDocument {
  std::string uri;
  JsonText text;
};

struct SchemaOptions {
  std::vector<SchemaDocument> documents{};
  /// Is a `format` that does not fit a fault? As the draft has it, by default no.
  bool assert_formats = false;
  SchemaLimits limits{};
};

/// One way in which a value does not fit.
struct SchemaFault {
  std::string instance;  ///< JSON Pointer (RFC 6901) into the value; "" is all of it.
  std::string schema;    ///< Where the keyword stands: "#/properties/age/minimum".
  std::string keyword;   ///< "minimum"; "" where the work was broken off at a limit.
  std::string message;   ///< What was expected and what came, fit for a model to act on.
  friend bool operator==(const SchemaFault&, const SchemaFault&) = default;
};
/// "at /items/2/name: expected integer, got string "5"".
[[nodiscard]] PINTLE_API std::string to_string(const SchemaFault& fault);
/// All of them, with "; " between.
[[nodiscard]] PINTLE_API std::string to_string(const std::vector<SchemaFault>& faults);

/// A value made to fit where that is safe; see `Schema::fit`.
struct Fitted {
  JsonText value;
  std::vector<std::string> changes;  ///< "at /count: read string "5" as integer".
  std::vector<SchemaFault> faults;   ///< What is left; empty: `value` fits.
};

class PINTLE_API Schema {
 public:
  /// Errors: Session{invalid} for text that is no schema, a keyword whose value it cannot
  /// have, a pattern that is none, a `$ref` to nothing; the message says where.
  [[nodiscard]] static Result<Schema> compile(std::string_view schema,
                                              const SchemaOptions& options = {});

  /// What is wrong with `value`; empty: it fits. Text that is not JSON is one fault.
  [[nodiscard]] std::vector<SchemaFault> check(std::string_view value) const;

  /// Like `check`, after safe coercions: a string at a place where the schema takes no
  /// string becomes the number, boolean, null, array or object that it spells, where the
  /// schema takes that. A value in which nothing changed keeps its bytes.
  [[nodiscard]] Fitted fit(std::string_view value) const;

  /// May an object fit, as far as the schema's own `type` says?
  [[nodiscard]] bool allows_object() const noexcept;

 private:
  explicit Schema(std::shared_ptr<const schema::Program> program)
      : program_(std::move(program)) {}
  std::shared_ptr<const schema::Program> program_;
};

}  // namespace pintle

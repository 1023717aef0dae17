// SPDX-License-Identifier: MIT
// ArgumentsSchema: a tool's input schema, parsed once and checked against many calls. It
// reads type, required, properties, additionalProperties, items and enum, and passes over
// all other keywords. Values; immutable.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace pintle {

class ArgumentsSchema {
 public:
  /// Empty: `schema` is not a JSON object, or nested too deeply.
  [[nodiscard]] static std::optional<ArgumentsSchema> parse(std::string_view schema);

  /// May the described value be an object? A tool's arguments always are one.
  [[nodiscard]] bool allows_object() const;
  /// What is wrong with `arguments`, in words for the model; empty: nothing.
  [[nodiscard]] std::string check(std::string_view arguments) const;

 private:
  explicit ArgumentsSchema(nlohmann::json root);
  std::shared_ptr<const nlohmann::json> root_;
};

}  // namespace pintle

// SPDX-License-Identifier: MIT
// A schema in the first line, a value behind it: a check ends, says the same twice, and
// agrees with `fit` and with the schema's opposite.
#include <string>
#include <string_view>

#include "pintle/schema.hpp"

#include "fuzz/fuzz.hpp"

PINTLE_FUZZ_TARGET(input) {
  using pintle::fuzz::require;
  const std::size_t line = input.find('\n');
  if (line == std::string_view::npos) return;
  const std::string schema_text(input.substr(0, line));
  const std::string_view value = input.substr(line + 1);
  pintle::SchemaOptions options;
  options.assert_formats = (input.size() & 1U) != 0;
  options.limits = {.depth = 64, .steps = 20'000, .pattern_steps = 2'000};
  const auto schema = pintle::Schema::compile(schema_text, options);
  if (!schema) return;
  const auto faults = schema->check(value);
  require(faults == schema->check(value), "a check says the same twice");
  const pintle::Fitted fitted = schema->fit(value);
  if (faults.empty()) {
    require(fitted.value == value && fitted.changes.empty(), "what fits is kept");
  }
  if (fitted.faults.empty()) {
    require(schema->check(fitted.value).empty(), "what was made to fit does");
  }
  bool whole = pintle::is_json(value);
  for (const auto& fault : faults) whole = whole && !fault.keyword.empty();
  if (!whole || schema_text.find('$') != std::string::npos) return;
  // References to the root would mean another schema inside of this one.
  options.limits = {.depth = 66, .steps = 50'000, .pattern_steps = 2'000};
  const auto opposite = pintle::Schema::compile("{\"not\":" + schema_text + "}", options);
  if (!opposite) return;  // one level too deep
  const auto others = opposite->check(value);
  if (!others.empty() && others.back().keyword.empty()) return;
  require(others.empty() != faults.empty(), "either a schema fits or its opposite");
}

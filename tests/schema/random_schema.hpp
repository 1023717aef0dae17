// SPDX-License-Identifier: MIT
// Random schemas and values from a small world, so that a value often nearly fits.
#pragma once

#include <cstdint>
#include <random>

#include <nlohmann/json.hpp>

namespace pintle::schema_test {

using Json = nlohmann::json;

/// The same pairs for the same seed, on every compiler.
class RandomSchema {
 public:
  explicit RandomSchema(std::uint32_t seed) : engine_(seed) {}

  Json schema();  ///< With two definitions that its parts refer to.
  Json value(int depth = 3);

 private:
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(engine_() % bound);
  }
  bool once_in(std::uint32_t count) { return below(count) == 0; }

  Json part(int depth);
  Json parts(int depth);
  Json number();
  Json text();
  Json name();
  void add_values(Json& schema);
  void add_numbers(Json& schema);
  void add_texts(Json& schema);
  void add_arrays(Json& schema, int depth);
  void add_objects(Json& schema, int depth);
  void add_applicators(Json& schema, int depth);

  std::mt19937 engine_;
};

}  // namespace pintle::schema_test

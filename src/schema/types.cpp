// SPDX-License-Identifier: MIT
#include <array>

#include "schema/program.hpp"

namespace pintle::schema {

namespace {

struct TypeName {
  std::string_view name;
  TypeBit bit;
};
// In the order in which a message lists them.
constexpr std::array<TypeName, 7> type_names{{
    {"string", type_string},
    {"integer", type_integer},
    {"number", type_number},
    {"boolean", type_boolean},
    {"array", type_array},
    {"object", type_object},
    {"null", type_null},
}};

}  // namespace

TypeSet type_bit(std::string_view name) {
  for (const TypeName& type : type_names) {
    if (type.name == name) return type.bit;
  }
  return 0;
}

std::string type_list(TypeSet types) {
  std::string out;
  for (const TypeName& type : type_names) {
    if ((types & type.bit) == 0) continue;
    if (!out.empty()) out += " or ";
    out += type.name;
  }
  return out;
}

}  // namespace pintle::schema

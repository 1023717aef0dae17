// SPDX-License-Identifier: MIT
#include "core/record_hash.hpp"

#include "core/field_hash.hpp"
#include "core/record_fields.hpp"

namespace pintle {

void hash_record(Hasher& hasher, const SessionRecord& record) {
  FieldHash(hasher).put(record);
}

}  // namespace pintle

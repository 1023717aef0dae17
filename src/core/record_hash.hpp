// SPDX-License-Identifier: MIT
// Feeds a record into a hash, field by field, so that equal logs have equal digests on
// every compiler. No float is hashed: temperatures go in as millionths.
#pragma once

#include "pintle/hash.hpp"
#include "pintle/record.hpp"

namespace pintle {

void hash_record(Hasher& hasher, const SessionRecord& record);

}  // namespace pintle

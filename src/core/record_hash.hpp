// SPDX-License-Identifier: MIT
// Feeds a record into a hash, field by field, so that equal logs have equal digests on
// every compiler. Kinds, enumerators and fields go in by their names: later versions that
// have more of them give old logs the same digests.
#pragma once

#include "pintle/hash.hpp"
#include "pintle/record.hpp"

namespace pintle {

void hash_record(Hasher& hasher, const SessionRecord& record);

}  // namespace pintle

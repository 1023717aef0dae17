// SPDX-License-Identifier: MIT
#include "core/record_json.hpp"

#include <algorithm>
#include <utility>

#include "core/field_json.hpp"
#include "core/record_fields.hpp"

namespace pintle {

JsonText record_to_json(const SessionRecord& record) {
  JsonWriter writer;
  FieldWriter(writer).put(record);
  return std::move(writer).take();
}

Result<SessionRecord> record_from_json(std::string_view text) {
  JsonReader reader(text);
  FieldReader::Bytes bytes;
  SessionRecord record;
  FieldReader(reader, bytes).get(record);
  if (reader.fault().empty()) return record;
  return Err{StoreError{StoreFault::corrupt, "a record: " + reader.fault()}};
}

}  // namespace pintle

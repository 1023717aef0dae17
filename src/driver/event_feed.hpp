// SPDX-License-Identifier: MIT
// EventFeed: turns the items of a stream into events. Private; exported for replay.
#pragma once

#include <optional>
#include <vector>

#include "pintle/event.hpp"
#include "pintle/export.hpp"
#include "pintle/loop.hpp"

namespace pintle {

class PINTLE_API EventFeed {
 public:
  /// Takes one item. Views of the events die with the item's.
  void add(const Status& status);
  /// The stream is over: a terminal event follows if none came.
  void close();
  /// The next event, or empty.
  std::optional<TurnEvent> take();

 private:
  void add(const SessionRecord& record);
  void add(const Delta& delta);
  void add(const FailedAction& failed) { failure_ = failed.error; }
  void end(const record::Summary& summary);

  std::vector<TurnEvent> events_;  // keeps its capacity: a delta allocates nothing
  std::size_t next_ = 0;
  std::vector<ApprovalRequest> asked_;
  std::optional<AgenticError> failure_;
  bool terminal_ = false;
};

}  // namespace pintle

// SPDX-License-Identifier: MIT
// What a turn writes to its log: what a person who looks after it wants to know, no text
// of a message.
#pragma once

#include <string_view>

#include "pintle/log.hpp"
#include "pintle/loop.hpp"

namespace pintle {

// `sink` may be null; then nothing is written. What it throws is dropped.
void log_item(LogSink* sink, const StreamItem& item);
void log_progress(LogSink* sink, const AgentProgress& progress);
void log_thrown(LogSink* sink, std::string_view plugin, std::string_view what);

}  // namespace pintle

// SPDX-License-Identifier: MIT
// All of pintle, as a table of contents. Three things for the first day: a model, a tool,
// a session. What is under http/ needs the component pintle::http; testing/, json_*.hpp
// for hand-written conversions and spdlog.hpp are included on their own.
#pragma once

// A session and its turns: build one, run a turn, look at what happens
#include "pintle/event.hpp"
#include "pintle/run_once.hpp"
#include "pintle/session.hpp"
#include "pintle/turn.hpp"

// Models: what answers
#include "pintle/model.hpp"

// Tools: what the model may do
#include "pintle/command_tool.hpp"
#include "pintle/describe.hpp"
#include "pintle/schema.hpp"
#include "pintle/tool.hpp"
#include "pintle/tool_manager.hpp"
#include "pintle/typed_tool.hpp"

// Values: messages, endings, errors, tokens, configuration
#include "pintle/config.hpp"
#include "pintle/error.hpp"
#include "pintle/finish.hpp"
#include "pintle/history.hpp"
#include "pintle/ids.hpp"
#include "pintle/json_text.hpp"
#include "pintle/limits.hpp"
#include "pintle/message.hpp"
#include "pintle/progress.hpp"
#include "pintle/record.hpp"
#include "pintle/result.hpp"
#include "pintle/usage.hpp"
#include "pintle/version.hpp"

// Own parts: what a session consults, each with a default
#include "pintle/access.hpp"
#include "pintle/access_rules.hpp"
#include "pintle/circuit_breaker.hpp"
#include "pintle/context.hpp"
#include "pintle/error_policy.hpp"
#include "pintle/ledger.hpp"
#include "pintle/log.hpp"
#include "pintle/loop_detector.hpp"
#include "pintle/memory.hpp"
#include "pintle/store.hpp"

// Driving by hand, and the machine inside
#include "pintle/executor.hpp"
#include "pintle/loop.hpp"
#include "pintle/machine.hpp"
#include "pintle/reactor.hpp"
#include "pintle/stream_item.hpp"
#include "pintle/task.hpp"
#include "pintle/time.hpp"
#include "pintle/waker.hpp"
#include "pintle/worker_pool.hpp"

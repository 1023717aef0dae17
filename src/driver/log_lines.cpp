// SPDX-License-Identifier: MIT
#include "driver/log_lines.hpp"

#include <string>

#include "core/overloaded.hpp"
#include "driver/guarded.hpp"

namespace pintle {

namespace {

void write(LogSink& sink, LogLevel level, const std::string& line) {
  const auto drop = [](const std::string&) { return Unit{}; };
  guarded(
      [&] {
        sink.write(level, "loop", line);
        return Unit{};
      },
      drop);
}

void log_record(LogSink& sink, const SessionRecord& record) {
  std::visit(Overloaded{[&](const record::ModelSwitched& r) {
                          write(sink,
                                LogLevel::warning,
                                "model " + r.from + " -> " + r.to + ": " + r.cause);
                        },
                        [&](const record::BreakerChanged& r) {
                          write(sink,
                                LogLevel::warning,
                                "model " + r.model + ": breaker " +
                                    std::string(to_string(r.state)) + " after " +
                                    std::to_string(r.failures) + " failures");
                        },
                        [&](const record::Retracted& r) {
                          write(sink,
                                LogLevel::info,
                                "generation " + std::to_string(r.generation.value) +
                                    " retracted: " + std::string(to_string(r.reason)));
                        },
                        [&](const record::Summary& r) {
                          write(sink,
                                LogLevel::info,
                                "turn " + std::to_string(r.turn.value) +
                                    " ended: " + to_string(r.finish));
                        },
                        [](const auto&) {}},
             record);
}

}  // namespace

void log_item(LogSink* sink, const StreamItem& item) {
  if (sink == nullptr) return;
  if (const auto* record = std::get_if<SessionRecord>(&item)) log_record(*sink, *record);
  if (const auto* failed = std::get_if<FailedAction>(&item)) {
    write(*sink, LogLevel::error, failed->trace + ": " + to_string(failed->error));
  }
}

void log_progress(LogSink* sink, const AgentProgress& progress) {
  if (sink == nullptr) return;
  const bool retry = std::holds_alternative<progress::RetryScheduled>(progress);
  write(*sink, retry ? LogLevel::warning : LogLevel::debug, to_string(progress));
}

void log_thrown(LogSink* sink, std::string_view plugin, std::string_view what) {
  if (sink == nullptr) return;
  write(*sink,
        LogLevel::error,
        std::string(plugin) + " threw: " + std::string(what) + "; it is ignored");
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include <utility>

#include <spdlog/spdlog.h>

#include "pintle/spdlog.hpp"

namespace pintle {
namespace {

spdlog::level::level_enum to_spdlog(LogLevel level) {
  switch (level) {
    case LogLevel::debug: return spdlog::level::debug;
    case LogLevel::info: return spdlog::level::info;
    case LogLevel::warning: return spdlog::level::warn;
    case LogLevel::error: return spdlog::level::err;
  }
  return spdlog::level::err;
}

class SpdlogSink final : public LogSink {
 public:
  explicit SpdlogSink(std::shared_ptr<spdlog::logger> logger)
      : logger_(std::move(logger)) {}

  void write(LogLevel level,
             std::string_view component,
             std::string_view message) override {
    // A logger's error handler may throw, and so may its sinks what is no
    // std::exception. There is nobody left to tell: the line is lost, the turn goes on.
    try {
      logger_->log(to_spdlog(level), "{}: {}", component, message);
    } catch (...) {
    }
  }

 private:
  std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace

std::shared_ptr<LogSink> spdlog_sink(std::shared_ptr<spdlog::logger> logger) {
  return std::make_shared<SpdlogSink>(std::move(logger));
}

}  // namespace pintle

// SPDX-License-Identifier: MIT
#include "pintle/spdlog.hpp"

#include <sstream>

#include <gtest/gtest.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

namespace pintle {
namespace {

TEST(SpdlogSink, WritesLinesAtTheirLevelsAndFormatsNothingInThem) {
  std::ostringstream out;
  const auto logger = std::make_shared<spdlog::logger>(
      "test", std::make_shared<spdlog::sinks::ostream_sink_st>(out));
  logger->set_pattern("[%l] %v");
  logger->set_level(spdlog::level::info);
  const std::shared_ptr<LogSink> sink = spdlog_sink(logger);
  sink->write(LogLevel::debug, "http", "below the logger's level");
  sink->write(LogLevel::info, "http", "a {} b");
  sink->write(LogLevel::warning, "store", "careful");
  sink->write(LogLevel::error, "http", "broken");
  EXPECT_EQ(out.str(),
            "[info] http: a {} b\n[warning] store: careful\n[error] http: broken\n");
}

}  // namespace
}  // namespace pintle

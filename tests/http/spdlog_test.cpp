// SPDX-License-Identifier: MIT
#include "pintle/spdlog.hpp"

#include <sstream>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/ostream_sink.h>

#include "pintle/testing/contracts/log_sink.hpp"

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

TEST(LogSinkContract, HoldsForTheAdapterToSpdlog) {
  std::ostringstream out;
  const auto logger = std::make_shared<spdlog::logger>(
      "test", std::make_shared<spdlog::sinks::ostream_sink_st>(out));
  logger->set_level(spdlog::level::trace);
  EXPECT_THAT(testing::check_log_sink([&] { return spdlog_sink(logger); },
                                      [&] { return out.str(); }),
              ::testing::IsEmpty());
}

class ThrowingSink final : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
 public:
  bool as_exception = true;

 private:
  void sink_it_(const spdlog::details::log_msg&) override {
    if (as_exception) throw std::runtime_error("disk full");
    throw 1;
  }
  void flush_() override {}
};

TEST(LogSinkContract, HoldsForALoggerThatThrows) {
  const auto throwing = std::make_shared<ThrowingSink>();
  const auto logger = std::make_shared<spdlog::logger>("test", throwing);
  logger->set_error_handler([](const std::string& what) {
    throw std::runtime_error("the error handler throws: " + what);
  });
  for (const bool as_exception : {true, false}) {
    throwing->as_exception = as_exception;
    EXPECT_THAT(testing::check_log_sink([&] { return spdlog_sink(logger); }),
                ::testing::IsEmpty());
  }
}

}  // namespace
}  // namespace pintle

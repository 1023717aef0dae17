// SPDX-License-Identifier: MIT
// The contracts of routers and log sinks, run on those that need no other component, and
// on ones that break them.
#include <list>
#include <map>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/testing/contracts/log_sink.hpp"
#include "pintle/testing/contracts/model_router.hpp"
#include "pintle/testing/recording_log.hpp"
#include "pintle/testing/scripted_model.hpp"

namespace pintle {
namespace {

using testing::check_log_sink;
using testing::check_model_router;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::Faults;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::LogLine;
using testing::scripted_model;

using Found = Result<std::shared_ptr<Model>>;

TEST(ModelRouterContract, HoldsForOneModel) {
  EXPECT_THAT(check_model_router(
                  [] { return single_model(scripted_model("one")); }, {"one"}, "two"),
              IsEmpty());
}

TEST(ModelRouterContract, HoldsForSeveralModels) {
  EXPECT_THAT(check_model_router(
                  [] {
                    return models({scripted_model("a"), nullptr, scripted_model("b")});
                  },
                  {"b", "a"},
                  "A"),
              IsEmpty());
}

TEST(ModelRouterContract, HoldsForARouterWithoutModels) {
  EXPECT_THAT(check_model_router([] { return models({}); }, {}, "a"), IsEmpty());
}

/// A router from a function.
class MadeRouter final : public ModelRouter {
 public:
  explicit MadeRouter(UniqueFunction<Found(std::string_view)> find)
      : find_(std::move(find)) {}
  Found get_model(std::string_view name) override { return find_(name); }

 private:
  UniqueFunction<Found(std::string_view)> find_;
};

Faults check_made(Found (*find)(std::string_view name)) {
  return check_model_router(
      [&] { return std::make_shared<MadeRouter>(find); }, {"a", "b"}, "c");
}

Found model_named(std::string_view name) {
  return std::shared_ptr<Model>(scripted_model(std::string(name)));
}

TEST(ModelRouterContract, FindsARouterWithOneModelForAllNames) {
  EXPECT_THAT(check_made([](std::string_view) { return model_named("a"); }),
              Contains(HasSubstr("the name that was asked for")));
}

TEST(ModelRouterContract, FindsARouterThatRefusesNothing) {
  EXPECT_THAT(check_made([](std::string_view name) {
                return model_named(name.empty() ? "a" : name);
              }),
              Contains(HasSubstr("an unknown name is refused")));
}

TEST(ModelRouterContract, FindsNullsAndThrows) {
  EXPECT_THAT(check_made([](std::string_view) { return Found(nullptr); }),
              Contains(HasSubstr("a model that was found is there")));
  EXPECT_THAT(check_made([](std::string_view name) -> Found {
                if (name == "c") throw std::out_of_range("c");
                return model_named(name.empty() ? "a" : name);
              }),
              Contains(HasSubstr("an unknown name: it threw: c")));
  EXPECT_THAT(check_model_router([] { return std::shared_ptr<ModelRouter>(); }, {}),
              Contains(HasSubstr("there is a router")));
}

TEST(ModelRouterContract, FindsARouterWithoutADefault) {
  EXPECT_THAT(check_made([](std::string_view name) -> Found {
                if (name == "a" || name == "b") return model_named(name);
                return Err{RoutingError{std::string(name), "there is a, b"}};
              }),
              Contains(HasSubstr("the empty name has the default model")));
}

TEST(ModelRouterContract, FindsRefusalsThatDoNotSayWhat) {
  EXPECT_THAT(check_made([](std::string_view) -> Found {
                return Err{RoutingError{"a model", {}}};
              }),
              AllOf(Contains(HasSubstr("a refusal names what was asked for")),
                    Contains(HasSubstr("a refusal gives a reason"))));
  EXPECT_THAT(
      check_made([](std::string_view) -> Found { return Err{UnexpectedError{"no"}}; }),
      Contains(HasSubstr("with a RoutingError")));
}

// The key of its cache is a view of a name that is gone.
TEST(ModelRouterContract, FindsARouterThatKeepsTheNameItWasLent) {
  const auto make = [] {
    auto kept = std::make_shared<std::map<std::string_view, std::shared_ptr<Model>>>();
    return std::make_shared<MadeRouter>([kept](std::string_view name) -> Found {
      if (name.size() > 9) return Err{RoutingError{std::string(name), "too long"}};
      if (kept->empty()) kept->emplace("a", model_named("a").value());
      const auto found = kept->find(name.empty() ? "a" : name);
      if (found != kept->end()) return found->second;
      return kept->emplace("b", model_named("b").value()).first->second;
    });
  };
  EXPECT_THAT(check_model_router(make, {"a", "b", "d"}),
              Contains(HasSubstr("the name that was asked for")));
}

Faults check_shown(std::shared_ptr<LogSink> sink, UniqueFunction<std::string()> shown) {
  return check_log_sink([&] { return sink; }, std::move(shown));
}

TEST(LogSinkContract, HoldsForTheRecordingLog) {
  const auto log = std::make_shared<testing::RecordingLog>();
  EXPECT_THAT(check_shown(log, [&] { return log->text(); }), IsEmpty());
}

TEST(RecordingLog, KeepsItsLinesInOrder) {
  testing::RecordingLog log;
  EXPECT_EQ(log.text(), "");
  log.write(LogLevel::warning, "http", "careful");
  log.write(LogLevel::debug, "store", "two\nlines");
  EXPECT_THAT(log.lines(),
              ElementsAre(LogLine{LogLevel::warning, "http", "careful"},
                          LogLine{LogLevel::debug, "store", "two\nlines"}));
  EXPECT_EQ(log.text(), "warning http careful\ndebug store two\nlines\n");
}

/// A sink from a function of level and message; it keeps what that makes of them.
class MadeSink final : public LogSink {
 public:
  using Format = std::string (*)(LogLevel level, std::string_view message);
  explicit MadeSink(Format format) : format_(format) {}
  void write(LogLevel level,
             std::string_view component,
             std::string_view message) override {
    all += std::string(component) + " " + format_(level, message) + "\n";
  }
  std::string all;

 private:
  Format format_;
};

Faults check_made(MadeSink::Format format) {
  const auto sink = std::make_shared<MadeSink>(format);
  return check_shown(sink, [&] { return sink->all; });
}

TEST(LogSinkContract, FindsASinkThatDropsALevel) {
  EXPECT_THAT(check_made([](LogLevel level, std::string_view message) {
                return std::string(level == LogLevel::debug ? "" : message);
              }),
              ElementsAre("a line at level debug is shown"));
}

TEST(LogSinkContract, FindsASinkThatTakesLinesForFormats) {
  EXPECT_THAT(check_made([](LogLevel, std::string_view message) {
                std::string text(message);
                std::erase(text, '%');
                return text;
              }),
              ElementsAre("nothing in a line is taken for a format"));
}

TEST(LogSinkContract, FindsASinkThatThrowsAtOddLines) {
  const MadeSink::Format strict = [](LogLevel, std::string_view message) {
    if (message.find('\n') != message.npos) throw std::invalid_argument("two lines");
    return std::string(message);
  };
  EXPECT_THAT(check_made(strict), ElementsAre("odd lines: it threw: two lines"));
  EXPECT_THAT(check_log_sink([&] { return std::make_shared<MadeSink>(strict); }),
              ElementsAre("odd lines: it threw: two lines"));
}

TEST(LogSinkContract, FindsASinkThatBreaksAtItsFirstOddLine) {
  EXPECT_THAT(check_made([](LogLevel, std::string_view message) {
                static bool broken = false;
                broken = broken || message.empty();
                return std::string(broken ? "" : message);
              }),
              ElementsAre("odd lines do not end the log"));
}

/// Keeps the views, and copies when it is read.
class LazySink final : public LogSink {
 public:
  void write(LogLevel, std::string_view component, std::string_view message) override {
    lines.push_back(component);
    lines.push_back(message);
  }
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const std::string_view line : lines) all += std::string(line) + "\n";
    return all;
  }
  std::list<std::string_view> lines;
};

TEST(LogSinkContract, FindsASinkThatKeepsViews) {
  const auto sink = std::make_shared<LazySink>();
  EXPECT_THAT(check_shown(sink, [&] { return sink->text(); }),
              Contains(HasSubstr("a sink keeps no view")));
}

}  // namespace
}  // namespace pintle

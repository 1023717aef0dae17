// SPDX-License-Identifier: MIT
#include "pintle/testing/contracts/log_sink.hpp"

#include <deque>

#include "testing/contracts/spoil.hpp"
#include "testing/contracts/support.hpp"

namespace pintle::testing {

namespace {

constexpr LogLevel levels[] = {
    LogLevel::debug, LogLevel::info, LogLevel::warning, LogLevel::error};
constexpr std::size_t long_line = 1U << 20U;

class Suite {
 public:
  Suite(Findings& is, LogSink& sink, const UniqueFunction<std::string()>& shown)
      : is_(is), sink_(sink), shown_(shown) {}

  // Lines that every sink shows as they are.
  void usual_lines() {
    int number = 0;
    for (const LogLevel level : levels) {
      const std::string line = "line " + std::to_string(++number) + " of check_log_sink";
      write(level, "component-" + std::to_string(number), line);
      const std::string name(to_string(level));
      expect_shown(line, "a line at level " + name + " is shown");
      expect_shown("component-" + std::to_string(number), "its component is shown");
    }
    for (const char* line : {"{} {0} {name} {", "%s %d %n 100%", "\\n ${HOME} $(id)"}) {
      write(LogLevel::warning, "http", line);
      expect_shown(line, "nothing in a line is taken for a format");
    }
  }

  // Lines that a sink may show as it likes.
  void odd_lines() {
    const std::string odd[] = {"",
                               std::string(long_line, 'l'),
                               "\xC3\x28 \xF0\x9F\x8C is no UTF-8 \xFE",
                               "two\nlines\r\nand an end\n",
                               std::string("a nul\0in it", 11),
                               "\x1B[31mred\x1B[0m\b\a",
                               "Grüße 🌍"};
    for (const LogLevel level : levels) {
      for (const std::string& line : odd) write(level, "http", line);
    }
    write(LogLevel::info, "", "without a component");
    write(LogLevel::info, "", "");
    write(LogLevel::error, "store", "the line behind the odd ones");
    expect_shown("the line behind the odd ones", "odd lines do not end the log");
  }

 private:
  void write(LogLevel level, std::string component, std::string message) {
    std::string& lent_component = lent_.emplace_back(std::move(component));
    std::string& lent_message = lent_.emplace_back(std::move(message));
    sink_.write(level, lent_component, lent_message);
    spoil(lent_component);
    spoil(lent_message);
  }

  void expect_shown(const std::string& line, std::string rule) {
    if (!shown_) return;
    const std::string all = shown_();
    is_.expect(!holds_spoiled(all), "a sink keeps no view of what it was given");
    is_.expect(all.find(line) != std::string::npos, std::move(rule));
  }

  Findings& is_;
  LogSink& sink_;
  const UniqueFunction<std::string()>& shown_;
  std::deque<std::string> lent_;
};

}  // namespace

Faults check_log_sink(UniqueFunction<std::shared_ptr<LogSink>()> make,
                      UniqueFunction<std::string()> shown) {
  Findings is;
  std::shared_ptr<LogSink> sink;
  is.run("making the sink", [&](Findings&) { sink = make(); });
  if (!is.expect(sink != nullptr, "there is a sink")) return is.take();
  Suite suite(is, *sink, shown);
  is.run("usual lines", [&](Findings&) { suite.usual_lines(); });
  is.run("odd lines", [&](Findings&) { suite.odd_lines(); });
  return is.take();
}

}  // namespace pintle::testing

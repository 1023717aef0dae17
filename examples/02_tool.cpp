// SPDX-License-Identifier: MIT
// A tool from a C++ function: its schema comes from the struct that it takes. The model
// is scripted; with `router_from_env` in its place a real one calls the same tool.
#include <cstdio>
#include <optional>
#include <string>

#include <pintle/pintle.hpp>
#include <pintle/testing/scripted_model.hpp>

struct Weather {
  std::string city;
  std::optional<std::string> unit;
};
PINTLE_DESCRIBE(Weather,
                (city, "City name, as people write it"),
                (unit, "celsius or fahrenheit"))

namespace {

std::string look_up(const Weather& wanted) {
  const bool fahrenheit = wanted.unit.value_or("celsius") == "fahrenheit";
  return wanted.city + ": " + (fahrenheit ? "64 F" : "18 C") + ", light rain";
}

}  // namespace

int main() {
  auto weather = pintle::tool("weather",
                              "Current weather of a city",
                              look_up,
                              {.effect = pintle::ToolEffect::read_only});
  auto model = pintle::testing::scripted_model()
                   .calls("weather", R"({"city":"Paris"})")
                   .says("Take an umbrella.");
  auto agent = pintle::AgentSession::builder(pintle::single_model(model))
                   .with_system_prompt("You are terse.")
                   .with_tools({weather})
                   .with_budget({.tokens = 200'000})
                   .build();
  if (!agent) {  // names what is missing or refused
    std::fprintf(stderr, "%s\n", to_string(agent.error()).c_str());
    return 1;
  }
  const pintle::Turn turn = agent->run_turn("What is the weather in Paris?").value();
  for (const pintle::ToolResult& result : turn.tool_results())
    std::printf("%s said: %s\n", result.name.c_str(), result.content.c_str());
  std::printf("%s\n%s\n", turn.text().c_str(), to_string(turn.finish()).c_str());
}

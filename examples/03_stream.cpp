// SPDX-License-Identifier: MIT
// Everything that can happen in a turn, in one place: one handler a kind of event. A
// handler that is missing is a compile error, unless `[](const auto&) {}` takes the rest.
#include <iostream>
#include <string>

#include <pintle/pintle.hpp>
#include <pintle/testing/scripted_model.hpp>

namespace {

void show(const pintle::TurnEvent& event) {
  pintle::match(
      event,
      [](const pintle::Text& t) { std::cout << t.bytes << std::flush; },
      [](const pintle::Thinking& t) { std::cout << "(thinks: " << t.bytes << ")"; },
      [](const pintle::ToolCallDelta& d) { std::cout << "." << d.bytes.size(); },
      [](const pintle::ToolCall& c) {
        std::cout << "\n-> " << c.name << ' ' << c.arguments << '\n';
      },
      [](const pintle::ToolResult& r) { std::cout << "<- " << r.summary(120) << '\n'; },
      [](const pintle::Retract& r) {
        std::cout << "(dropped: " << to_string(r.reason) << ")\n";
      },
      [](const pintle::Progress&) {},  // advisory: what the loop is at
      [](const pintle::Input& i) {
        if (i.what == pintle::Input::What::delivered) std::cout << "(heard)\n";
      },
      [](const pintle::ApprovalRequired& a) {
        std::cout << a.requests.size() << " calls wait for approval\n";
      },
      [](const pintle::Notice& n) { std::cout << "(" << n.message << ")\n"; },
      [](const pintle::Failed& f) { std::cout << "\nfailed: " << f.error << '\n'; },
      [](const pintle::Done& d) {
        std::cout << "\n" << to_string(d.finish) << ", " << d.usage << '\n';
      });
}

}  // namespace

int main() {
  auto model = pintle::testing::scripted_model()
                   .calls("roll_dice", "{}")
                   .says("A four. Lucky you.");
  auto dice = pintle::tool("roll_dice", "Rolls one die", [] { return 4; });
  auto agent = pintle::AgentSession::builder(pintle::single_model(model))
                   .with_tools({dice})
                   .build()
                   .value();
  auto turn = agent.run_turn_stream("Roll for me").value();
  for (const pintle::TurnEvent& event : turn.events()) show(event);
}
